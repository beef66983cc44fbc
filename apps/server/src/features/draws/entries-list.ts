/** The frozen list: what each entry is committed to, in entry order (draw protocol §3). */
import type { CommittedEntry } from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/**
 * Rows of [tickets, name_commit, entropy_commit]; withdrawn entries stay with 0 tickets (R22). The server collects no
 * contributions, so every entropy commitment is `-`.
 */
export async function committedEntries(query: Kysely<Tables>, raffleId: string): Promise<CommittedEntry[]> {
  const rows = await query
    .selectFrom('participations')
    .select(['tickets', 'name_commit'])
    .where('raffle_id', '=', raffleId)
    .orderBy('entry_number')
    .execute();
  return rows.map((row): CommittedEntry => [row.tickets, row.name_commit, '-']);
}
