/** The light over time, in every world: full until the slow-down, one heartbeat in the pause, back for the winners. */
import { heartbeat, mix, sinTurns, smooth } from './engine/curves.ts';
import { AT } from './timing.ts';
import type { Moment } from './timing.ts';

export interface Mood {
  /** 0..1 of the world's own light. */
  studio: number;
  /** 0..1 of the lamp on those in the running. */
  spot: number;
  /** 0..1 of the one heartbeat in the pause. */
  beat: number;
  /** 0..1, slowly up and down, while the beacon is late. */
  waiting: number;
}

export function moodAt({ t, ambient, hold }: Moment): Mood {
  const dim = smooth(t, AT.slowdown + 0.8, AT.pause + 0.5) * (1 - smooth(t, AT.runup + 0.4, AT.runup + 2.6));
  // While the beacon is late the room breathes, once in five seconds.
  const breath = hold > 0 ? 0.5 + 0.5 * sinTurns(ambient / 5) : 0;
  const waiting = smooth(hold, 0, 1.5) * breath;
  const beat = heartbeat(t, AT.pause + 0.55);
  return {
    studio: mix(1, 0.36, dim) + 0.2 * beat + 0.12 * waiting,
    spot: dim * (0.75 + 0.45 * beat + 0.12 * waiting),
    beat,
    waiting,
  };
}
