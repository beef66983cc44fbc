/**
 * What of the drum is lit when: how far it has turned, which faces show, when it dims. Functions of the show's seconds.
 * From the pause on no number can be read in the drum, so that no ball seen there contradicts the one that wins.
 */
import { agitationAt } from './drum-scene.ts';

const PAUSE_AT = 23;
const RUNUP_AT = 25;
const REVEAL_AT = 28;

/** 0 … 1 */
function part(seconds: number, from: number, length: number): number {
  return Math.max(0, Math.min(1, (seconds - from) / length));
}

/** Radians that the drum has turned: the integral of its agitation, in closed form. */
export function drumTurnAt(seconds: number): number {
  const rise = part(seconds, 3, 5);
  const fall = part(seconds, 18, 4.5);
  const area = (x: number): number => x * x * x - (x * x * x * x) / 2;
  const turned = 5 * area(rise) + 10 * part(seconds, 8, 10) + 4.5 * (fall - area(fall));
  const gust = part(seconds, RUNUP_AT, 1);
  return 1.4 * (turned + 0.9 * (gust - (gust * gust) / 2));
}

/** How well a ball's number can be read, 0 … 1. Balls turn their faces away in turn. */
export function faceAt(ball: number, seconds: number, calm: boolean): number {
  const shown = 1 - part(seconds, PAUSE_AT, 0.8);
  if (calm) return shown;
  const cycle = (seconds * (0.16 + 0.013 * (ball % 7)) + ball * 0.37) % 1;
  const wave = cycle < 0.5 ? cycle * 2 : 2 - cycle * 2;
  // At rest faces are turned to the front; in the whirl many are not.
  const lively = agitationAt(seconds);
  return shown * Math.max(0, Math.min(1, 1 - lively * (1.5 - 2.6 * wave)));
}

/** 1: full light; less in the pause, while the number does not exist yet. */
export function lightAt(seconds: number): number {
  return 1 - 0.3 * (part(seconds, PAUSE_AT, 1.2) - part(seconds, RUNUP_AT, 0.7));
}

/** How much of the winner's number the ball on the rail shows, 0 … 1. */
export function announcedAt(exit: number, seconds: number): number {
  return part(seconds, REVEAL_AT + 2 * exit, 0.5);
}

/** For visitors who want calm: nothing moves; the balls on the rail fade in. */
export function calmExitAt(exit: number, seconds: number): number {
  return part(seconds, 26 + 0.55 * exit, 0.8);
}
