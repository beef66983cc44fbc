/**
 * Sends what waits in the outbox by one channel (R51): every node has such a lane, and the claim gives each row to one.
 *
 * 1. Due rows are claimed in batches, delivered side by side, and what became of each is written down.
 * 2. What failed for now is retried after a growing backoff, at most for three days; then it has failed.
 * 3. During an outage, when the receiving side can't be reached at all, everything waits: nothing else would get through
 *    either. The backoff grows with every failure. After it one row goes alone as a probe; the first success ends the outage.
 * 4. A process that dies in between leaves a claim behind, which runs out; then the row is delivered again, under the same
 *    identity, so that the receiving side can tell that it has it already.
 */
import { doubling } from '../platform/clock/backoff.ts';
import type { Database } from '../platform/database/database.ts';
import { createLane, type Lane, type LaneParts } from './lane.ts';
import { type Channel, claimDue, nextDue, type OutboxRow, type Settled, settle } from './outbox.ts';

export type Delivery =
  | Settled
  /** It was put back already, in a transaction of its own. */
  | { state: 'held' }
  /** Another try may help. In an outage, the other rows would fail as well. */
  | { state: 'retry'; reason: string; isOutage: boolean };

export interface OutboxLaneParts extends Pick<LaneParts<OutboxRow>, 'clock' | 'report'> {
  database: Database;
  channel: Channel;
  /** Rows that are delivered at the same time. */
  concurrency: number;
  /** What it throws is reported, and the row is retried. */
  deliver: (row: OutboxRow) => Promise<Delivery>;
  /** Hears how each attempt ended. */
  onDelivery?: ((channel: Channel, outcome: Delivery['state']) => void) | undefined;
}

const MINUTE_MS = 60_000;
const RETRIES_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;
const outageBackoff = doubling(5_000, 5 * MINUTE_MS);
const WAKE_SPAN_MS = 250;

export function createOutboxLane(parts: OutboxLaneParts): Lane {
  const { database, clock, channel, concurrency, report } = parts;
  /** Failures since the outage began; 0 when there is none. */
  let outages = 0;
  /** Until then nothing is tried, epoch ms. */
  let outageUntil = 0;

  async function handle(row: OutboxRow): Promise<void> {
    const delivery = await tryToDeliver(row);
    parts.onDelivery?.(channel, delivery.state);
    if (delivery.state === 'held') return;
    const now = clock.now();
    if (delivery.state === 'retry' && delivery.isOutage) {
      outages += 1;
      outageUntil = now + outageBackoff(outages);
    } else if (delivery.state === 'sent') {
      outages = 0;
    }
    await settle(database.query, row, settled(row, delivery, now, outageUntil), now);
  }

  async function tryToDeliver(row: OutboxRow): Promise<Delivery> {
    if (row.useful_until !== null && clock.now() >= row.useful_until)
      return { state: 'dropped', reason: 'late' };
    try {
      return await parts.deliver(row);
    } catch (error) {
      report(error);
      return { state: 'retry', reason: 'internal', isOutage: false };
    }
  }

  return createLane({
    clock,
    report,
    concurrency,
    inBatches: true,
    wakeSpanMs: WAKE_SPAN_MS,
    source: {
      async claim(free) {
        const now = clock.now();
        if (now < outageUntil) return [];
        return claimDue(database.query, { channel, limit: outages > 0 ? 1 : free, now });
      },
      async nextDue() {
        const due = await nextDue(database.query, channel);
        return due === null ? null : Math.max(due, outageUntil);
      },
    },
    handle,
  });
}

function settled(
  row: OutboxRow,
  delivery: Exclude<Delivery, { state: 'held' }>,
  now: number,
  outageUntil: number,
): Settled {
  if (delivery.state !== 'retry') return delivery;
  const { reason, isOutage } = delivery;
  if (now - row.created_at >= GIVE_UP_MS) return { state: 'failed', reason };
  const backoff = RETRIES_MS[Math.min(row.attempts, RETRIES_MS.length) - 1] ?? MINUTE_MS;
  return { state: 'waiting', reason, dueAt: isOutage ? outageUntil : now + backoff };
}
