/**
 * Takes a page through a draw: reports each change of its moment when it is due, and marks `<html data-phase data-step>` in the
 * same turn. A frame callback serves visible pages, a timer to the next boundary those in the background, which get no frames
 * (R35). A replay (R34) is a draw whose clock starts when the visitor presses play.
 */
import {
  BETWEEN_WINNERS_MS,
  COUNTDOWN_STEP_MS,
  SHOW_STARTS,
  type DrawClock,
  drawMoment,
  type DrawMoment,
  dueTimes,
} from '@glassdrum/raffle-rules';
import { useLayoutEffect, useState } from 'react';

/**
 * The moment that everyone sees now; null without a draw. Renders only when the phase, step, number or count changes;
 * a scene reads the time itself.
 * @param beaconAt null while the beacon is missing
 * @param options.speed how fast `now` runs: 1 live, 0 in a replay that was stopped
 */
export function useDrawMoment(
  t0: number | null,
  beaconAt: number | null,
  now: () => number,
  { speed = 1 }: { speed?: number } = {},
): DrawMoment | null {
  const [moment, setMoment] = useState<DrawMoment | null>(() =>
    t0 === null ? null : drawMoment({ t0, beaconAt }, now()),
  );
  useLayoutEffect(() => {
    if (t0 === null) return;
    const clock: DrawClock = { t0, beaconAt };
    return driveDraw({ clock, now, onChange: setMoment, speed });
  }, [t0, beaconAt, now, speed]);
  useLayoutEffect(() => () => markPhase(null), []);
  return t0 === null ? null : moment;
}

/** A better clock estimate may step back a little; the show must not. */
const STEADY_MS = 250;
/** Timers fire a little early in some browsers. */
const AFTER_BOUNDARY_MS = 1;
const LONGEST_TIMER_MS = 60_000;

/** @returns stops it */
function driveDraw({
  clock,
  now,
  onChange,
  speed,
}: {
  clock: DrawClock;
  /** Epoch milliseconds on the server's clock, or on a replay's. */
  now: () => number;
  /** Called at once, and then at each change. */
  onChange: (moment: DrawMoment) => void;
  /** How fast `now` runs; 0 while it stands still. */
  speed: number;
}): () => void {
  let last = -Infinity;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const update = (): DrawMoment => {
    const read = now();
    last = read < last && last - read < STEADY_MS ? last : read;
    const moment = drawMoment(clock, last);
    const key = momentKey(moment);
    if (key !== shown) {
      shown = key;
      markPhase(moment);
      onChange(moment);
    }
    return moment;
  };
  const onTimer = (): void => {
    update();
    const next = nextBoundary(clock, last);
    if (next === null || speed === 0) return;
    const wait = Math.max(0, next - last) / speed + AFTER_BOUNDARY_MS;
    timer = setTimeout(onTimer, Math.min(wait, LONGEST_TIMER_MS));
  };
  const onFrame = (): void => {
    if (update().phase !== 'complete' && speed > 0) frame = requestAnimationFrame(onFrame);
  };
  onTimer();
  frame = requestAnimationFrame(onFrame);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** `data-step` names the animation's step and is absent in every other phase. */
function markPhase(moment: DrawMoment | null): void {
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

const { warmup, main, slowdown, pause, runup } = SHOW_STARTS;

/** Milliseconds after T0, before the hold. */
const EARLY = [0, COUNTDOWN_STEP_MS, 2 * COUNTDOWN_STEP_MS, warmup, main, slowdown, pause, runup];
/** Milliseconds after the first winner's appearance. */
const BETWEEN_REVEALS = [0, BETWEEN_WINNERS_MS, 2 * BETWEEN_WINNERS_MS];

/**
 * Epoch milliseconds of the next change after `now`; null when nothing more is due, or when it depends on a beacon that
 * is not there yet (R30).
 */
export function nextBoundary(clock: DrawClock, now: number): number | null {
  const early = EARLY.map((after) => clock.t0 + after);
  const { runupAt, revealAt, completeAt } = dueTimes(clock);
  const late =
    runupAt === null || revealAt === null || completeAt === null
      ? []
      : [runupAt, ...BETWEEN_REVEALS.map((after) => revealAt + after), completeAt];
  return [...early, ...late].find((at) => at > now) ?? null;
}

/** Two moments with the same key look the same but for their progress. */
export function momentKey(moment: DrawMoment): string {
  switch (moment.phase) {
    case 'sealing':
    case 'complete':
      return moment.phase;
    case 'countdown':
      return `countdown/${moment.number}`;
    case 'animation':
      return `animation/${moment.step}${moment.waiting ? '/waiting' : ''}`;
    case 'reveal':
      return `reveal/${moment.visibleWinners}`;
  }
}
