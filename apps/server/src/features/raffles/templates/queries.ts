/** A host's templates (R80). Another host's template and one that never existed look the same (C7). */
import type { RaffleTemplate } from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostIdentity } from '../../accounts/host-gate.ts';
import { parseCopy } from '../copies/copies.ts';

type TemplateRow = Selectable<Tables['raffle_templates']>;

/** By name; of the same name the newest first. */
export async function templatesOf(database: Database, hostId: string): Promise<RaffleTemplate[]> {
  return (await templateRowsOf(database.query, hostId)).map(presentTemplate);
}

export function templateRowsOf(query: Kysely<Tables>, hostId: string): Promise<TemplateRow[]> {
  return query
    .selectFrom('raffle_templates')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy('name')
    .orderBy('created_at', 'desc')
    .execute();
}

export async function templateIdsOf(query: Kysely<Tables>, hostId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('raffle_templates')
    .select('id')
    .where('host_id', '=', hostId)
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

/** @throws RefusalError not_found */
export async function requireOwnTemplate(
  { query }: Database,
  host: HostIdentity,
  templateId: string,
): Promise<TemplateRow> {
  const row = await query
    .selectFrom('raffle_templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('host_id', '=', host.hostId)
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  return row;
}
