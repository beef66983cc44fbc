/**
 * Group commit: joins that arrive in the same tick share one transaction, so a storm of them costs few disk flushes.
 *
 * 1. Joins queue up; the next turn of the event loop takes up to BATCH_SIZE of them. While a transaction runs, more arrive.
 * 2. Their tokens and links are turned into raffles with one question each.
 * 3. Each raffle's joins are decided and written together; SQLite takes all raffles of the batch in one transaction.
 * 4. Everybody is answered after the commit. If a transaction fails, its joins are tried once more, one by one, so that
 *    no join fails because of its neighbour; but not while the database is away.
 */
import type { Bus } from '../../bus/bus.ts';
import { anyOf } from '../../database/bulk.ts';
import { isDatabaseAway, type Database, type Trx } from '../../database/database.ts';
import { decideJoins, type JoinOutcome } from './decide-joins.ts';
import { joinBatch, refuseUnknown, type JoinBatchParts, type QueuedJoin } from './join-batch.ts';
import type { ReceiptRaffle } from './receipts.ts';

/** A join's answer: what was decided, and the raffle for the receipt (null only with a refusal). */
interface JoinResult {
  outcome: JoinOutcome;
  raffle: ReceiptRaffle | null;
}

export interface JoinQueue {
  /** Resolves after commit. Rejects when the database is away or failed twice. */
  submit(join: QueuedJoin): Promise<JoinResult>;
}

export interface JoinQueueParts {
  database: Database;
  bus: Bus;
  now: () => number;
  makeId: () => string;
  hashCaller: JoinBatchParts['hashCaller'];
  confirmByMail: boolean;
  /** Another decision than the product's, to show that a check of the entries notices it. */
  decide?: typeof decideJoins;
}

interface Waiting {
  join: QueuedJoin;
  resolve: (result: JoinResult) => void;
  reject: (error: unknown) => void;
}

interface Group {
  raffleId: string;
  waiting: Waiting[];
}

const BATCH_SIZE = 500;

export function createJoinQueue(parts: JoinQueueParts): JoinQueue {
  const { database, bus } = parts;
  let queue: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_SIZE);
      queue = queue.slice(BATCH_SIZE);
      await takeBatch(batch);
      // A turn of the event loop lets the calls that arrived meanwhile join the next batch.
      await new Promise(setImmediate);
    }
    running = false;
  }

  async function takeBatch(batch: Waiting[]): Promise<void> {
    try {
      const groups = await groupByRaffle(batch);
      if (database.kind === 'sqlite') await commit(groups);
      else await Promise.all(groups.map((group) => commit([group])));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  async function groupByRaffle(batch: readonly Waiting[]): Promise<Group[]> {
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
      const results = await database.transaction((trx) => runGroups(trx, groups));
      settle(waiting, results);
      tellChanges(groups, results);
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
        decide: parts.decide ?? decideJoins,
      });
      results.push(...outcomes.map((outcome) => ({ outcome, raffle })));
    }
    return results;
  }

  function tellChanges(groups: readonly Group[], results: readonly JoinResult[]): void {
    const changed = new Set(
      results.map(({ outcome, raffle }) => (outcome.kind === 'joined' ? raffle?.id : undefined)),
    );
    for (const { raffleId } of groups) {
      if (changed.has(raffleId)) bus.publish({ topic: 'entries-changed', raffleId });
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

function settle(waiting: readonly Waiting[], results: readonly JoinResult[]): void {
  for (const [index, one] of waiting.entries()) {
    const result = results[index];
    if (result === undefined) one.reject(new Error('A join got no answer.'));
    else one.resolve(result);
  }
}

/** The raffles that tokens and public links lead to; which raffle a token belongs to never changes. */
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
          .where('token_hash', 'in', anyOf(database, [...tokens]))
          .execute();
  const raffles =
    links.size === 0
      ? []
      : await database.query
          .selectFrom('raffles')
          .select(['id', 'public_link'])
          .where('public_link', 'in', anyOf(database, [...links]))
          .execute();
  const byToken = new Map(invites.map((invite) => [invite.token_hash, invite.raffle_id]));
  const byLink = new Map(raffles.map((raffle) => [raffle.public_link, raffle.id]));
  return ({ request }) =>
    request.via === 'invite' ? byToken.get(request.tokenHash) : byLink.get(request.publicLink);
}
