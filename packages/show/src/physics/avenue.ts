/**
 * The drive through the city and the spark that decides (R35). The car is heavy and rolls out; the signs that hang ahead
 * of where it stops stay in the running. Then a spark jumps along them, loses speed with every jump and dies in one.
 * Places are counted in signs, seconds of show.
 */
import { bump, mix, ramp, smoother } from '../engine/curves.ts';
import { between, pick, randomFrom } from '../engine/random.ts';
import { AT } from '../timing.ts';

const STEP = 1 / 120;
const AHEAD = 3;
export const LAST_SIGNS = 7;

interface Spark {
  /** When it leaves each sign for the next; the last entry is when it dies. */
  times: number[];
  /** The signs in order, counted from the first one in the running. */
  signs: number[];
}

export interface Avenue {
  /** Signs passed. */
  place(t: number): number;
  /** Signs per second. */
  speed(t: number): number;
  /** The first sign that stays in the running. */
  first: number;
  /** One for each place; each dies in a sign of its own. */
  sparks: Spark[];
}

function speedAt(t: number): number {
  const left = 1 - ramp(t, AT.slowdown - 0.6, AT.pause - 0.2);
  return 3.9 * (1 + 0.18 * bump(t, 9, 15)) * smoother(t, 0.6, AT.main - 1.5) * left * mix(left, 1, 0.35);
}

/** When the spark of a place starts and dies. */
export function sparkTimes(place: number): { from: number; to: number } {
  const from = AT.runup + 0.2 + 0.85 * place;
  return { from, to: from + 1.5 };
}

export function makeAvenue(seedHex: string, places: number): Avenue {
  const steps = Math.round(AT.pause / STEP);
  const passed = new Float64Array(steps + 1);
  const drive = between(randomFrom(seedHex, 'drive'), 0.96, 1.04);
  for (let step = 0; step < steps; step += 1) {
    passed[step + 1] = (passed[step] ?? 0) + drive * speedAt((step + 0.5) * STEP) * STEP;
  }
  const place = (t: number): number => {
    const where = Math.min(Math.max(t / STEP, 0), steps - 1e-6);
    const whole = Math.floor(where);
    return mix(passed[whole] ?? 0, passed[whole + 1] ?? 0, where - whole);
  };
  const random = randomFrom(seedHex, 'sparks');
  const dead = new Set<number>();
  const sparks = Array.from({ length: places }, (_, index) => {
    const spark = jump(index, dead, random);
    const last = spark.signs.at(-1);
    if (last !== undefined) dead.add(last);
    return spark;
  });
  return {
    place,
    speed: (t) => (t < AT.pause ? drive * speedAt(t) : 0),
    first: Math.ceil(place(AT.pause)) + AHEAD,
    sparks,
  };
}

/** Each jump takes longer than the one before, because the spark has lost some of its speed. */
function jump(index: number, dead: ReadonlySet<number>, random: () => number): Spark {
  const { from, to } = sparkTimes(index);
  const jumps = 4 + pick(random, 2);
  const alive = Array.from({ length: LAST_SIGNS }, (_, sign) => sign).filter((sign) => !dead.has(sign));
  let at = pick(random, alive.length);
  const signs = [alive[at] ?? 0];
  const waits: number[] = [];
  for (let step = 0; step < jumps; step += 1) {
    at = (at + 1 + pick(random, alive.length - 1)) % alive.length;
    signs.push(alive[at] ?? 0);
    waits.push(1 + 0.55 * step);
  }
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  let now = from;
  const times = waits.map((wait) => (now += (wait / total) * (to - from)));
  return { times: [from, ...times], signs };
}
