/**
 * Takes a page through the draw: tells it each change at its instant, and marks `<html data-phase data-step>` in the same
 * turn. A frame callback serves visible pages, a timer to the next boundary those in the background, where no frames come.
 */
import { type DrawClock, type DrawMoment, drawMoment } from '@glassdrum/raffle-rules';
import { momentKey, nextBoundary } from './draw-boundaries.ts';

/** A better clock estimate may step back a little; the show must not. */
const STEADY_MS = 250;
/** Timers fire a little early in some browsers. */
const AFTER_BOUNDARY_MS = 1;
const LONGEST_TIMER_MS = 60_000;

/**
 * @param now epoch milliseconds on the server's clock, or on a replay's
 * @param tell called at once, and then at each change
 * @param speed how fast `now` runs; 0 while it stands still
 */
export function driveDraw(
  clock: DrawClock,
  now: () => number,
  tell: (moment: DrawMoment) => void,
  speed: number,
): () => void {
  let last = -Infinity;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const look = (): DrawMoment => {
    const read = now();
    last = read < last && last - read < STEADY_MS ? last : read;
    const moment = drawMoment(clock, last);
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
    const next = nextBoundary(clock, last);
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
