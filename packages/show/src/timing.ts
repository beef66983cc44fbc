/** The show's clock in seconds ("The draw as everyone sees it", R30, R34). */
import { BETWEEN_WINNERS_MS, SHOW_SECONDS } from '@glassdrum/raffle-rules';

/** When each part begins. */
export const AT = SHOW_SECONDS;

/** When the winner of a place (0, 1, 2) is turned to the camera. */
export function revealAt(place: number): number {
  return AT.reveal + (BETWEEN_WINNERS_MS / 1000) * place;
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
