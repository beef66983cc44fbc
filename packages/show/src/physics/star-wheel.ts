/**
 * The sky as one heavy wheel (R35): stars stand still on it, it turns about the pole and comes to rest by friction. Those
 * that rest nearest to the mark fall, the nearest first. World units, turns, seconds of show.
 */
import { bump, cosTurns, mix, ramp, sinTurns, smoother, square } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';
import { AT } from '../timing.ts';

const STEP = 1 / 120;
export const MARK = { x: 0, y: 0.98 } as const;
const INNER = 0.36;
const OUTER = 2.35;

export interface StarWheel {
  /** Turns since the start. */
  angle(t: number): number;
  /** Turns per second. */
  speed(t: number): number;
  /** Distance from the pole and turns, per star. */
  stars: { radius: number; angle: number }[];
  /** Stars from the nearest to the mark to the farthest, at rest. */
  nearest: number[];
}

function speedAt(t: number): number {
  const left = 1 - ramp(t, AT.slowdown - 0.5, AT.runup - 0.15);
  const surge = 1 + 0.35 * bump(t, 9.5, 16);
  return (
    0.052 * surge * smoother(t, 1.5, AT.main) * left * left * mix(left, 1, 0.3) +
    0.002 * (1 - smoother(t, 3, 5))
  );
}

export function starWheel(seedHex: string, count: number): StarWheel {
  const steps = Math.round(AT.runup / STEP);
  const angles = new Float64Array(steps + 1);
  for (let step = 0; step < steps; step += 1) {
    angles[step + 1] = (angles[step] ?? 0) + speedAt((step + 0.5) * STEP) * STEP;
  }
  const stars = scatter(seedHex, count);
  const angle = (t: number): number => {
    const place = Math.min(Math.max(t / STEP, 0), steps - 1e-6);
    const whole = Math.floor(place);
    return mix(angles[whole] ?? 0, angles[whole + 1] ?? 0, place - whole);
  };
  const rest = angle(AT.runup);
  const away = stars.map((star) => {
    const dx = star.radius * cosTurns(star.angle + rest) - MARK.x;
    const dy = star.radius * sinTurns(star.angle + rest) - MARK.y;
    return dx * dx + dy * dy;
  });
  return {
    angle,
    speed: (t) => (t < AT.runup ? speedAt(t) : 0),
    stars,
    nearest: Array.from(stars.keys()).toSorted((a, b) => (away[a] ?? 0) - (away[b] ?? 0)),
  };
}

/** Evenly scattered: each star is the one of a few tries that is farthest from all others. */
function scatter(seedHex: string, count: number): { radius: number; angle: number }[] {
  const random = randomFrom(seedHex, 'stars');
  const placed: { radius: number; angle: number; x: number; y: number }[] = [];
  while (placed.length < count) {
    let best = { radius: 1, angle: 0, x: 1, y: 0 };
    let farthest = -1;
    for (let tries = 0; tries < 12; tries += 1) {
      const share = random();
      const radius = Math.sqrt(mix(INNER * INNER, OUTER * OUTER, share));
      const angle = between(random, 0, 1);
      const x = radius * cosTurns(angle);
      const y = radius * sinTurns(angle);
      let near = Infinity;
      for (const other of placed) near = Math.min(near, square(other.x - x) + square(other.y - y));
      if (near > farthest) [farthest, best] = [near, { radius, angle, x, y }];
    }
    placed.push(best);
  }
  return placed.map(({ radius, angle }) => ({ radius, angle }));
}
