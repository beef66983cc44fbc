/**
 * Takes a page through the draw: tells it each change at its instant, and marks `<html data-phase data-step>` in the same
 * turn. A frame callback serves visible pages, a timer to the next boundary those in the background, where no frames come.
 */
import { type DrawClock, type DrawMoment, drawMoment } from '@glassdrum/raffle-rules';
import { momentKey, nextBoundary } from './draw-boundaries.ts';

/**
 * Live screens show the countdown from this long after T0, in milliseconds. The news of a draw reaches some a few hundred
 * milliseconds later than others; like this all have it by then, and begin together.
 */
export const LIVE_BEGINS_MS = 500;

/** A better clock estimate may step back a little; the show must not. */
const STEADY_MS = 250;
/** Timers fire a little early in some browsers. */
const AFTER_BOUNDARY_MS = 1;
const LONGEST_TIMER_MS = 60_000;

/** What is shown at `now`, epoch ms. @param begins milliseconds after T0 before which it has not begun */
export function shownMoment(clock: DrawClock, now: number, begins: number): DrawMoment {
  const startsIn = clock.t0 + begins - now;
  return startsIn > 0 ? { phase: 'before', startsIn } : drawMoment(clock, now);
}

/** @returns what ends it */
export function driveDraw({
  clock,
  now,
  tell,
  speed,
  begins,
}: {
  clock: DrawClock;
  /** Epoch milliseconds on the server's clock, or on a replay's. */
  now: () => number;
  /** Called at once, and then at each change. */
  tell: (moment: DrawMoment) => void;
  /** How fast `now` runs; 0 while it stands still. */
  speed: number;
  /** Milliseconds after T0 before which nothing is shown of it. */
  begins: number;
}): () => void {
  let last = -Infinity;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const look = (): DrawMoment => {
    const read = now();
    last = read < last && last - read < STEADY_MS ? last : read;
    const moment = shownMoment(clock, last, begins);
    const key = momentKey(moment);
    if (key !== shown) {
      shown = key;
      markPhase(moment);
      tell(moment);
    }
    return moment;
  };
  const onTimer = (): void => {
    look();
    const beginsAt = clock.t0 + begins;
    const next = last < beginsAt ? beginsAt : nextBoundary(clock, last);
    if (next === null || speed === 0) return;
    const wait = Math.max(0, next - last) / speed + AFTER_BOUNDARY_MS;
    timer = setTimeout(onTimer, Math.min(wait, LONGEST_TIMER_MS));
  };
  const onFrame = (): void => {
    if (look().phase !== 'complete' && speed > 0) frame = requestAnimationFrame(onFrame);
  };
  onTimer();
  frame = requestAnimationFrame(onFrame);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** `data-step` names the animation's step and is absent in every other phase. */
export function markPhase(moment: DrawMoment | null): void {
  const { dataset } = document.documentElement;
  if (moment === null) {
    delete dataset['phase'];
    delete dataset['step'];
    return;
  }
  if (moment.phase === 'animation') dataset['step'] = moment.step;
  else delete dataset['step'];
  dataset['phase'] = moment.phase;
}
