/** Templates of a workspace (R80, R81). One of another workspace and one that never existed look the same (C7). */
import type { RaffleTemplate } from '@glassdrum/contract';
import { mayInWorkspace, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostIdentity } from '../../accounts/host-gate.ts';
import { roleOfHost } from '../../workspaces/workspace-gate.ts';
import { parseCopy } from '../copies/copies.ts';

type TemplateRow = Selectable<Tables['raffle_templates']>;

/** By name; of the same name the newest first. */
export async function templatesOf(database: Database, workspaceId: string): Promise<RaffleTemplate[]> {
  return (await templateRowsOf(database.query, workspaceId)).map(presentTemplate);
}

export function templateRowsOf(query: Kysely<Tables>, workspaceId: string): Promise<TemplateRow[]> {
  return query
    .selectFrom('raffle_templates')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('created_at', 'desc')
    .execute();
}

export async function templateIdsOf(query: Kysely<Tables>, workspaceId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('raffle_templates')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ id }) => id);
}

export function presentTemplate(row: TemplateRow): RaffleTemplate {
  const { raffle, prizes, draws } = parseCopy(row.content);
  return {
    id: row.id,
    name: row.name,
    title: raffle.title,
    image_url: raffle.image_url,
    prizes: prizes.length,
    wins: raffle.max_winners,
    draws: draws.length,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** @throws RefusalError not_found, role_not_allowed */
export async function requireOwnTemplate(
  { query }: Database,
  host: HostIdentity,
  templateId: string,
): Promise<TemplateRow & { role: WorkspaceRole }> {
  const row = await query
    .selectFrom('raffle_templates')
    .selectAll()
    .where('id', '=', templateId)
    .executeTakeFirst();
  const role = await roleOfHost(query, host, row?.workspace_id ?? null);
  if (row === undefined || role === null) throw new RefusalError('not_found');
  if (!mayInWorkspace(role, 'create_raffle')) throw new RefusalError('role_not_allowed');
  return { ...row, role };
}
