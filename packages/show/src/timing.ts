/** The show's clock in seconds ("The draw as everyone sees it", R30, R34); the lengths are those of the rules. */
import { DRAW_TIMELINE } from '@glassdrum/raffle-rules';

const { countdown, warmup, main, slowdown, pause, runup, reveal } = DRAW_TIMELINE;

/** When each phase begins. */
export const AT = {
  warmup: countdown / 1000,
  main: (countdown + warmup) / 1000,
  slowdown: (countdown + warmup + main) / 1000,
  pause: (countdown + warmup + main + slowdown) / 1000,
  runup: (countdown + warmup + main + slowdown + pause) / 1000,
  reveal: (countdown + warmup + main + slowdown + pause + runup) / 1000,
  complete: (countdown + warmup + main + slowdown + pause + runup + reveal) / 1000,
} as const;

const BETWEEN_WINNERS = 2;

/** When the winner of a place (0, 1, 2) is turned to the camera. */
export function revealAt(place: number): number {
  return AT.reveal + BETWEEN_WINNERS * place;
}

/** An instant of the show. */
export interface Moment {
  /** Seconds of show. It stands at 25 while the beacon is late. */
  t: number;
  /** Seconds that never stand still: show time and the hold. Drives only what decides nothing (dust, breath). */
  ambient: number;
  /** Seconds for which the show has been held so far. */
  hold: number;
}

/** Seconds since the number of the countdown changed and that number, or null when the countdown is over. */
export function countdownAt(t: number): { number: number; since: number } | null {
  if (!(t >= 0) || t >= AT.warmup) return null;
  const second = Math.floor(t);
  return { number: AT.warmup - second, since: t - second };
}
