/**
 * R81, C7: what a host may do with a workspace, by the role there. A workspace of others and one that never existed look the
 * same; a member without the ability is told so.
 */
import { mayInWorkspace, type WorkspaceAbility, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { requireTokenAbility } from '../api-tokens/token-gate.ts';
import { membershipsOf, roleIn, type WorkspaceRow } from './queries.ts';

/** To the caller, not found; to operators, a host who tried a workspace of others (M6). */
export class ForeignWorkspace extends RefusalError {
  constructor() {
    super('not_found');
  }
}

const brand: unique symbol = Symbol('OwnWorkspace');

/** A workspace, as it was when read, in which the host who calls may do what was asked for; only this file makes it. */
export interface OwnWorkspace extends WorkspaceRow {
  readonly role: WorkspaceRole;
  readonly [brand]: true;
}

/** The caller's role there. A token knows its own workspace only (R85). */
export async function roleOfHost(
  query: Kysely<Tables>,
  { hostId, token }: Pick<HostIdentity, 'hostId' | 'token'>,
  workspaceId: string | null,
): Promise<WorkspaceRole | null> {
  const isElsewhere = token !== null && token.workspaceId !== workspaceId;
  return isElsewhere ? null : roleIn(query, workspaceId, hostId);
}

/**
 * @throws RefusalError not_found, as ForeignWorkspace where there is one; role_not_allowed, token_not_allowed or
 *   token_scope_missing (403)
 */
export async function requireWorkspace(
  { query }: Database,
  host: HostIdentity,
  workspaceId: string,
  ability: WorkspaceAbility,
): Promise<OwnWorkspace> {
  const row = await query
    .selectFrom('workspaces as w')
    .leftJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'w.id').on('m.user_id', '=', host.hostId),
    )
    .selectAll('w')
    .select('m.role')
    .where('w.id', '=', workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  const { role, ...workspace } = row;
  const isElsewhere = host.token !== null && host.token.workspaceId !== workspace.id;
  if (role === null || isElsewhere) throw new ForeignWorkspace();
  if (host.token !== null) requireTokenAbility(host.token.scopes, ability);
  if (!mayInWorkspace(role, ability)) throw new RefusalError('role_not_allowed');
  return { ...workspace, role, [brand]: true };
}

/**
 * The workspace that a call names, a token's own one, or the caller's first: where raffles can be made, if there is one.
 * @throws RefusalError not_found, role_not_allowed
 */
export async function requireWorkspaceOrFirst(
  database: Database,
  host: HostIdentity,
  workspaceId: string | undefined,
  ability: WorkspaceAbility,
): Promise<OwnWorkspace> {
  const named = workspaceId ?? host.token?.workspaceId;
  if (named !== undefined) return requireWorkspace(database, host, named, ability);
  const memberships = await membershipsOf(database.query, host.hostId);
  const first = memberships.find(({ role }) => mayInWorkspace(role, 'create_raffle')) ?? memberships[0];
  if (first === undefined) throw new RefusalError('not_found');
  return requireWorkspace(database, host, first.workspaceId, ability);
}
