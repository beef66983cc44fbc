/**
 * The draw's show as a pure function of time, the same on the server and on every screen ("The draw as everyone sees
 * it", R30, R33–R35). Only T0 and the instant at which the beacon's value was stored go in, so late comers, reconnecting
 * phones and a restarted server are at the same moment as everyone else.
 *
 * 1. Up to T0 + 25 s the show depends on nothing else.
 * 2. There it holds until the beacon's value is stored; earlier values change nothing.
 * 3. From then on the rest runs, shifted by the length of the hold.
 *
 * All times are epoch milliseconds on the server's clock, durations are milliseconds, except `showTime`.
 */
/** When each part of the show begins, milliseconds after T0 and without a hold: three numbers, animation, reveal, the end. */
export const SHOW_STARTS = {
  countdown: 0,
  warmup: 3000,
  main: 8000,
  slowdown: 18_000,
  pause: 23_000,
  runup: 25_000,
  reveal: 28_000,
  complete: 33_000,
} as const;

/** The numbers 3, 2, 1 are each shown this long, milliseconds. */
export const COUNTDOWN_STEP_MS = 1000;

/** The first winners, up to three, appear one after another, milliseconds apart. */
export const BETWEEN_WINNERS_MS = 2000;

/** `SHOW_STARTS` in seconds, the unit of the show's styles and sounds. */
export const SHOW_SECONDS = {
  warmup: SHOW_STARTS.warmup / 1000,
  main: SHOW_STARTS.main / 1000,
  slowdown: SHOW_STARTS.slowdown / 1000,
  pause: SHOW_STARTS.pause / 1000,
  runup: SHOW_STARTS.runup / 1000,
  reveal: SHOW_STARTS.reveal / 1000,
  complete: SHOW_STARTS.complete / 1000,
} as const;

/** Seconds from T0 to the earliest round that may be named. */
const ROUND_AFTER_SECONDS = 22;

/** `draw_at` of the freeze record: the first whole Unix second at or after T0 + 22 s (draw protocol §4). `t0Ms`: epoch ms. */
export function drawAtFor(t0Ms: number): number {
  return Math.ceil(t0Ms / 1000) + ROUND_AFTER_SECONDS;
}

/**
 * What comes before T0 and what is collected after it (R86, R87, R89; draw protocol §2). Seconds where they end up in
 * records, milliseconds where they are only waited for.
 */
export const BEFORE_THE_SHOW = {
  /** How long devices may send their contributions after the close. */
  contributionsMs: 15_000,
  /** From the freeze to T0, without and with witnesses. */
  sealingSeconds: { alone: 2, witnessed: 12 },
  /** How long cosignatures are waited for. */
  witnessesMs: 10_000,
} as const;

/** `show_at` of the freeze record: when the show starts. Unix seconds. */
export function showAtFor(frozenAtS: number, witnesses: number): number {
  const { alone, witnessed } = BEFORE_THE_SHOW.sealingSeconds;
  return frozenAtS + (witnesses > 0 ? witnessed : alone);
}

/** A device signs only if it saw the freeze this long before the announced time (draw protocol §8). */
export const SEEN_BEFORE_DRAW_SECONDS = 5;
/** The audience record is written this long before the announced time. */
const AUDIENCE_BEFORE_DRAW_SECONDS = 3;

/** When the audience record is due, epoch ms. @param drawAtS `draw_at` of the freeze record */
export function audienceDueAt(drawAtS: number): number {
  return (drawAtS - AUDIENCE_BEFORE_DRAW_SECONDS) * 1000;
}

/** When the result of a draw without a beacon is computed, epoch ms: when a beacon would be fetched. So nothing ever holds. */
export function resultWithoutBeaconAt(t0: number): number {
  return t0 + SHOW_STARTS.pause;
}

export interface DrawClock {
  /** When the show starts: `show_at` of the freeze record. */
  t0: number;
  /** When the beacon's value was stored; null: not yet. A draw without a beacon passes `resultWithoutBeaconAt`. */
  beaconAt: number | null;
}

export type DrawMoment =
  /** R86: the list is frozen and being sealed; the show starts in `startsIn` milliseconds. */
  | { phase: 'sealing'; startsIn: number }
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

/** What everyone sees at `now`. Total, and never steps back as time goes on. */
export function drawMoment(clock: DrawClock, now: number): DrawMoment {
  const elapsed = now - clock.t0;
  const waiting = elapsed >= SHOW_STARTS.runup && elapsed < resumeAfter(clock);
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
    seedAt: clock.t0 + SHOW_STARTS.warmup,
    beaconDueFrom: drawAtFor(clock.t0) * 1000,
    runupAt: known ? runupAt : null,
    revealAt: known ? runupAt + SHOW_STARTS.reveal - SHOW_STARTS.runup : null,
    completeAt: known ? runupAt + SHOW_STARTS.complete - SHOW_STARTS.runup : null,
  };
}

/** Milliseconds from T0 to the run-up; infinite while the beacon is missing. */
function resumeAfter({ t0, beaconAt }: DrawClock): number {
  return beaconAt === null ? Infinity : Math.max(SHOW_STARTS.runup, beaconAt - t0);
}

/** Milliseconds of show, `elapsed` after T0. */
function shownAfter(clock: DrawClock, elapsed: number): number {
  if (elapsed <= SHOW_STARTS.runup) return elapsed;
  const hold = resumeAfter(clock) - SHOW_STARTS.runup;
  return Math.max(SHOW_STARTS.runup, elapsed - hold);
}

function momentAt(shown: number, waiting: boolean): DrawMoment {
  const { warmup, main, slowdown, pause, runup, reveal: first, complete } = SHOW_STARTS;
  // Written so that a time that is not a number shows nothing.
  if (!(shown >= 0)) return { phase: 'sealing', startsIn: -shown };
  if (shown < warmup) return countdown(shown);
  if (shown < main) return animation('warmup', 20, share(shown, warmup, main));
  if (shown < slowdown) return animation('main', 60, share(shown, main, slowdown));
  if (shown < pause) return animation('slowdown', 80, share(shown, slowdown, pause));
  if (shown < runup || waiting) return { ...animation('pause', 90, share(shown, pause, runup)), waiting };
  if (shown < first) return animation('runup', 100, share(shown, runup, first));
  if (shown < complete) return reveal(shown - first);
  return { phase: 'complete' };
}

function countdown(shown: number): DrawMoment {
  const step = Math.min(Math.floor(shown / COUNTDOWN_STEP_MS), 2);
  const from = step * COUNTDOWN_STEP_MS;
  const number = (3 - step) as 3 | 2 | 1;
  return { phase: 'countdown', number, progress: share(shown, from, from + COUNTDOWN_STEP_MS) };
}

type Animation = Extract<DrawMoment, { phase: 'animation' }>;

function animation(step: Animation['step'], percent: Animation['percent'], progress: number): Animation {
  return { phase: 'animation', step, progress, percent, waiting: false };
}

function reveal(sinceReveal: number): DrawMoment {
  const progress = share(sinceReveal, 0, SHOW_STARTS.complete - SHOW_STARTS.reveal);
  const visibleWinners = Math.min(1 + Math.floor(sinceReveal / BETWEEN_WINNERS_MS), 3) as 1 | 2 | 3;
  return { phase: 'reveal', visibleWinners, progress, sinceReveal };
}

function share(value: number, from: number, to: number): number {
  return (value - from) / (to - from);
}
