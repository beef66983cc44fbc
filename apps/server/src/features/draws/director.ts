/**
 * Carries every frozen draw to its end (R30, R33, C5). A draw is a row and its timeline a function of T0, so every
 * node runs this for every unfinished draw; each step is one conditional transaction that only one of them can win.
 *
 * 1. `watch` starts a loop for a draw; a loop reads the row, sees what is missing and when it is due, waits, does it.
 * 2. Steps in order: seed revealed, beacon value stored, result computed and stored, draw completed (steps.ts).
 * 3. Whatever fails is tried again after a pause that grows; nothing is skipped and nothing replaced (R30).
 * 4. A restarted server watches all unfinished draws, and lands where the timeline says.
 */
import type { BeaconClient } from '../../beacon/beacon-client.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { drawDueTimes, seedDueAt } from './draw-clock.ts';
import { type DrawRow, drawRow, unfinishedDraws } from './queries.ts';
import { completeDraw, revealSeed, storeBeacon, storeResult } from './steps.ts';

export interface DirectorParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  beacon: BeaconClient;
  /** Gets what a step threw; the step is tried again. */
  report: (error: unknown) => void;
}

export interface DrawDirector {
  /** Takes up every unfinished draw, and those that this or another node freezes from now on. */
  start(): Promise<void>;
  /** Stops between steps; what is stored stays as it is. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** What a draw needs next, and from when on. */
type NextStep = { step: 'seed' | 'beacon' | 'result' | 'completion'; dueAt: number };

export function createDrawDirector(parts: DirectorParts): DrawDirector {
  const { database, clock, bus, beacon, report } = parts;
  const stopping = new AbortController();
  const loops = new Map<string, Promise<void>>();

  const watch = (raffleId: string): void => {
    if (stopping.signal.aborted || loops.has(raffleId)) return;
    const loop = run(raffleId).finally(() => loops.delete(raffleId));
    loops.set(raffleId, loop);
  };

  const watchAll = async (): Promise<void> => {
    for (const raffleId of await unfinishedDraws(database)) watch(raffleId);
  };

  async function run(raffleId: string): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const outcome = await goOn(raffleId);
      if (outcome === 'finished') return;
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (failures === 0) continue;
      await until(clock.now() + Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
    }
  }

  /** Waits for the next step and takes it. */
  async function goOn(raffleId: string): Promise<'finished' | 'went on' | 'failed'> {
    try {
      const draw = await drawRow(database.query, raffleId);
      const next = draw === null ? null : nextStep(draw);
      if (draw === null || next === null) return 'finished';
      await until(next.dueAt);
      if (!stopping.signal.aborted) await take(draw, next.step);
      return 'went on';
    } catch (error) {
      report(error);
      return 'failed';
    }
  }

  async function take(draw: DrawRow, step: NextStep['step']): Promise<void> {
    const raffleId = draw.raffle_id;
    switch (step) {
      case 'seed':
        if (await revealSeed(parts, draw)) bus.publish({ topic: 'draw-advanced', raffleId, step: 'seed' });
        return;
      case 'beacon': {
        const found = draw.round === null ? null : await beacon.waitForRound(draw.round, stopping.signal);
        if (draw.round !== null && found === null) return;
        if (await storeBeacon(parts, draw, found)) {
          bus.publish({ topic: 'draw-advanced', raffleId, step: 'beacon' });
        }
        return;
      }
      case 'result':
        if (await storeResult(parts, draw)) {
          bus.publish({ topic: 'draw-advanced', raffleId, step: 'result' });
        }
        return;
      case 'completion':
        if (await completeDraw(parts, draw)) {
          bus.publish({ topic: 'draw-advanced', raffleId, step: 'done' });
          bus.publish({ topic: 'raffle-changed', raffleId });
        }
    }
  }

  /** Resolves at `at` on the clock, or when stopping. */
  function until(at: number): Promise<void> {
    return new Promise((resolve) => {
      if (clock.now() >= at) return resolve();
      const done = (): void => {
        cancel();
        stopping.signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = clock.at(at, done);
      stopping.signal.addEventListener('abort', done, { once: true });
    });
  }

  const unsubscribe = bus.subscribe((message) => {
    if (message.topic === 'draw-advanced' && message.step === 'frozen') watch(message.raffleId);
    else if (message.topic === 'resync') void watchAll().catch(report);
  });

  return {
    start: watchAll,
    async stop() {
      unsubscribe();
      stopping.abort();
      await Promise.all(loops.values());
    },
  };
}

function nextStep(draw: DrawRow): NextStep | null {
  if (draw.seed_reveal === null) return { step: 'seed', dueAt: seedDueAt(draw) };
  const { beaconDueFrom, completeAt } = drawDueTimes(draw);
  if (draw.beacon_value === null) {
    const roundAt = draw.round_at_s === null ? seedDueAt(draw) : draw.round_at_s * 1000;
    return { step: 'beacon', dueAt: Math.max(roundAt, draw.round_at_s === null ? 0 : beaconDueFrom) };
  }
  if (draw.result_at === null) return { step: 'result', dueAt: 0 };
  if (draw.completed_at === null) return { step: 'completion', dueAt: completeAt ?? 0 };
  return null;
}
