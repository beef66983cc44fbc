/**
 * When the picture changes next: the instants at which `drawMoment` gives another phase, step, number or count.
 * A page sets its timer to the next one, so that a tab in the background changes in time too (R35).
 */
import { DRAW_TIMELINE, type DrawClock, type DrawMoment, dueTimes } from '@glassdrum/raffle-rules';

const { countdown, warmup, main, slowdown, pause } = DRAW_TIMELINE;
const RUNUP = countdown + warmup + main + slowdown + pause;

/** Milliseconds after T0, before the hold. */
const EARLY = [0, 1000, 2000, countdown, countdown + warmup, countdown + warmup + main, RUNUP - pause, RUNUP];
/** Milliseconds after the first winner's appearance. */
const BETWEEN_REVEALS = [0, 2000, 4000];

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
    case 'before':
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
