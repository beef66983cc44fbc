/**
 * Sends what waits in the outbox by one channel (R51): every node runs one, and the claim gives each row to one of them.
 *
 * 1. `wake` looks for due rows, claims a few, delivers them side by side, writes what became of each.
 * 2. What failed for now is tried again after a pause that grows, at most for three days; then it has failed.
 * 3. When the other side cannot be reached at all, everything waits: nobody else would get through either. The pause
 *    grows with every failure and ends with the first success.
 * 4. A process that dies in between leaves a claim behind, which runs out; then the row is delivered again, under the
 *    same identity, so that the receiving side can tell that it has it already.
 */
import type { Clock } from '../clock/clock.ts';
import { coalesce } from '../clock/coalesce.ts';
import type { Database } from '../database/database.ts';
import { type Channel, claimDue, nextDue, type OutboxRow, type Settled, settle } from './outbox.ts';

export type Delivery =
  | Exclude<Settled, { state: 'waiting' }>
  /** Another try may help; `nobody` gets through: the other side is away. */
  | { state: 'again'; reason: string; nobody: boolean };

export interface DispatcherParts {
  database: Database;
  clock: Clock;
  channel: Channel;
  /** Rows under way at the same time. */
  atOnce: number;
  /** What it throws counts as a failure for now, and is reported. */
  deliver: (row: OutboxRow) => Promise<Delivery>;
  report: (error: unknown) => void;
}

export interface Dispatcher {
  /** Something was put into the outbox. */
  wake(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
const PAUSES_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;
const FIRST_OUTAGE_MS = 5_000;
const LONGEST_OUTAGE_MS = 5 * MINUTE_MS;
/** Somebody else's rows are noticed by this time even if nobody told of them. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;
const DATABASE_AWAY_MS = 30_000;
const WAKE_SPAN_MS = 250;

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { database, clock, channel, atOnce, report } = parts;
  let stopped = false;
  let outages = 0;
  let quietUntil = 0;
  let cancelTimer: (() => void) | null = null;
  let underWay: Promise<void> = Promise.resolve();

  async function deliverOne(row: OutboxRow): Promise<void> {
    const delivery = await tryOne(row);
    const now = clock.now();
    if (delivery.state === 'again' && delivery.nobody) {
      outages += 1;
      quietUntil = now + Math.min(FIRST_OUTAGE_MS * 2 ** (outages - 1), LONGEST_OUTAGE_MS);
    } else if (delivery.state === 'sent') {
      outages = 0;
    }
    await settle(database.query, row, settled(row, delivery, now, quietUntil), now);
  }

  async function tryOne(row: OutboxRow): Promise<Delivery> {
    if (row.useful_until !== null && clock.now() >= row.useful_until)
      return { state: 'dropped', reason: 'late' };
    try {
      return await parts.deliver(row);
    } catch (error) {
      report(error);
      return { state: 'again', reason: 'internal', nobody: false };
    }
  }

  async function work(): Promise<void> {
    for (;;) {
      const now = clock.now();
      if (stopped || now < quietUntil) return;
      // After an outage one row goes ahead alone and shows whether there is a way again.
      const limit = outages > 0 ? 1 : atOnce;
      const rows = await claimDue(database.query, { channel, limit, now });
      if (rows.length === 0) return;
      await Promise.all(rows.map(deliverOne));
    }
  }

  async function workThenWait(): Promise<void> {
    try {
      await work();
    } finally {
      await armTimer();
    }
  }

  async function armTimer(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    const due = await nextDue(database.query, channel).catch(() => clock.now() + DATABASE_AWAY_MS);
    if (stopped) return;
    const latest = clock.now() + LOOK_AGAIN_MS;
    cancelTimer = clock.at(Math.max(Math.min(due ?? latest, latest), quietUntil), () => waking.ask());
  }

  const waking = coalesce(
    clock,
    WAKE_SPAN_MS,
    () => {
      underWay = workThenWait();
      return underWay;
    },
    report,
  );

  return {
    wake: () => waking.ask(),
    async stop() {
      stopped = true;
      waking.stop();
      await underWay.catch(() => undefined);
      cancelTimer?.();
    },
  };
}

/** @param quietUntil epoch ms: until then nothing gets through */
function settled(row: OutboxRow, delivery: Delivery, now: number, quietUntil: number): Settled {
  if (delivery.state !== 'again') return delivery;
  const { reason, nobody } = delivery;
  if (now - row.created_at >= GIVE_UP_MS) return { state: 'failed', reason };
  const pause = PAUSES_MS[Math.min(row.attempts, PAUSES_MS.length) - 1] ?? MINUTE_MS;
  return { state: 'waiting', reason, dueAt: nobody ? quietUntil : now + pause };
}
