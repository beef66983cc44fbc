/** Reading API tokens (R85): never the secret, which nobody stores. */
import type { ApiToken, HostExport } from '@glassdrum/contract';
import { type ApiScope, scopeFor } from '@glassdrum/raffle-rules';
import type { Database } from '../../platform/database/database.ts';
import { accessOfRoute } from './route-abilities.ts';
import type { OwnWorkspace } from '../workspaces/workspace-gate.ts';

/** For the documentation: the scope that a token needs for this route; null where any or none does. */
export function tokenScope(method: string, url: string): string | null {
  const access = accessOfRoute(method, url);
  if (access === null || access === 'open' || access === 'never') return null;
  const needed = scopeFor(access);
  return needed === 'any' || needed === 'none' ? null : needed;
}

/** Those that work: the caller's own, and for an owner of the workspace everybody's; the newest first. @param now epoch ms */
export async function tokensOf(
  { query }: Database,
  { hostId, workspace, now }: { hostId: string; workspace: OwnWorkspace; now: number },
): Promise<ApiToken[]> {
  const rows = await query
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 't.workspace_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .selectAll('t')
    .select('u.name as owner')
    .where('t.workspace_id', '=', workspace.id)
    .where('t.ended_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.suspended_at', 'is', null)
    .whereRef('m.joined_at', '<=', 't.created_at')
    .$if(workspace.role !== 'owner', (tokens) => tokens.where('t.user_id', '=', hostId))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as ApiScope[],
    owner: { id: row.user_id, name: row.owner },
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    is_yours: row.user_id === hostId,
  }));
}

/** R55: the account's own ones, in the order of their making. */
export async function exportedTokens({ query }: Database, hostId: string): Promise<HostExport['api_tokens']> {
  const rows = await query
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'ended_at', 'last_used_at'])
    .where('user_id', '=', hostId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as ApiScope[] }));
}
