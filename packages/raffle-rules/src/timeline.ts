/**
 * The draw's show as a pure function of time, the same on the server and on every screen ("The draw as everyone sees
 * it", R30, R33–R35). Only T0 and the instant at which the beacon's value was stored go in, so late comers, reconnecting
 * phones and a restarted server are at the same moment as everybody else.
 *
 * 1. Up to T0 + 25 s the show runs by itself.
 * 2. There it holds until the beacon's value is stored; earlier values change nothing.
 * 3. From then on the rest runs, shifted by the length of the hold.
 *
 * All times are epoch milliseconds on the server's clock, durations are milliseconds, except `showTime`.
 */
import { drawAtFor } from './draw-plan.ts';

/** Lengths in order; they add up to a replay: countdown until 3 s, animation until 28 s, reveal until 33 s. */
export const DRAW_TIMELINE = {
  countdown: 3000,
  warmup: 5000,
  main: 10_000,
  slowdown: 5000,
  pause: 2000,
  runup: 3000,
  reveal: 5000,
} as const;

const WARMUP_AT = DRAW_TIMELINE.countdown;
const MAIN_AT = WARMUP_AT + DRAW_TIMELINE.warmup;
const SLOWDOWN_AT = MAIN_AT + DRAW_TIMELINE.main;
const PAUSE_AT = SLOWDOWN_AT + DRAW_TIMELINE.slowdown;
const RUNUP_AT = PAUSE_AT + DRAW_TIMELINE.pause;
const REVEAL_AT = RUNUP_AT + DRAW_TIMELINE.runup;
const COMPLETE_AT = REVEAL_AT + DRAW_TIMELINE.reveal;

const BETWEEN_WINNERS = 2000;

export interface DrawClock {
  /** The instant of freezing. */
  t0: number;
  /** When the beacon's value was stored; null: not yet. A draw without a beacon passes t0 + 23,000. */
  beaconAt: number | null;
}

export type DrawMoment =
  | { phase: 'before'; startsIn: number }
  /** `progress`: 0..1 within the second of the number shown. */
  | { phase: 'countdown'; number: 3 | 2 | 1; progress: number }
  | {
      phase: 'animation';
      step: 'warmup' | 'main' | 'slowdown' | 'pause' | 'runup';
      /** 0..1 within the step. */
      progress: number;
      /** The bar's value for the step. */
      percent: 20 | 60 | 80 | 90 | 100;
      /** The pause is over, but the beacon's value is not there yet (R30). */
      waiting: boolean;
    }
  /** The first winners, up to 3, appear 2 s apart; `sinceReveal` counts from the first. */
  | { phase: 'reveal'; visibleWinners: 1 | 2 | 3; progress: number; sinceReveal: number }
  | { phase: 'complete' };

export interface DueTimes {
  /** The server's seed is published. */
  seedAt: number;
  /** No earlier than this does the named round exist. */
  beaconDueFrom: number;
  /** Winners are computed and stored. Null, like those after it, while the beacon is missing. */
  runupAt: number | null;
  /** Winners may leave the server (R4). */
  revealAt: number | null;
  /** Results and proof are public. */
  completeAt: number | null;
}

/** What everybody sees at `now`. Total, and never steps back as time goes on. */
export function drawMoment(clock: DrawClock, now: number): DrawMoment {
  const elapsed = now - clock.t0;
  const waiting = elapsed >= RUNUP_AT && elapsed < resumeAfter(clock);
  return momentAt(shownAfter(clock, elapsed), waiting);
}

/** R34: the same show, `elapsedMs` after its start, without a hold. */
export function replayMoment(elapsedMs: number): DrawMoment {
  return momentAt(elapsedMs, false);
}

/** Seconds of show: what has elapsed since T0, less the hold, during which it stands at 25. Negative before T0. */
export function showTime(clock: DrawClock, now: number): number {
  return shownAfter(clock, now - clock.t0) / 1000;
}

/** The instants at which the server has something to do. */
export function dueTimes(clock: DrawClock): DueTimes {
  const known = clock.beaconAt !== null;
  const runupAt = clock.t0 + resumeAfter(clock);
  return {
    seedAt: clock.t0 + WARMUP_AT,
    beaconDueFrom: drawAtFor(clock.t0) * 1000,
    runupAt: known ? runupAt : null,
    revealAt: known ? runupAt + REVEAL_AT - RUNUP_AT : null,
    completeAt: known ? runupAt + COMPLETE_AT - RUNUP_AT : null,
  };
}

/** Milliseconds from T0 to the run-up; infinite while the beacon is missing. */
function resumeAfter({ t0, beaconAt }: DrawClock): number {
  return beaconAt === null ? Infinity : Math.max(RUNUP_AT, beaconAt - t0);
}

/** Milliseconds of show, `elapsed` after T0. */
function shownAfter(clock: DrawClock, elapsed: number): number {
  if (elapsed <= RUNUP_AT) return elapsed;
  const hold = resumeAfter(clock) - RUNUP_AT;
  return Math.max(RUNUP_AT, elapsed - hold);
}

function momentAt(shown: number, waiting: boolean): DrawMoment {
  // Written so that a time that is not a number shows nothing.
  if (!(shown >= 0)) return { phase: 'before', startsIn: -shown };
  if (shown < WARMUP_AT) return countdown(shown);
  if (shown < MAIN_AT) return animation('warmup', 20, share(shown, WARMUP_AT, MAIN_AT));
  if (shown < SLOWDOWN_AT) return animation('main', 60, share(shown, MAIN_AT, SLOWDOWN_AT));
  if (shown < PAUSE_AT) return animation('slowdown', 80, share(shown, SLOWDOWN_AT, PAUSE_AT));
  if (shown < RUNUP_AT || waiting) {
    return { ...animation('pause', 90, share(shown, PAUSE_AT, RUNUP_AT)), waiting };
  }
  if (shown < REVEAL_AT) return animation('runup', 100, share(shown, RUNUP_AT, REVEAL_AT));
  if (shown < COMPLETE_AT) return reveal(shown - REVEAL_AT);
  return { phase: 'complete' };
}

function countdown(shown: number): DrawMoment {
  if (shown < 1000) return { phase: 'countdown', number: 3, progress: share(shown, 0, 1000) };
  if (shown < 2000) return { phase: 'countdown', number: 2, progress: share(shown, 1000, 2000) };
  return { phase: 'countdown', number: 1, progress: share(shown, 2000, 3000) };
}

type Animation = Extract<DrawMoment, { phase: 'animation' }>;

function animation(step: Animation['step'], percent: Animation['percent'], progress: number): Animation {
  return { phase: 'animation', step, progress, percent, waiting: false };
}

function reveal(sinceReveal: number): DrawMoment {
  const progress = share(sinceReveal, 0, DRAW_TIMELINE.reveal);
  if (sinceReveal < BETWEEN_WINNERS) return { phase: 'reveal', visibleWinners: 1, progress, sinceReveal };
  if (sinceReveal < 2 * BETWEEN_WINNERS) return { phase: 'reveal', visibleWinners: 2, progress, sinceReveal };
  return { phase: 'reveal', visibleWinners: 3, progress, sinceReveal };
}

function share(value: number, from: number, to: number): number {
  return (value - from) / (to - from);
}
