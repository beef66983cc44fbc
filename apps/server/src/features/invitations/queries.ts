/** The invitees on the host's list, each with the personal link; those who came by the public link are not on it. */
import type { Invitation } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import type { OutboxRow } from '../../outbox/outbox.ts';
import { personalLink, presentInvitation } from './present.ts';

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
  /** The invitation's letter; null while there is none. */
  mail_state: OutboxRow['state'] | null;
  mail_reason: string | null;
  mail_settled_at: number | null;
  mail_due_at: number | null;
}

/** A query for further conditions; in the order of the host's list. */
export function invitesOfRaffle(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.raffle_id', 't.invitee_id', 'i.display_name', 'i.email'])
    .select(['t.token_hash', 't.token_sealed', 't.redeemed_at', 't.revoked'])
    .leftJoin('outbox as o', (join) =>
      join
        .onRef('o.raffle_id', '=', 't.raffle_id')
        .onRef('o.invitee_id', '=', 't.invitee_id')
        .on('o.channel', '=', 'mail')
        .on('o.occasion', '=', 'invitation'),
    )
    .select(['o.state as mail_state', 'o.reason as mail_reason'])
    .select(['o.settled_at as mail_settled_at', 'o.due_at as mail_due_at'])
    .where('t.raffle_id', '=', raffleId)
    .orderBy('i.list_number');
}

/** Somebody on a host's list. */
export interface PersonalInvitation {
  displayName: string;
  /** The personal link; null once it was used or revoked. */
  joinUrl: string | null;
}

/** Null for who came by the public link. */
export async function personalInvitation(
  { database, keys }: { database: Database; keys: Keys },
  inviteeId: string,
  publicUrl: string,
): Promise<PersonalInvitation | null> {
  const row = await database.query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.token_sealed', 't.redeemed_at', 't.revoked', 'i.display_name'])
    .where('t.invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isOpen = row.redeemed_at === null && row.revoked === 0;
  return {
    displayName: row.display_name,
    joinUrl: isOpen ? personalLink(keys, row, publicUrl).url : null,
  };
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
