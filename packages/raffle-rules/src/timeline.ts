/**
 * The draw as everyone sees it (R30, R34, R35): pure functions of T0, the beacon's arrival and the time.
 * Server and browsers share them, so nobody streams frames. All times are ms; T0 and `now` are epoch ms on the server's clock.
 *
 * 1. Show time runs from 0 at T0. It equals the elapsed time, except that it stands still at the end of the pause
 *    while the beacon is late, and goes on from there when the beacon is stored (R30).
 * 2. The phase is a function of show time alone. Replay is the same function without a hold (R34).
 */

/** Where each part ends, in ms of show time. */
export const SHOW_ENDS = {
  countdown: 3_000,
  warmup: 8_000,
  main: 18_000,
  slowdown: 23_000,
  pause: 25_000,
  runup: 28_000,
  reveal: 33_000,
} as const;

/** The named round is the first one at or after T0 + 22 s. */
const BEACON_LEAD_MS = 22_000;
/** Winners appear 2 s apart, up to three at once. */
export const WINNER_INTERVAL_MS = 2_000;

export interface DrawClock {
  /** T0, the instant of freezing. */
  t0: number;
  /** When the beacon's value was stored; null while it is missing. A draw without a beacon has it at T0 + 23 s. */
  beaconAt: number | null;
}

export type AnimationStep = 'warmup' | 'main' | 'slowdown' | 'pause' | 'runup';

export type DrawMoment =
  | { phase: 'before'; startsIn: number }
  | { phase: 'countdown'; number: 1 | 2 | 3; progress: number }
  | {
      phase: 'animation';
      step: AnimationStep;
      /** 0 … 1 within the step. */
      progress: number;
      /** The seed's progress figure of the step. */
      percent: 20 | 60 | 80 | 90 | 100;
      /** The pause holds because the beacon is late. */
      waiting: boolean;
    }
  | { phase: 'reveal'; progress: number }
  | { phase: 'complete' };

const STEPS: readonly { step: AnimationStep; from: number; to: number; percent: 20 | 60 | 80 | 90 | 100 }[] =
  [
    { step: 'warmup', from: SHOW_ENDS.countdown, to: SHOW_ENDS.warmup, percent: 20 },
    { step: 'main', from: SHOW_ENDS.warmup, to: SHOW_ENDS.main, percent: 60 },
    { step: 'slowdown', from: SHOW_ENDS.main, to: SHOW_ENDS.slowdown, percent: 80 },
    { step: 'pause', from: SHOW_ENDS.slowdown, to: SHOW_ENDS.pause, percent: 90 },
    { step: 'runup', from: SHOW_ENDS.pause, to: SHOW_ENDS.runup, percent: 100 },
  ];

/** How long the pause is held beyond its own end, ms; null while nobody knows. */
function hold(clock: DrawClock): number | null {
  return clock.beaconAt === null ? null : Math.max(0, clock.beaconAt - (clock.t0 + SHOW_ENDS.pause));
}

/** Ms on the show's own axis: negative before T0, never decreasing, still at the end of the pause while it is held. */
export function showTime(clock: DrawClock, now: number): number {
  const elapsed = now - clock.t0;
  if (elapsed <= SHOW_ENDS.pause) return elapsed;
  const held = hold(clock);
  return held === null ? SHOW_ENDS.pause : Math.max(SHOW_ENDS.pause, elapsed - held);
}

/** The moment at `at` ms of show time, when nothing is late: replay and rehearsal (R34). */
export function replayMoment(at: number): DrawMoment {
  if (at < 0) return { phase: 'before', startsIn: -at };
  if (at < SHOW_ENDS.countdown) {
    const second = Math.floor(at / 1000);
    return { phase: 'countdown', number: (3 - second) as 1 | 2 | 3, progress: at / SHOW_ENDS.countdown };
  }
  for (const { step, from, to, percent } of STEPS) {
    if (at < to) {
      return { phase: 'animation', step, progress: (at - from) / (to - from), percent, waiting: false };
    }
  }
  if (at < SHOW_ENDS.reveal) {
    return { phase: 'reveal', progress: (at - SHOW_ENDS.runup) / (SHOW_ENDS.reveal - SHOW_ENDS.runup) };
  }
  return { phase: 'complete' };
}

/** What everybody sees at `now`. */
export function drawMoment(clock: DrawClock, now: number): DrawMoment {
  const at = showTime(clock, now);
  const stillHeld = now - clock.t0 >= SHOW_ENDS.pause && at === SHOW_ENDS.pause && !holdHasEnded(clock, now);
  if (stillHeld) return { phase: 'animation', step: 'pause', progress: 1, percent: 90, waiting: true };
  return replayMoment(at);
}

function holdHasEnded(clock: DrawClock, now: number): boolean {
  return clock.beaconAt !== null && now >= clock.beaconAt;
}

/** When things are due, epoch ms. What depends on the beacon is null while it is missing. */
export function dueTimes(clock: DrawClock): {
  seedAt: number;
  /** The pause begins; without a beacon (kind none) this is also when the result may be computed. */
  pauseAt: number;
  runupAt: number | null;
  /** Winners may leave the server from here on (R4). */
  revealAt: number | null;
  completeAt: number | null;
} {
  const held = hold(clock);
  const after = (end: number): number | null => (held === null ? null : clock.t0 + end + held);
  return {
    seedAt: clock.t0 + SHOW_ENDS.countdown,
    pauseAt: clock.t0 + SHOW_ENDS.slowdown,
    runupAt: after(SHOW_ENDS.pause),
    revealAt: after(SHOW_ENDS.runup),
    completeAt: after(SHOW_ENDS.reveal),
  };
}

/** `draw_at` of the freeze record, unix seconds: the first whole second at or after T0 + 22 s (draw protocol §4). */
export function drawAtFor(t0: number): number {
  return Math.ceil((t0 + BEACON_LEAD_MS) / 1000);
}
