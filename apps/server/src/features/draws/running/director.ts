/**
 * Runs every draw that has begun to its end (R30, R33, C5). A draw is a row and its timeline a function of T0, so every node
 * runs this for every unfinished draw; each step is one conditional transaction that only one of them can win. There is no
 * lease: a node that stalls while it holds one would hold up a live draw.
 *
 * 1. Each unfinished draw is a task of the lane: it runs the step that is due, reads the rows, and plans the next step.
 * 2. Steps in order: freeze (after contributions), seal, void without a quorum, reveal the seed, record the audience, store the
 *    beacon value, compute and store the result, announce it in the log, complete the draw. For draws without drand the seed
 *    comes after the beacon (draw protocol §2).
 * 3. A step that fails is retried after a backoff; nothing is skipped and nothing replaced (R30).
 * 4. A restarted server resumes all unfinished draws where the timeline says. Every node also polls for draws that it got no
 *    message about: the node that should have sent it may have crashed.
 */
import { audienceDueAt } from '@glassdrum/raffle-rules';
import type { BeaconClient } from '../../../platform/beacon/beacon-client.ts';
import type { Bus, BusMessage } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Witnesses } from '../../../platform/public-log/witnesses.ts';
import { createTaskLane, type NextRun } from '../../../work/task-lane.ts';
import { freezeAfterContributions, notifyBegun, retryWhileSlow } from '../freeze/begin-draw.ts';
import { drawDueTimes, seedDueAt } from './draw-clock.ts';
import { progressOf, type DrawProgress, type DrawRow, unfinishedDraws } from '../draw-rows.ts';
import { fixRoomNumbers } from './room-numbers.ts';
import { sealList } from './sealing.ts';
import {
  announceResult,
  completeDraw,
  recordAudience,
  revealSeed,
  storeBeacon,
  storeResult,
} from './steps.ts';
import { lacksQuorum, voidWithoutQuorum } from './void-draw.ts';

export interface DirectorParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  beacon: BeaconClient;
  witnesses: Witnesses;
  /** D6: false while this node's clock is off; then its steps are left to other nodes. */
  mayLead: () => boolean;
  /** Receives the errors of steps, which are retried. */
  report: (error: unknown) => void;
  /** Hears how each run of a step on this node ended. */
  onStep?: ((step: NextStep['step'], outcome: StepOutcome) => void) | undefined;
}

/** Done here; already done by another node, or nothing to do; waiting for numbers from the room; to be retried. */
type StepOutcome = 'done' | 'not_needed' | 'waiting' | 'failed';

export interface DrawDirector {
  /** Runs every unfinished draw, and those that this or another node begins from now on. */
  start(): Promise<void>;
  /** Stops between steps; what is stored stays as it is. */
  stop(): Promise<void>;
}

/** How often the room's numbers are checked when no message arrives about them. */
const ROOM_POLL_MS = 2_000;
/** How often a node polls for draws that it got no message about. */
const DRAWS_POLL_MS = 2_000;

type DrawStep =
  'sealing' | 'quorum' | 'seed' | 'audience' | 'room' | 'beacon' | 'result' | 'announcement' | 'completion';

type AdvancedStep = BusMessage<'draw-advanced'>['step'];

/** The only task of the lane that polls for draws. */
const SEARCH = 'search';

/** What a draw needs next, and from when on, epoch ms. */
type NextStep = { step: 'freeze'; dueAt: number } | { step: DrawStep; dueAt: number; draw: DrawRow };

export function createDrawDirector(parts: DirectorParts): DrawDirector {
  const { database, clock, bus, beacon, report } = parts;
  /** By raffle: the step that its task waits for. */
  const planned = new Map<string, NextStep>();
  /** Raffles whose task waits for numbers from the room. */
  const awaitingNumbers = new Set<string>();

  const steps = createTaskLane({ clock, report, mayRun: parts.mayLead, run: advance });
  const search = createTaskLane({
    clock,
    report,
    run: async () => {
      // R33: possibly no node was notified that these have begun.
      for (const raffleId of await enqueueUnfinished()) notifyBegun(bus, raffleId, null);
      return { afterMs: DRAWS_POLL_MS };
    },
  });

  /** @returns the draws that this node was not running yet */
  async function enqueueUnfinished(): Promise<string[]> {
    const found = (await unfinishedDraws(database.query)).filter((raffleId) => !steps.has(raffleId));
    for (const raffleId of found) steps.enqueue(raffleId);
    return found;
  }

  /** Runs the step that is due, then plans the next. */
  async function advance(raffleId: string, signal: AbortSignal): Promise<NextRun> {
    awaitingNumbers.delete(raffleId);
    const step = planned.get(raffleId) ?? (await plan(raffleId));
    planned.delete(raffleId);
    if (step === null) return 'done';
    if (step.dueAt <= clock.now()) {
      const outcome = await runStep(raffleId, step, signal).catch((error: unknown) => {
        parts.onStep?.(step.step, 'failed');
        throw error;
      });
      parts.onStep?.(step.step, outcome);
      if (outcome === 'waiting') {
        awaitingNumbers.add(raffleId);
        return { afterMs: ROOM_POLL_MS };
      }
      if (signal.aborted) return 'done';
    }
    const next = await plan(raffleId);
    if (next === null) return 'done';
    // Stored, so that nothing has to be read when it is due.
    planned.set(raffleId, next);
    return { at: next.dueAt };
  }

  async function plan(raffleId: string): Promise<NextStep | null> {
    const progress = await progressOf(database.query, raffleId);
    return progress === null ? null : nextStep(progress, clock.now());
  }

  async function runStep(raffleId: string, next: NextStep, signal: AbortSignal): Promise<StepOutcome> {
    let outcome: StepOutcome = 'not_needed';
    const publish = (step: AdvancedStep): void => {
      outcome = 'done';
      bus.publish({ topic: 'draw-advanced', raffleId, step });
    };
    if (next.step === 'freeze') return (await freeze(raffleId)) ? 'done' : 'not_needed';
    const { draw } = next;
    switch (next.step) {
      case 'sealing':
        await sealList(parts, draw, { onProgress: () => publish('sealing'), signal });
        break;
      case 'quorum':
        if (await voidWithoutQuorum(parts, draw.id)) {
          publish('void');
          bus.publish({ topic: 'raffle-changed', raffleId });
        }
        break;
      case 'seed':
        if (await revealSeed(parts, draw)) publish('seed');
        break;
      case 'audience':
        if (await recordAudience(parts, draw)) publish('audience');
        break;
      case 'room':
        if (!(await fixRoomNumbers(parts, draw))) return 'waiting';
        publish('room');
        break;
      case 'beacon': {
        const found = draw.round === null ? null : await beacon.waitForRound(draw.round, signal);
        if (draw.round !== null && found === null) break;
        if (await storeBeacon(parts, draw, found)) publish('beacon');
        break;
      }
      case 'result':
        if (await storeResult(parts, draw)) publish('result');
        break;
      case 'announcement':
        if (await announceResult(parts, draw)) publish('announced');
        break;
      case 'completion':
        if (await completeDraw(parts, draw)) {
          publish('done');
          bus.publish({ topic: 'raffle-changed', raffleId });
          bus.publish({ topic: 'jobs-changed' });
        }
    }
    return outcome;
  }

  /** @returns whether it was this node */
  async function freeze(raffleId: string): Promise<boolean> {
    const draw = await retryWhileSlow(() =>
      database.transaction((trx) => freezeAfterContributions(parts, trx, raffleId)),
    );
    if (draw === null) return false;
    notifyBegun(bus, raffleId, draw);
    return true;
  }

  const unsubscribe = bus.subscribe(['draw-advanced', 'resync'], (message) => {
    if (message.topic === 'resync') return search.enqueue(SEARCH);
    const { raffleId, step } = message;
    const isNew = (step === 'frozen' || step === 'closed') && !steps.has(raffleId);
    if (isNew || (step === 'room' && awaitingNumbers.has(raffleId))) steps.enqueue(raffleId);
  });

  return {
    async start() {
      await enqueueUnfinished();
      search.enqueue(SEARCH, DRAWS_POLL_MS);
    },
    async stop() {
      unsubscribe();
      await search.stop();
      await steps.stop();
    },
  };
}

function nextStep({ opening, draw, cosignedInTime, announced }: DrawProgress, now: number): NextStep | null {
  if (draw === null) {
    return opening.closed_at_s === null ? null : { step: 'freeze', dueAt: opening.contributions_until ?? 0 };
  }
  if (draw.voided_at !== null || draw.completed_at !== null) return null;
  const at = (step: DrawStep, dueAt: number): NextStep => ({ step, dueAt, draw });
  if (draw.sealed_at === null) return at('sealing', 0);
  if (lacksQuorum(draw, cosignedInTime, now)) return at('quorum', draw.t0);
  // With drand the seed is shown before the round exists; otherwise when nothing is left to choose.
  if (draw.beacon_kind === 'drand' && draw.seed_reveal === null) return at('seed', seedDueAt(draw));
  if (draw.audience_at === null) return at('audience', audienceDueAt(draw.draw_at_s));
  if (draw.beacon_value === null) return beaconStep(draw);
  if (draw.seed_reveal === null) return at('seed', seedDueAt(draw));
  if (draw.result_at === null) return at('result', 0);
  const { revealAt, completeAt } = drawDueTimes(draw);
  if (!announced) return at('announcement', revealAt ?? 0);
  return at('completion', completeAt ?? 0);
}

function beaconStep(draw: DrawRow): NextStep {
  const { beaconDueFrom } = drawDueTimes(draw);
  switch (draw.beacon_kind) {
    case 'drand':
      return { step: 'beacon', dueAt: Math.max((draw.round_at_s ?? 0) * 1000, beaconDueFrom), draw };
    case 'room':
      return { step: 'room', dueAt: draw.draw_at_s * 1000, draw };
    case 'none':
      return { step: 'beacon', dueAt: seedDueAt(draw), draw };
  }
}
