/** The invitees on the host's list, each with the personal link; those who came by the public link are not on it. */
import type { Invitation } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import { presentInvitation } from './present.ts';

export interface InviteRow {
  id: string;
  raffle_id: string;
  invitee_id: string;
  display_name: string;
  email: string | null;
  token_hash: string;
  token_sealed: string;
  redeemed_at: number | null;
  revoked: 0 | 1;
}

/** A query for further conditions; in the order of the host's list. */
export function invitesOfRaffle(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.raffle_id', 't.invitee_id', 'i.display_name', 'i.email'])
    .select(['t.token_hash', 't.token_sealed', 't.redeemed_at', 't.revoked'])
    .where('t.raffle_id', '=', raffleId)
    .orderBy('i.list_number');
}

const BATCH = 1000;

/** The host's list as the host sees it, in its order, a thousand at a time. */
export async function* invitationBatches(
  parts: { database: Database; keys: Keys },
  raffleId: string,
  publicUrl: string,
): AsyncGenerator<Invitation[]> {
  for (let after = 0; ;) {
    const rows = await invitesOfRaffle(parts.database.query, raffleId)
      .select('i.list_number')
      .where('i.list_number', '>', after)
      .limit(BATCH)
      .execute();
    yield rows.map((row) => presentInvitation(parts.keys, row, publicUrl));
    const last = rows.at(-1)?.list_number ?? null;
    if (last === null || rows.length < BATCH) return;
    after = last;
  }
}
