/**
 * A heavy reel with a pawl (R35). It is stepped backwards from where it comes to hang, exactly between two tiles, so that
 * its last clicks fall where the show wants suspense; from the run-up on it is stepped forwards off that edge into the
 * tile to which it leans. Places are counted in tiles, the tile at the pay line is the one nearest to the place.
 */
import { bump, mix, ramp, sinTurns, cosTurns, smoother } from '../engine/curves.ts';
import { between, pick, randomFrom } from '../engine/random.ts';
import { AT } from '../timing.ts';

const STEP = 1 / 240;
const PER_WRITTEN = 2;
const WRITTEN = STEP * PER_WRITTEN;
const SETTLING = 2.4;

export interface Reel {
  /** Tiles since the start of the strip; grows. */
  place(t: number): number;
  /** Tiles per second. */
  speed(t: number): number;
  /** The tile that ends at the pay line. */
  lands: number;
  /** When it starts to fall off the edge, and when it lies. */
  leansAt: number;
  liesAt: number;
}

/** @param index the reel's place in the machine: later reels stop later */
export function makeReel(seedHex: string, index: number): Reel {
  const random = randomFrom(seedHex, `reel ${index}`);
  const fastest = between(random, 10.5, 12.5);
  const stops = AT.pause - 0.75 + 0.3 * index;
  const starts = AT.warmup + 0.18 * index;
  const edge = 400 + pick(random, 97) + 0.5;
  const leans = random() < 0.5 ? -1 : 1;
  const leansAt = AT.runup + 0.3 + 0.7 * index;

  const speedAt = (t: number, place: number): number => {
    const left = 1 - ramp(t, AT.slowdown - 1.5 + 0.2 * index, stops);
    const brake = left * left * mix(left, 1, 0.22);
    const surge = 1 + 0.22 * bump(t, 10.5, 15);
    const free = fastest * surge * smoother(t, starts, starts + 3.6) * brake;
    // The pawl lets a slow reel linger on every edge and hurry over every tile.
    return free * (1 + 0.72 * (1 - ramp(free, 0.6, 5)) * cosTurns(place));
  };

  const before = Math.round((stops - AT.warmup) / WRITTEN);
  const run = new Float64Array(before + 1);
  let place = edge;
  run[before] = edge;
  for (let step = before * PER_WRITTEN; step > 0; step -= 1) {
    place -= speedAt(AT.warmup + (step - 0.5) * STEP, place) * STEP;
    if ((step - 1) % PER_WRITTEN === 0) run[(step - 1) / PER_WRITTEN] = place;
  }

  const after = Math.round(SETTLING / WRITTEN);
  const fall = new Float64Array(after + 1);
  let lean = 0.006 * leans;
  let speed = 0;
  fall[0] = lean;
  for (let step = 1; step <= after * PER_WRITTEN; step += 1) {
    speed += (8.5 * sinTurns(lean) - 2.6 * speed) * STEP;
    lean += speed * STEP;
    if (step % PER_WRITTEN === 0) fall[step / PER_WRITTEN] = lean;
  }

  const read = (table: Float64Array, at: number): number => {
    const where = Math.min(Math.max(at, 0), table.length - 1.001);
    const whole = Math.floor(where);
    return mix(table[whole] ?? 0, table[whole + 1] ?? 0, where - whole);
  };
  const placeAt = (t: number): number => {
    if (t < stops) return read(run, (t - AT.warmup) / WRITTEN);
    if (t < leansAt) {
      // Not quite still: the heartbeat of the pause rocks it on its edge.
      const beat = bump(t, AT.pause + 0.55, AT.pause + 0.91) - 0.7 * bump(t, AT.pause + 0.85, AT.pause + 1.3);
      return edge + 0.03 * beat * leans * (index === 1 ? -1 : 1);
    }
    return edge + read(fall, (t - leansAt) / WRITTEN);
  };
  return {
    place: placeAt,
    speed: (t) => (placeAt(t + 0.005) - placeAt(t - 0.005)) / 0.01,
    lands: edge + 0.5 * leans,
    leansAt,
    liesAt: leansAt + SETTLING - 0.6,
  };
}
