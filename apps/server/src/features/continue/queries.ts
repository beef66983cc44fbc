/** Reading what waits to be continued (R41), and the entries that it is about. */
import type { ContinueRequests, ContinueStatus } from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { CallError } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { comparedCode } from './codes.ts';

export type ContinueRequestRow = Selectable<Tables['continue_requests']>;

/** An entry that may be taken to a further device. */
export interface MovableEntry {
  raffleId: string;
  hostId: string;
  title: string;
  inviteeId: string;
  entryNumber: number;
  displayName: string;
  email: string | null;
}

/** @throws CallError entry_withdrawn for one that was left, removed or erased */
export async function movableEntry(
  query: Kysely<Tables>,
  raffleId: string,
  inviteeId: string,
): Promise<MovableEntry> {
  const row = await query
    .selectFrom('participations as p')
    .innerJoin('raffles as r', 'r.id', 'p.raffle_id')
    .select(['p.entry_number', 'p.display_name', 'p.email', 'p.tickets', 'r.host_id', 'r.title'])
    .where('p.raffle_id', '=', raffleId)
    .where('p.invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (row === undefined || row.tickets === 0 || row.display_name === null) {
    throw new CallError('entry_withdrawn');
  }
  return {
    raffleId,
    inviteeId,
    hostId: row.host_id,
    title: row.title,
    entryNumber: row.entry_number,
    displayName: row.display_name,
    email: row.email,
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

/** A request of the raffle, whoever it is about; null when there is none. */
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

/** How a request stands, for the session that made it; null for everybody else. */
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

/** The contract's form of an entry that a device holds now. */
export function presentEntry(entry: MovableEntry) {
  return {
    raffle_id: entry.raffleId,
    invitee_id: entry.inviteeId,
    entry_number: entry.entryNumber,
    display_name: entry.displayName,
  };
}
