/**
 * One batch of joins of one raffle, inside a transaction: load under the lock, decide (decide-joins), write (R12, C6).
 * A batch costs the same few statements whether it holds one join or five hundred.
 */
import { foldEmail } from '@glassdrum/raffle-rules';
import { anyOf, insertTogether, newRows } from '../../../platform/database/bulk.ts';
import { lockRaffle, type Database, type RaffleRow, type Trx } from '../../../platform/database/database.ts';
import type { NewRows } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Caller, CallerHashes } from '../../../audit/audit.ts';
import type { decideJoins, JoinOutcome, JoinRequest } from './decide-joins.ts';
import { loadJoinState } from './join-state.ts';
import { receiptFacts, type ReceiptRaffle } from '../receipts.ts';
import {
  auditRows,
  enqueueEmails,
  writeEntries,
  deviceHash,
  networkHash,
  type Origin,
  originKey,
  personOf,
} from './write-entries.ts';

export interface QueuedJoin {
  request:
    | Omit<Extract<JoinRequest, { via: 'invite' }>, 'deviceHash'>
    | Omit<Extract<JoinRequest, { via: 'public' }>, 'deviceHash'>;
  caller: Caller;
  /** What the browser stores for the raffle (H11); null where it sent nothing. */
  deviceMark: string | null;
}

export interface JoinBatchParts {
  raffleId: string;
  joins: readonly QueuedJoin[];
  /** Called once the lock is held, so that no join is accepted after the deadline or the close. */
  now: () => number;
  makeId: () => string;
  /** For the audit log (I5). */
  hashCaller: (keys: Pick<Keys, 'pseudonymise'>, caller: Caller, raffleId: string) => CallerHashes;
  keys: Pick<Keys, 'pseudonymise'>;
  decide: typeof decideJoins;
  /** Whether people who gave an address get an email (R51). */
  confirmByMail: boolean;
}

export interface JoinBatchResult {
  /** At index i the answer to join i. */
  outcomes: JoinOutcome[];
  /** Null when the raffle is deleted, a draft, or was drawn before version 2; every outcome is a refusal then. */
  raffle: ReceiptRaffle | null;
}

type Joined = Extract<JoinOutcome, { kind: 'joined' }>;
type Waiting = Extract<JoinOutcome, { kind: 'waiting' }>;

export async function joinBatch(
  database: Database,
  trx: Trx,
  parts: JoinBatchParts,
): Promise<JoinBatchResult> {
  const raffle = await lockRaffle(database, trx, parts.raffleId);
  if (raffle === undefined || raffle.status === 'draft') {
    return { outcomes: parts.joins.map(({ request }) => refuseUnknown(request)), raffle: null };
  }
  const opened = await receiptFacts(trx, raffle);
  if (opened === null) {
    return { outcomes: parts.joins.map(() => ({ kind: 'refused', code: 'already_drawn' })), raffle: null };
  }
  const key = await originKey(trx, raffle);
  const keys = { pseudonymise: onceEach(parts.keys.pseudonymise) };
  const requests = parts.joins.map(({ request, deviceMark }) => ({
    ...request,
    deviceHash: deviceMark === null ? null : deviceHash(keys, key, deviceMark),
  }));
  const now = parts.now();
  const state = await loadJoinState(database, trx, raffle, requests, now);
  const outcomes = parts.decide(state, requests);
  await writeOutcomes(database, trx, { ...parts, keys, raffle, now, key, requests }, outcomes);
  return { outcomes, raffle: opened };
}

/** People who join together often share an address: what is made of it is made once for all of them. */
function onceEach(make: Keys['pseudonymise']): Keys['pseudonymise'] {
  const made = new Map<string, string>();
  return (purpose, value) => {
    const name = `${purpose} ${value}`;
    const known = made.get(name) ?? make(purpose, value);
    made.set(name, known);
    return known;
  };
}

/** The refusal that reveals nothing about what exists (I4). */
export function refuseUnknown(request: Pick<JoinRequest, 'via'>): JoinOutcome {
  return { kind: 'refused', code: request.via === 'invite' ? 'invite_invalid' : 'public_link_invalid' };
}

interface WriteContext extends Omit<JoinBatchParts, 'now'> {
  raffle: RaffleRow;
  /** Epoch ms. */
  now: number;
  /** The raffle's part of the key that origins are hashed with. */
  key: string;
  /** As they were decided, at the same indexes as `joins`. */
  requests: readonly JoinRequest[];
}

/** An outcome with its request. */
interface Decided<Outcome> {
  outcome: Outcome;
  request: JoinRequest;
  caller: Caller;
}

async function writeOutcomes(
  database: Database,
  trx: Trx,
  context: WriteContext,
  outcomes: readonly JoinOutcome[],
): Promise<void> {
  const { raffleId, joins, requests, now } = context;
  const sessions: { token_hash: string; raffle_id: string; invitee_id: string; created_at: number }[] = [];
  const joined: Decided<Joined>[] = [];
  const waiting: Decided<Waiting>[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const [join, request] = [joins[index], requests[index]];
    if (outcome.kind === 'refused' || join === undefined || request === undefined) continue;
    const { caller } = join;
    if (outcome.kind === 'joined') joined.push({ outcome, request, caller });
    if (outcome.kind === 'waiting' && outcome.isNew) waiting.push({ outcome, request, caller });
    if (outcome.linkSession === null) continue;
    const { inviteeId } = outcome.kind === 'waiting' ? outcome.request : outcome.entry;
    const session = { token_hash: outcome.linkSession, raffle_id: raffleId, invitee_id: inviteeId };
    sessions.push({ ...session, created_at: now });
  }
  const newSessions = newRows('participant_sessions', sessions);
  if (waiting.length > 0) await writeWaiting(database, trx, context, waiting);
  if (joined.length > 0) await writeJoined(database, trx, context, joined, newSessions);
  else await insertTogether(database, trx, [newSessions]);
}

async function writeJoined(
  database: Database,
  trx: Trx,
  context: WriteContext,
  joined: readonly Decided<Joined>[],
  sessions: NewRows,
): Promise<void> {
  const { raffleId, raffle, keys, hashCaller, makeId, confirmByMail, now } = context;
  const fromPublic = joined.filter(({ outcome }) => outcome.inviteId === null);
  const added = joined.map(({ outcome, request, caller }) => ({
    entry: outcome.entry,
    isInvited: outcome.inviteId !== null,
    origin: originOf(context, outcome.entry.email, request, caller),
    audit: {
      actor: 'participant' as const,
      action: 'entry_joined' as const,
      from: hashCaller(keys, caller, raffleId),
    },
  }));
  await writeEntries(database, trx, raffle, added, { makeId, confirmByMail, now }, [
    inviteeRows(
      context,
      fromPublic.map(({ outcome }) => outcome.entry),
    ),
    joinKeyRows(
      context,
      joined.map(({ outcome, request }) => ({ inviteeId: outcome.entry.inviteeId, request })),
    ),
    sessions,
  ]);
  const redeemed = joined.flatMap(({ outcome }) => outcome.inviteId ?? []);
  if (redeemed.length > 0) {
    await trx
      .updateTable('invites')
      .set({ redeemed_at: now })
      .where('id', ...anyOf(database, redeemed))
      .execute();
  }
}

/** H11: requests without a number. Their invitee, session and key are stored with them, so that approval only adds the entry. */
async function writeWaiting(
  database: Database,
  trx: Trx,
  context: WriteContext,
  waiting: readonly Decided<Waiting>[],
): Promise<void> {
  const { raffleId, raffle, keys, hashCaller, makeId, now } = context;
  const requested = waiting.map(({ outcome }) => outcome.request);
  const requests = newRows(
    'waiting_entries',
    waiting.map(({ outcome: { request: one }, request, caller }) => ({
      invitee_id: one.inviteeId,
      raffle_id: raffleId,
      state: one.state,
      needs_email: one.waitsFor.includes('email') ? (1 as const) : (0 as const),
      needs_approval: one.waitsFor.includes('approval') ? (1 as const) : (0 as const),
      name_publication: one.publication,
      rules_accepted_at: one.rulesAcceptedAt,
      email_fold: one.email === null ? null : foldEmail(one.email),
      device_key: one.deviceKey,
      entropy_commit: one.entropyCommit,
      asked_at: now,
      ...originOf(context, one.email, request, caller),
    })),
  );
  const keyRows = joinKeyRows(
    context,
    waiting.map(({ outcome, request }) => ({ inviteeId: outcome.request.inviteeId, request })),
  );
  const records = waiting.map(({ caller }) => ({
    actor: 'participant' as const,
    action: 'entry_requested' as const,
    from: hashCaller(keys, caller, raffleId),
    details: null,
  }));
  const audit = await auditRows(trx, raffle, records, { makeId, now });
  await insertTogether(database, trx, [inviteeRows(context, requested), requests, keyRows, audit]);
  await trx
    .updateTable('raffles')
    .set((set) => ({ waiting_count: set('waiting_count', '+', waiting.length) }))
    .where('id', '=', raffleId)
    .execute();
  const unconfirmed = requested.filter((one) => one.waitsFor.includes('email'));
  await enqueueEmails(trx, raffleId, unconfirmed, { occasion: 'confirm', now });
}

/** For people who joined by the public link. */
function inviteeRows(
  { raffleId, now }: WriteContext,
  people: readonly { inviteeId: string; displayName: string; email: string | null }[],
): NewRows {
  return newRows(
    'invitees',
    people.map(({ inviteeId, displayName, email }) => ({
      id: inviteeId,
      raffle_id: raffleId,
      display_name: displayName,
      email,
      notes: null,
      source: 'public' as const,
      created_at: now,
    })),
  );
}

function joinKeyRows(
  { raffleId, now }: WriteContext,
  calls: readonly { inviteeId: string; request: JoinRequest }[],
): NewRows {
  const rows = calls.flatMap(({ inviteeId, request: { key } }) =>
    key === null
      ? []
      : [
          {
            key_hash: key.keyHash,
            request_hash: key.requestHash,
            raffle_id: raffleId,
            invitee_id: inviteeId,
            created_at: now,
          },
        ],
  );
  return newRows('join_keys', rows);
}

function originOf(
  { keys, key }: WriteContext,
  email: string | null,
  request: JoinRequest,
  caller: Caller,
): Origin {
  return {
    email_person: personOf(email),
    network_hash: networkHash(keys, key, caller.ip),
    device_hash: request.deviceHash,
  };
}
