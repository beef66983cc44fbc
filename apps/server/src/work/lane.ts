/**
 * The loop behind everything that is due later: jobs, emails and notifications, steps of draws, signing the log.
 *
 * 1. A lane looks for work when `wake` is called, when the next item is due, when an item ends, and every ten minutes in
 *    case a message was lost.
 * 2. It claims what is due from its source, up to its free capacity, and gives each item to the handler.
 * 3. When the source fails, it is asked again after a backoff. What becomes of an item, and when it is tried again, is
 *    between handler and source; a handler that throws is reported.
 * 4. A lane that stops claims nothing more, aborts the handlers' signal and waits until they end. A handler that ignores
 *    the signal finishes its work.
 */
import type { Clock } from '../platform/clock/clock.ts';
import { coalesce } from '../platform/clock/coalesce.ts';

/** Where a lane's items come from. */
interface LaneSource<Item> {
  /** Takes items that are due, at most `limit`, so that nobody else has them. None: nothing is due. */
  claim(limit: number): Promise<readonly Item[]>;
  /** When the next item is due, epoch ms; null when none waits. */
  nextDue(): Promise<number | null>;
}

export interface LaneParts<Item> {
  clock: Clock;
  source: LaneSource<Item>;
  /** @param signal aborted when the lane stops */
  handle: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Items that are handled at the same time. */
  concurrency: number;
  /** Claims only when no item is being handled, for sources whose claim is expensive. Default false. */
  inBatches?: boolean;
  /** While it is false nothing is claimed; it is checked again after a second. */
  mayRun?: () => boolean;
  /** Calls of `wake` within this time are one, ms. Default 0. */
  wakeSpanMs?: number;
  /** Gets what source and handlers threw. */
  report: (error: unknown) => void;
}

export interface Lane {
  /** Something may be due. */
  wake(): void;
  /** Resolves when nothing is being handled any more. */
  stop(): Promise<void>;
}

const POLL_MS = 600_000;
const MAY_RUN_CHECK_MS = 1_000;

export function createLane<Item>(parts: LaneParts<Item>): Lane {
  const { clock, source, concurrency, inBatches = false, mayRun = () => true, report } = parts;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> = Promise.resolve();
  let cancelDue = (): void => undefined;
  let cancelPoll = (): void => undefined;

  const capacity = (): number => {
    if (stopping.signal.aborted || (inBatches && running.size > 0)) return 0;
    return concurrency - running.size;
  };

  function start(item: Item): void {
    const run = parts
      .handle(item, stopping.signal)
      .catch(report)
      .finally(() => {
        running.delete(run);
        claims.trigger();
      });
    running.add(run);
  }

  /** Claims what is due and sets the timers for what comes next. */
  async function claimDue(): Promise<void> {
    cancelDue();
    cancelPoll();
    if (!mayRun()) {
      cancelDue = clock.after(MAY_RUN_CHECK_MS, claims.trigger);
      return;
    }
    for (let free = capacity(); free > 0; free = capacity()) {
      const items = await source.claim(free);
      if (items.length === 0) break;
      for (const item of items) start(item);
    }
    // A full lane claims again when an item ends.
    const due = capacity() > 0 ? await source.nextDue() : null;
    if (stopping.signal.aborted) return;
    // It may have become due since the source was asked.
    if (due !== null && due <= clock.now()) claims.trigger();
    else if (due !== null) cancelDue = clock.at(due, claims.trigger);
    cancelPoll = clock.after(POLL_MS, claims.trigger);
  }

  const claims = coalesce(clock, 0, () => (claiming = claimDue()), report);
  const wakes = coalesce(clock, parts.wakeSpanMs ?? 0, async () => claims.trigger(), report);

  return {
    wake: wakes.trigger,
    async stop() {
      stopping.abort();
      claims.stop();
      cancelDue();
      cancelPoll();
      await claiming.catch(() => undefined);
      await Promise.all(running);
    },
  };
}
