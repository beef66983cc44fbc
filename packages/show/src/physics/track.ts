/**
 * The drum's run written down 60 times a second, so that any instant can be shown at once and scrubbing equals playing.
 * It is computed only as far as needed, so that opening does not wait for the end.
 */
import { mix } from '../engine/curves.ts';
import { AT } from '../timing.ts';
import { STEP } from './drum-motion.ts';
import { makeDrum } from './drum.ts';
import type { Exit } from './drum.ts';

const PER_SECOND = 60;
const STEPS_PER_FRAME = Math.round(1 / (STEP * PER_SECOND));
const END = AT.reveal + 1;
/** Numbers per ball: place x y z, orientation x y z w. */
export const POSE = 7;

export interface DrumTrack {
  count: number;
  radius: number;
  /** Writes all poses at `t` into `into` (POSE numbers per ball). */
  poses(t: number, into: Float32Array): void;
  /** Who left, and when; complete once `prepare` has run. */
  exits: readonly Exit[];
  /** Steps ahead to `t` so that later frames find everything written. */
  prepare(t: number): void;
  angle(t: number): number;
  hatch: number;
}

export function drumTrack(seedHex: string, count: number, places: number): DrumTrack {
  const drum = makeDrum(seedHex, count, places);
  const { balls } = drum;
  const frames = END * PER_SECOND + 1;
  const written = new Float32Array(frames * count * POSE);
  let last = -1;

  function write(frame: number): void {
    for (let ball = 0; ball < count; ball += 1) {
      const o = (frame * count + ball) * POSE;
      for (let axis = 0; axis < 3; axis += 1) written[o + axis] = balls.position[3 * ball + axis] ?? 0;
      for (let part = 0; part < 4; part += 1) written[o + 3 + part] = balls.turn[4 * ball + part] ?? 0;
    }
  }

  function reach(frame: number): void {
    const goal = Math.min(frame, frames - 1);
    while (last < goal) {
      if (last >= 0) {
        for (let step = 0; step < STEPS_PER_FRAME; step += 1) {
          drum.step((last * STEPS_PER_FRAME + step) * STEP);
        }
      }
      last += 1;
      write(last);
    }
  }

  return {
    count,
    radius: balls.radius,
    exits: drum.exits,
    prepare: (t) => reach(Math.ceil(t * PER_SECOND)),
    angle: (t) => drum.motion.angle(t),
    hatch: drum.motion.hatch,
    poses(t, into) {
      const place = Math.min(Math.max(t, 0) * PER_SECOND, frames - 1);
      const frame = Math.min(Math.floor(place), frames - 2);
      reach(frame + 1);
      const share = place - frame;
      const a = frame * count * POSE;
      const b = a + count * POSE;
      for (let ball = 0; ball < count; ball += 1) {
        const o = ball * POSE;
        for (let axis = 0; axis < 3; axis += 1) {
          into[o + axis] = mix(written[a + o + axis] ?? 0, written[b + o + axis] ?? 0, share);
        }
        mixTurn(written, a + o + 3, b + o + 3, share, into, o + 3);
      }
    },
  };
}

/** Between two orientations along the shorter way. */
export function mixTurn(
  from: Float32Array,
  a: number,
  b: number,
  share: number,
  into: Float32Array,
  o: number,
): void {
  let dot = 0;
  for (let part = 0; part < 4; part += 1) dot += (from[a + part] ?? 0) * (from[b + part] ?? 0);
  const sign = dot < 0 ? -1 : 1;
  let length = 0;
  for (let part = 0; part < 4; part += 1) {
    const value = mix(from[a + part] ?? 0, sign * (from[b + part] ?? 0), share);
    into[o + part] = value;
    length += value * value;
  }
  const scale = 1 / Math.sqrt(length || 1);
  for (let part = 0; part < 4; part += 1) into[o + part] = (into[o + part] ?? 0) * scale;
}
