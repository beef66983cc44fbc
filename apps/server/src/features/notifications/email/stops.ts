/**
 * Who has unsubscribed (R51). A link's token is the person's id with a keyed hash of it, so that it need not be stored and nobody
 * can forge one. Of an address that stopped all emails, only a keyed hash is stored.
 */
import { timingSafeEqual } from 'node:crypto';
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';

/** 128 bits as hex. */
const HASH_LENGTH = 32;

export function stopToken(keys: Keys, inviteeId: string): string {
  return inviteeId + keys.pseudonymise('mail-stop-link', inviteeId).slice(0, HASH_LENGTH);
}

/** The invitee's id, or null for a forged token. */
export function readStopToken(keys: Keys, token: string): string | null {
  const inviteeId = token.slice(0, -HASH_LENGTH);
  const made = Buffer.from(stopToken(keys, inviteeId));
  const given = Buffer.from(token);
  return made.length === given.length && timingSafeEqual(made, given) ? inviteeId : null;
}

export interface Recipient {
  raffleId: string;
  inviteeId: string;
  /** Null when erased, or never given. */
  email: string | null;
}

function stopOfRaffle({ raffleId, inviteeId }: Recipient): string {
  return `raffle:${raffleId}:${inviteeId}`;
}

function stopOfAddress(keys: Keys, email: string): string {
  return `address:${keys.pseudonymise('mail-stop', foldEmail(email))}`;
}

/** Stopped emails: none, those about this raffle, or all of this installation. */
export type Stopped = 'no' | 'raffle' | 'all';

export async function stopsOf(query: Kysely<Tables>, keys: Keys, recipient: Recipient): Promise<Stopped> {
  const ids = [stopOfRaffle(recipient)];
  if (recipient.email !== null) ids.push(stopOfAddress(keys, recipient.email));
  const rows = await query.selectFrom('mail_stops').select('id').where('id', 'in', ids).execute();
  if (rows.some(({ id }) => id.startsWith('address:'))) return 'all';
  return rows.length > 0 ? 'raffle' : 'no';
}

/** Idempotent. @param now epoch ms */
export async function setStops(
  parts: { database: Database; keys: Keys },
  recipient: Recipient,
  wanted: Stopped,
  now: number,
): Promise<void> {
  const { raffleId, email } = recipient;
  const ofRaffle = { id: stopOfRaffle(recipient), raffle_id: raffleId, created_at: now };
  const ofAddress =
    email === null ? null : { id: stopOfAddress(parts.keys, email), raffle_id: null, created_at: now };
  const all = [ofRaffle, ...(ofAddress === null ? [] : [ofAddress])];
  const stops = { no: [], raffle: [ofRaffle], all }[wanted];
  await parts.database.transaction(async (trx) => {
    await trx
      .deleteFrom('mail_stops')
      .where(
        'id',
        'in',
        all.map(({ id }) => id),
      )
      .execute();
    if (stops.length > 0) await trx.insertInto('mail_stops').values(stops).execute();
  });
}

/** Null for an unknown or erased person. */
export async function recipientOf(query: Kysely<Tables>, inviteeId: string): Promise<Recipient | null> {
  const row = await query
    .selectFrom('invitees as i')
    .leftJoin('participations as p', 'p.invitee_id', 'i.id')
    .select(['i.raffle_id', 'i.email', 'p.email as entry_email'])
    .where('i.id', '=', inviteeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { raffleId: row.raffle_id, inviteeId, email: row.entry_email ?? row.email };
}
