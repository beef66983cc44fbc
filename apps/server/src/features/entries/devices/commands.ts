/**
 * Using an entry on another device (R41): requests and their answers, codes, and links that the host reissued.
 *
 * 1. Everything that grants a session is one conditional write: a request is answered once, a code and a link work once.
 * 2. The session is linked to the entry and the audit record written in the same transaction.
 * 3. After commit the entry's own sockets are notified of the requests that wait.
 * Devices don't affect the draw: all of this works after the freeze too.
 */
import { randomBytes } from 'node:crypto';
import { CONTINUE_WITHIN_MS } from '@glassdrum/contract';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { randomCode } from '../../../platform/keys/readable-code.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { Participant, ParticipantSessions, SessionHeaders } from '../participant-session.ts';
import { deviceSession, linkDevice } from './device-session.ts';
import { type ContinueRequestRow, type MovableEntry, movableEntry } from './queries.ts';

export interface ContinueParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  sessions: ParticipantSessions;
}

/** The call of a device that wants to use an entry, for the audit log and the session. */
export interface DeviceCall {
  ip: string;
  headers: SessionHeaders & { 'user-agent'?: string | undefined };
}

/** 39 bits: with few attempts per address in ten minutes, nobody guesses one. */
const CODE_LENGTH = 8;
/** Further requests for one entry replace the oldest. */
const MAX_WAITING = 5;
/** How long the status of an answered or expired request can be queried. */
const STORED_MS = 60 * 60 * 1000;

/** The entry that a device may use from now on, with the secret of its session if that is new. */
export interface Continued {
  entry: MovableEntry;
  freshToken: string | null;
}

/**
 * A device requests the use of an entry. While a request of it waits, it stays the same request.
 * @throws RefusalError entry_withdrawn, already_joined when the device has the entry
 */
export async function requestEntry(
  parts: ContinueParts,
  input: { raffleId: string; inviteeId: string; call: DeviceCall },
): Promise<{ request: ContinueRequestRow; freshToken: string | null; isNew: boolean }> {
  const { database, clock, bus, sessions } = parts;
  const { raffleId, inviteeId, call } = input;
  const result = await database.transaction(async (trx) => {
    const now = clock.now();
    await movableEntry(trx, raffleId, inviteeId);
    const { hash, freshToken } = await deviceSession(trx, sessions, call.headers, now);
    if (await hasEntry(trx, hash, raffleId, inviteeId)) throw new RefusalError('already_joined');
    const waiting = await trx
      .selectFrom('continue_requests')
      .selectAll()
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .execute();
    const same = waiting.find((row) => row.session_hash === hash);
    if (same !== undefined) return { request: same, freshToken, isNew: false };
    const pushedOut = waiting.slice(MAX_WAITING - 1).map(({ id }) => id);
    await trx
      .deleteFrom('continue_requests')
      .where((where) =>
        where.or([
          where('expires_at', '<', now - STORED_MS),
          ...(pushedOut.length > 0 ? [where('id', 'in', pushedOut)] : []),
        ]),
      )
      .execute();
    const request: ContinueRequestRow = {
      id: randomBytes(16).toString('base64url'),
      raffle_id: raffleId,
      invitee_id: inviteeId,
      session_hash: hash,
      state: 'waiting',
      created_at: now,
      expires_at: now + CONTINUE_WITHIN_MS,
    };
    await trx.insertInto('continue_requests').values(request).execute();
    return { request, freshToken, isNew: true };
  });
  if (result.isNew) bus.publish({ topic: 'continue-changed', raffleId, inviteeId });
  return result;
}

async function hasEntry(trx: Trx, hash: string, raffleId: string, inviteeId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('participant_sessions')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The joined device's answer. Idempotent. @throws RefusalError not_found, continue_request_over */
export async function answerRequest(
  parts: ContinueParts,
  participant: Participant,
  answer: { requestId: string; state: 'approved' | 'refused'; call: DeviceCall },
): Promise<void> {
  const { database, clock, bus, keys } = parts;
  const { raffleId } = participant;
  const { inviteeId } = participant.entry;
  const { requestId, state, call } = answer;
  await database.transaction(async (trx) => {
    const now = clock.now();
    const request = await trx
      .updateTable('continue_requests')
      .set({ state })
      .where('id', '=', requestId)
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    if (request === undefined) return checkAnswered(trx, inviteeId, answer);
    if (state === 'refused') return;
    await linkDevice(trx, await movableEntry(trx, raffleId, inviteeId), {
      sessionHash: request.session_hash,
      via: 'approval',
      now,
      from: callerHashes(keys, call, raffleId),
    });
  });
  bus.publish({ topic: 'continue-changed', raffleId, inviteeId });
}

async function checkAnswered(
  trx: Trx,
  inviteeId: string,
  { requestId, state }: { requestId: string; state: 'approved' | 'refused' },
): Promise<void> {
  const known = await trx
    .selectFrom('continue_requests')
    .select('state')
    .where('id', '=', requestId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (known === undefined) throw new RefusalError('not_found');
  if (known.state !== state) throw new RefusalError('continue_request_over');
}

/** A code for the entry, which replaces the previous one of the same kind. */
export async function makeCode(
  { database, clock, keys, bus }: ContinueParts,
  entry: { raffleId: string; inviteeId: string },
  via: 'device' | 'mail',
): Promise<{ code: string; expiresAt: number }> {
  const code = randomCode(CODE_LENGTH);
  const expiresAt = await database.transaction(async (trx) => {
    const now = clock.now();
    const changing = {
      code_hash: codeHash(keys, code),
      created_at: now,
      expires_at: now + CONTINUE_WITHIN_MS,
    };
    await trx.deleteFrom('continue_codes').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('continue_codes')
      .values({ ...changing, raffle_id: entry.raffleId, invitee_id: entry.inviteeId, via })
      .onConflict((conflict) => conflict.columns(['invitee_id', 'via']).doUpdateSet(changing))
      .execute();
    return changing.expires_at;
  });
  bus.publish({ topic: 'continue-changed', ...entry });
  return { code, expiresAt };
}

/** @throws RefusalError continue_code_invalid for a wrong, used or expired one, entry_withdrawn */
export async function redeemCode(parts: ContinueParts, code: string, call: DeviceCall): Promise<Continued> {
  const { database, clock, keys, sessions, bus } = parts;
  const continued = await database.transaction(async (trx) => {
    const now = clock.now();
    const row = await trx
      .deleteFrom('continue_codes')
      .where('code_hash', '=', codeHash(keys, code))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined || row.expires_at <= now) throw new RefusalError('continue_code_invalid');
    const entry = await movableEntry(trx, row.raffle_id, row.invitee_id);
    const { hash, freshToken } = await deviceSession(trx, sessions, call.headers, now);
    const from = callerHashes(keys, call, entry.raffleId);
    await linkDevice(trx, entry, { sessionHash: hash, via: row.via, now, from });
    return { entry, freshToken };
  });
  const { raffleId, inviteeId } = continued.entry;
  bus.publish({ topic: 'continue-changed', raffleId, inviteeId });
  return continued;
}

/** @throws RefusalError invite_invalid for every link that was not re-issued or was used, entry_withdrawn */
export async function openReissuedLink(
  parts: ContinueParts,
  tokenHash: string,
  call: DeviceCall,
): Promise<Continued> {
  const { database, clock, keys, sessions } = parts;
  return database.transaction(async (trx) => {
    const now = clock.now();
    const invite = await trx
      .updateTable('invites')
      .set({ reissued: 0 })
      .where('token_hash', '=', tokenHash)
      .where('revoked', '=', 0)
      .where('reissued', '=', 1)
      .returning(['raffle_id', 'invitee_id'])
      .executeTakeFirst();
    if (invite === undefined) throw new RefusalError('invite_invalid');
    const entry = await movableEntry(trx, invite.raffle_id, invite.invitee_id);
    const { hash, freshToken } = await deviceSession(trx, sessions, call.headers, now);
    const from = callerHashes(keys, call, entry.raffleId);
    await linkDevice(trx, entry, { sessionHash: hash, via: 'link', now, from });
    return { entry, freshToken };
  });
}

/**
 * Ends all open requests and codes for an entry when the host reissues its link. Linked devices stay linked.
 * @throws RefusalError entry_withdrawn
 */
export async function endTransfers(trx: Trx, raffleId: string, inviteeId: string): Promise<void> {
  await movableEntry(trx, raffleId, inviteeId);
  for (const table of ['continue_requests', 'continue_codes'] as const) {
    await trx
      .deleteFrom(table)
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .execute();
  }
}

/** Keyed: a plain hash of such a short code could be brute-forced. */
function codeHash(keys: Keys, code: string): string {
  return keys.pseudonymise('continue-code', code);
}
