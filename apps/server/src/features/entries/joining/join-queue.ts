/**
 * Group commit: joins that arrive in the same tick share one transaction, so a burst of them costs few disk flushes.
 *
 * 1. Joins queue up; the next turn of the event loop takes up to BATCH_SIZE of them. While a transaction runs, more arrive.
 * 2. Their tokens and links are resolved to raffles with one query each.
 * 3. Each raffle's joins are decided and written together. SQLite takes all raffles of the batch in one transaction; on
 *    PostgreSQL each raffle has its own lane, so that a raffle that is locked or slow delays only its own entrants.
 * 4. All are answered after the commit. If a transaction fails, its joins are retried once, one by one, so that no join fails
 *    because of another; but not while the database is unavailable.
 */
import type { Bus } from '../../../platform/bus/bus.ts';
import { anyOf } from '../../../platform/database/bulk.ts';
import { isDatabaseAway, type Database, type Trx } from '../../../platform/database/database.ts';
import { decideJoins, type JoinOutcome } from './decide-joins.ts';
import { joinBatch, refuseUnknown, type JoinBatchParts, type QueuedJoin } from './join-batch.ts';
import type { ReceiptRaffle } from '../receipts.ts';

/** A join's answer: what was decided, and the raffle for the receipt (null only with a refusal). */
interface JoinResult {
  outcome: JoinOutcome;
  raffle: ReceiptRaffle | null;
}

export interface JoinQueue {
  /** Resolves after commit. Rejects when the database is unavailable or failed twice. */
  submit(join: QueuedJoin): Promise<JoinResult>;
}

export interface JoinQueueParts {
  database: Database;
  bus: Bus;
  now: () => number;
  makeId: () => string;
  hashCaller: JoinBatchParts['hashCaller'];
  confirmByMail: boolean;
  keys: JoinBatchParts['keys'];
  /** Replaces the product's decision, to show that the tests' checks of entries detect a wrong one. */
  decide?: typeof decideJoins;
}

interface PendingJoin {
  join: QueuedJoin;
  resolve: (result: JoinResult) => void;
  reject: (error: unknown) => void;
}

interface Group {
  raffleId: string;
  waiting: PendingJoin[];
}

const BATCH_SIZE = 500;
/** The database ends the transaction of a node that has stalled for this long, and refuses a slower statement. */
const SILENT_MS = 2_000;

export function createJoinQueue(parts: JoinQueueParts): JoinQueue {
  const { database, bus } = parts;
  let queue: PendingJoin[] = [];
  let running = false;
  /** Joins that wait for the running transaction of their raffle, by raffle; only on PostgreSQL. */
  const lanes = new Map<string, PendingJoin[]>();

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_SIZE);
      queue = queue.slice(BATCH_SIZE);
      await runBatch(batch);
      // Lets the calls that arrived meanwhile join the next batch.
      await new Promise(setImmediate);
    }
    running = false;
  }

  async function runBatch(batch: PendingJoin[]): Promise<void> {
    try {
      const groups = await groupByRaffle(batch);
      if (database.kind === 'sqlite') await commit(groups);
      else for (const group of groups) addToLane(group);
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  function addToLane({ raffleId, waiting }: Group): void {
    const lane = lanes.get(raffleId);
    if (lane !== undefined) {
      lane.push(...waiting);
      return;
    }
    lanes.set(raffleId, waiting);
    void runLane(raffleId);
  }

  async function runLane(raffleId: string): Promise<void> {
    for (;;) {
      const waiting = lanes.get(raffleId)?.splice(0, BATCH_SIZE) ?? [];
      if (waiting.length === 0) break;
      await commit([{ raffleId, waiting }]);
    }
    lanes.delete(raffleId);
  }

  async function groupByRaffle(batch: readonly PendingJoin[]): Promise<Group[]> {
    const raffleOf = await findRaffles(
      database,
      batch.map((waiting) => waiting.join),
    );
    const groups = new Map<string, Group>();
    for (const waiting of batch) {
      const raffleId = raffleOf(waiting.join);
      if (raffleId === undefined) {
        waiting.resolve({ outcome: refuseUnknown(waiting.join.request), raffle: null });
        continue;
      }
      const group = groups.get(raffleId) ?? { raffleId, waiting: [] };
      group.waiting.push(waiting);
      groups.set(raffleId, group);
    }
    return [...groups.values()];
  }

  async function commit(groups: readonly Group[], alone = false): Promise<void> {
    const waiting = groups.flatMap((group) => group.waiting);
    if (waiting.length === 0) return;
    try {
      const results = await database.transaction((trx) => runGroups(trx, groups), { silentMs: SILENT_MS });
      settleAll(waiting, results);
      publishChanges(groups, results);
    } catch (error) {
      if (alone || isDatabaseAway(error)) {
        for (const one of waiting) one.reject(error);
        return;
      }
      for (const group of groups) {
        for (const one of group.waiting) await commit([{ raffleId: group.raffleId, waiting: [one] }], true);
      }
    }
  }

  async function runGroups(trx: Trx, groups: readonly Group[]): Promise<JoinResult[]> {
    const results: JoinResult[] = [];
    for (const group of groups) {
      const { outcomes, raffle } = await joinBatch(database, trx, {
        raffleId: group.raffleId,
        joins: group.waiting.map((waiting) => waiting.join),
        now: parts.now,
        makeId: parts.makeId,
        hashCaller: parts.hashCaller,
        confirmByMail: parts.confirmByMail,
        keys: parts.keys,
        decide: parts.decide ?? decideJoins,
      });
      results.push(...outcomes.map((outcome) => ({ outcome, raffle })));
    }
    return results;
  }

  function publishChanges(groups: readonly Group[], results: readonly JoinResult[]): void {
    const changed = (kind: JoinOutcome['kind']) =>
      new Set(results.map(({ outcome, raffle }) => (outcome.kind === kind ? raffle?.id : undefined)));
    const [joined, waiting] = [changed('joined'), changed('waiting')];
    for (const { raffleId } of groups) {
      if (joined.has(raffleId)) bus.publish({ topic: 'entries-changed', raffleId });
      if (waiting.has(raffleId)) bus.publish({ topic: 'waiting-changed', raffleId });
    }
  }

  return {
    submit: (join) =>
      new Promise((resolve, reject) => {
        queue.push({ join, resolve, reject });
        if (running) return;
        running = true;
        setImmediate(() => void run());
      }),
  };
}

function settleAll(waiting: readonly PendingJoin[], results: readonly JoinResult[]): void {
  for (const [index, one] of waiting.entries()) {
    const result = results[index];
    if (result === undefined) one.reject(new Error('A join got no answer.'));
    else one.resolve(result);
  }
}

/** The raffles that tokens and public links belong to; a token never moves to another raffle. */
async function findRaffles(
  database: Database,
  joins: readonly QueuedJoin[],
): Promise<(join: QueuedJoin) => string | undefined> {
  const tokens = new Set<string>();
  const links = new Set<string>();
  for (const { request } of joins) {
    if (request.via === 'invite') tokens.add(request.tokenHash);
    else links.add(request.publicLink);
  }
  const invites =
    tokens.size === 0
      ? []
      : await database.query
          .selectFrom('invites')
          .select(['token_hash', 'raffle_id'])
          .where('token_hash', ...anyOf(database, [...tokens]))
          .execute();
  const raffles =
    links.size === 0
      ? []
      : await database.query
          .selectFrom('raffles')
          .select(['id', 'public_link'])
          .where('public_link', ...anyOf(database, [...links]))
          .execute();
  const byToken = new Map(invites.map((invite) => [invite.token_hash, invite.raffle_id]));
  const byLink = new Map(raffles.map((raffle) => [raffle.public_link, raffle.id]));
  return ({ request }) =>
    request.via === 'invite' ? byToken.get(request.tokenHash) : byLink.get(request.publicLink);
}
