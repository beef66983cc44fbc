/** Reading requests to use an entry on another device (R41), and those entries. */
import type { ContinueRequests, ContinueStatus } from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { codeOfHash } from '../../../platform/keys/readable-code.ts';

export type ContinueRequestRow = Selectable<Tables['continue_requests']>;

/** An entry that another device may use. */
export interface MovableEntry {
  raffleId: string;
  hostId: string;
  title: string;
  inviteeId: string;
  entryNumber: number;
  displayName: string;
  email: string | null;
  /** C14: whether the host's address is confirmed; before that no email goes out. */
  hostConfirmed: boolean;
}

/** @throws RefusalError entry_withdrawn for one that was left, removed or erased */
export async function movableEntry(
  query: Kysely<Tables>,
  raffleId: string,
  inviteeId: string,
): Promise<MovableEntry> {
  const row = await query
    .selectFrom('participations as p')
    .innerJoin('raffles as r', 'r.id', 'p.raffle_id')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .select(['p.entry_number', 'p.display_name', 'p.email', 'p.tickets', 'r.host_id', 'r.title'])
    .select('u.email_verified')
    .where('p.raffle_id', '=', raffleId)
    .where('p.invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (row === undefined || row.tickets === 0 || row.display_name === null) {
    throw new RefusalError('entry_withdrawn');
  }
  return {
    raffleId,
    inviteeId,
    hostId: row.host_id,
    title: row.title,
    entryNumber: row.entry_number,
    displayName: row.display_name,
    email: row.email,
    hostConfirmed: row.email_verified === 1,
  };
}

/** What the joined device shows: all requests that wait for its answer, and its own code. @param now epoch ms */
export async function continueState(
  parts: { database: Database; keys: Keys },
  raffleId: string,
  inviteeId: string,
  now: number,
): Promise<ContinueRequests> {
  const { query } = parts.database;
  const [requests, code] = await Promise.all([
    query
      .selectFrom('continue_requests')
      .select(['id', 'expires_at'])
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    query
      .selectFrom('continue_codes')
      .select('expires_at')
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .where('via', '=', 'device')
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  ]);
  return {
    requests: requests.map(({ id, expires_at }) => ({
      request_id: id,
      code: comparedCode(parts.keys, id),
      expires_at,
    })),
    code_expires_at: code?.expires_at ?? null,
  };
}

/** A request in the raffle, for any entry; null when there is none. */
export async function requestInRaffle(
  query: Kysely<Tables>,
  raffleId: string,
  requestId: string,
): Promise<ContinueRequestRow | null> {
  const row = await query
    .selectFrom('continue_requests')
    .selectAll()
    .where('id', '=', requestId)
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  return row ?? null;
}

/** The status of a request for the session that made it; null for everybody else. */
export async function statusOfOwnRequest(
  { query }: Database,
  requestId: string,
  sessionHash: string,
  now: number,
): Promise<ContinueStatus | null> {
  const row = await query
    .selectFrom('continue_requests')
    .selectAll()
    .where('id', '=', requestId)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  switch (row.state) {
    case 'refused':
      return { state: 'refused' };
    case 'approved':
      return {
        state: 'approved',
        entry: presentEntry(await movableEntry(query, row.raffle_id, row.invitee_id)),
      };
    case 'waiting':
      return row.expires_at <= now ? { state: 'expired' } : { state: 'waiting', expires_at: row.expires_at };
  }
}

/** An entry in the contract's form. */
export function presentEntry(entry: MovableEntry) {
  return {
    raffle_id: entry.raffleId,
    invitee_id: entry.inviteeId,
    entry_number: entry.entryNumber,
    display_name: entry.displayName,
  };
}

const COMPARED_CODE_LENGTH = 6;

/** What both devices show while a request waits. Derived from the request's id, so it is not stored. */
export function comparedCode(keys: Keys, requestId: string): string {
  return codeOfHash(keys.pseudonymise('continue-request', requestId), COMPARED_CODE_LENGTH);
}
