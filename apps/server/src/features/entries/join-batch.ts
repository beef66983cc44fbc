/**
 * One batch of joins of one raffle, inside a transaction: load under the lock, decide (decide-joins), write (R12, C6).
 * A batch costs the same few statements whether it holds one join or five hundred.
 */
import { anyOf, insertMany } from '../../database/bulk.ts';
import { lockRaffle, type Database, type RaffleRow, type Trx } from '../../database/database.ts';
import { putIntoOutbox } from '../../outbox/outbox.ts';
import type { CallerHashes } from '../audit/audit.ts';
import type { decideJoins, JoinOutcome, JoinRequest } from './decide-joins.ts';
import { loadJoinState } from './join-state.ts';
import { receiptFacts, type ReceiptRaffle } from './receipts.ts';

export interface QueuedJoin {
  request: JoinRequest;
  caller: Caller;
}

/** Where a call came from, as callerHashes of the audit log takes it. */
export interface Caller {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}

export interface JoinBatchParts {
  raffleId: string;
  joins: readonly QueuedJoin[];
  /** Read once the lock is held, so that no join outruns a deadline or a close. */
  now: () => number;
  makeId: () => string;
  /** For the audit log (I5). */
  hashCaller: (caller: Caller, raffleId: string) => CallerHashes;
  decide: typeof decideJoins;
  /** Those who gave an address get a letter (R51). */
  confirmByMail: boolean;
}

export interface JoinBatchResult {
  /** At index i the answer to join i. */
  outcomes: JoinOutcome[];
  /** Null when the raffle is gone or a draft; every outcome is a refusal then. */
  raffle: ReceiptRaffle | null;
}

type Joined = Extract<JoinOutcome, { kind: 'joined' }>;

export async function joinBatch(
  database: Database,
  trx: Trx,
  parts: JoinBatchParts,
): Promise<JoinBatchResult> {
  const requests = parts.joins.map((join) => join.request);
  const raffle = await lockRaffle(database, trx, parts.raffleId);
  const opened = raffle === undefined ? null : receiptFacts(raffle);
  if (raffle === undefined || opened === null) {
    return { outcomes: requests.map(refuseUnknown), raffle: null };
  }
  const now = parts.now();
  const state = await loadJoinState(database, trx, raffle, requests, now);
  const outcomes = parts.decide(state, requests);
  await writeOutcomes(database, trx, parts, raffle, outcomes, now);
  return { outcomes, raffle: opened };
}

/** The refusal that tells nothing about what exists (I4). */
export function refuseUnknown(request: JoinRequest): JoinOutcome {
  return { kind: 'refused', code: request.via === 'invite' ? 'invite_invalid' : 'public_link_invalid' };
}

async function writeOutcomes(
  database: Database,
  trx: Trx,
  parts: JoinBatchParts,
  raffle: RaffleRow,
  outcomes: readonly JoinOutcome[],
  now: number,
): Promise<void> {
  const { raffleId, joins } = parts;
  const sessions = outcomes.flatMap((outcome) =>
    outcome.kind === 'refused' || outcome.linkSession === null
      ? []
      : [
          {
            token_hash: outcome.linkSession,
            raffle_id: raffleId,
            invitee_id: outcome.entry.inviteeId,
            created_at: now,
          },
        ],
  );
  const joined = outcomes.flatMap((outcome, index) => {
    const join = joins[index];
    return outcome.kind === 'joined' && join !== undefined ? [{ outcome, join }] : [];
  });
  if (joined.length > 0) await writeEntries(database, trx, parts, raffle, joined, now);
  await insertMany(database, trx, 'participant_sessions', sessions);
}

async function writeEntries(
  database: Database,
  trx: Trx,
  { raffleId, makeId, hashCaller, confirmByMail }: JoinBatchParts,
  raffle: RaffleRow,
  joined: readonly { outcome: Joined; join: QueuedJoin }[],
  now: number,
): Promise<void> {
  const entries = joined.map(({ outcome }) => outcome.entry);
  const fromPublic = joined.filter(({ outcome }) => outcome.inviteId === null);
  await insertMany(
    database,
    trx,
    'invitees',
    fromPublic.map(({ outcome: { entry } }) => ({
      id: entry.inviteeId,
      raffle_id: raffleId,
      display_name: entry.displayName,
      email: entry.email,
      notes: null,
      source: 'public' as const,
      created_at: now,
    })),
  );
  await insertMany(
    database,
    trx,
    'participations',
    entries.map((entry) => ({
      raffle_id: raffleId,
      entry_number: entry.entryNumber,
      invitee_id: entry.inviteeId,
      display_name: entry.displayName,
      email: entry.email,
      email_fold: entry.emailFold,
      tickets: entry.tickets,
      salt: entry.salt,
      name_commit: entry.nameCommit,
      joined_at: now,
      receipt_issued_at_s: entry.receiptIssuedAtS,
    })),
  );
  const redeemed = joined.flatMap(({ outcome }) => outcome.inviteId ?? []);
  if (redeemed.length > 0) {
    await trx
      .updateTable('invites')
      .set({ redeemed_at: now })
      .where('id', 'in', anyOf(database, redeemed))
      .execute();
  }
  const keys = joined.flatMap(({ outcome, join: { request } }) =>
    request.key === null
      ? []
      : [
          {
            key_hash: request.key.keyHash,
            request_hash: request.key.requestHash,
            raffle_id: raffleId,
            invitee_id: outcome.entry.inviteeId,
            created_at: now,
          },
        ],
  );
  await insertMany(database, trx, 'join_keys', keys);
  await trx
    .updateTable('raffles')
    .set((set) => ({
      entry_count: set('entry_count', '+', entries.length),
      active_count: set('active_count', '+', entries.length),
      ticket_total: set(
        'ticket_total',
        '+',
        entries.reduce((sum, entry) => sum + entry.tickets, 0),
      ),
      roster_revision: set('roster_revision', '+', entries.length),
    }))
    .where('id', '=', raffleId)
    .execute();
  if (confirmByMail) {
    const reached = entries.filter(({ email }) => email !== null);
    await putIntoOutbox(
      trx,
      reached.map(({ inviteeId }) => ({
        channel: 'mail' as const,
        occasion: 'joined' as const,
        raffleId,
        inviteeId,
        now,
        usefulUntil: null,
      })),
    );
  }
  await insertMany(
    database,
    trx,
    'audit_log',
    joined.map(({ outcome, join }) => {
      const { ipHash, uaHash } = hashCaller(join.caller, raffleId);
      return {
        id: makeId(),
        raffle_id: raffleId,
        host_id: raffle.host_id,
        actor: 'participant',
        action: 'entry_joined',
        ts: now,
        ip_hash: ipHash,
        ua_hash: uaHash,
        details: JSON.stringify({ entry_number: outcome.entry.entryNumber }),
      };
    }),
  );
}
