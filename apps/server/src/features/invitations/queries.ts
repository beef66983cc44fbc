/**
 * The people on the host's list, each with the personal link: invited, or entered by the host (R66). People who joined by the
 * public link are not on it.
 */
import type { Invitation } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { ownTurn } from '../../platform/threads/own-turn.ts';
import { type InviteRow, personalLink, presentInvitation } from './present.ts';

/** A query for further conditions; in the order of the host's list. */
export function invitesOfRaffle(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.raffle_id', 't.invitee_id', 'i.display_name', 'i.email', 'i.notes', 'i.groups'])
    .select(['t.token_hash', 't.token_sealed', 't.redeemed_at', 't.revoked', 't.reissued', 'i.source'])
    .select('i.left_out')
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
  /** R66: entered by the host, instead of invited. */
  isEntered: boolean;
  /** The personal link with which an invited person joins; null once it was used or revoked. */
  joinUrl: string | null;
  /** The personal link that opens the entry on one more device; null once it was used. */
  entryUrl: string | null;
}

/** Null for people who joined by the public link. */
export async function personalInvitation(
  { database, keys }: { database: Database; keys: Keys },
  inviteeId: string,
  publicUrl: string,
): Promise<PersonalInvitation | null> {
  const row = await database.query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.token_sealed', 't.redeemed_at', 't.revoked', 't.reissued'])
    .select(['i.display_name', 'i.source'])
    .where('t.invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const linkIf = (isOpen: boolean): string | null =>
    isOpen && row.revoked === 0 ? personalLink(keys, row, publicUrl).url : null;
  return {
    displayName: row.display_name,
    isEntered: row.source === 'host',
    joinUrl: linkIf(row.redeemed_at === null),
    entryUrl: linkIf(row.reissued === 1),
  };
}

/** Small enough for one turn of the event loop. */
const BATCH = 250;

/** The host's list as the host sees it, in its order, in batches that each take one turn of the event loop (H9). */
export async function* invitationBatches(
  parts: { database: Database; keys: Keys },
  raffleId: string,
  publicUrl: string,
): AsyncGenerator<Invitation[]> {
  for (let after = 0; ;) {
    await ownTurn();
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

/** Rows as the host sees them, in the same way. */
export async function* presentedBatches(
  keys: Keys,
  rows: readonly InviteRow[],
  publicUrl: string,
): AsyncGenerator<Invitation[]> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await ownTurn();
    yield rows.slice(start, start + BATCH).map((row) => presentInvitation(keys, row, publicUrl));
  }
}
