/**
 * Keeps the log's checkpoint fresh (draw protocol §8). Every node runs one; after each commit that may have added records it
 * signs what may be shown. A result is not shown before its reveal is due (R4), and neither is anything behind it, so that
 * every record below a checkpoint's size can be read.
 *
 * 1. Told by the bus that something happened, it looks once more; several tellings during a look are one.
 * 2. Held back by a result, it looks again when that one is due.
 * 3. What fails is reported and tried again after a pause.
 */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { logSize, signUpTo } from '../../public-log/checkpoints.ts';
import { firstHiddenResult } from '../draws/queries.ts';

export interface LogSignerParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  report: (error: unknown) => void;
}

export interface LogSigner {
  /** Signs what may be shown now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 5_000;

export function startLogSigner(parts: LogSignerParts): LogSigner {
  const { database, clock, bus, report } = parts;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let cancel: (() => void) | null = null;

  const wakeAt = (time: number): void => {
    cancel?.();
    cancel = stopped ? null : clock.at(time, () => void look());
  };

  const once = async (): Promise<void> => {
    try {
      // The size first: what is added afterwards waits for the next look.
      const size = await logSize(database);
      const hidden = await firstHiddenResult(database, clock.now());
      await signUpTo(parts, Math.min(size, hidden?.logIndex ?? size), clock.now());
      if (hidden !== null) wakeAt(hidden.dueAt ?? clock.now() + RETRY_MS);
    } catch (error) {
      report(error);
      wakeAt(clock.now() + RETRY_MS);
    }
  };

  async function look(): Promise<void> {
    again = true;
    running ??= untilNothingIsNew().finally(() => (running = null));
    return running;
  }

  async function untilNothingIsNew(): Promise<void> {
    while (again) {
      again = false;
      if (!stopped) await once();
    }
  }

  const unsubscribe = bus.subscribe(({ topic }) => {
    if (topic === 'raffle-changed' || topic === 'draw-advanced' || topic === 'resync') void look();
  });

  return {
    look,
    async stop() {
      stopped = true;
      unsubscribe();
      cancel?.();
      await running;
    },
  };
}
