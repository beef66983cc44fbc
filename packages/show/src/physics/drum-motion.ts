/** How the drum turns and breathes: a table of angles that ends with the hatch at the bottom, and gusts of air. */
import { AT } from '../timing.ts';
import { bump, mix, smooth, smoother } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';

export const STEP = 1 / 120;

/** Turns per second; against the clock as the audience sees it. */
function drumSpeed(t: number): number {
  const up = smoother(t, AT.warmup, AT.warmup + 3.5);
  const down = 1 - smoother(t, AT.slowdown, AT.slowdown + 3.6);
  const surge = mix(0.2, 0.27, smooth(t, AT.main, AT.main + 2)) - 0.1 * bump(t, 11.5, 14.5);
  // Its weight swings it back a little before it rests.
  const back = 0.09 * bump(t, AT.slowdown + 2.9, AT.pause - 0.2);
  return surge * up * down - back;
}

export interface DrumMotion {
  /** Turns since the start. */
  angle(t: number): number;
  /** Radians per second. */
  speed(t: number): number;
  /** Where the hatch sits on the drum, in turns from its zero; it rests at the bottom from the pause on. */
  hatch: number;
  /** Upward acceleration of the air at the bottom. */
  air(t: number): number;
}

export function drumMotion(seedHex: string): DrumMotion {
  const steps = Math.round((AT.pause - AT.warmup) / STEP);
  const angles = new Float64Array(steps + 1);
  for (let step = 0; step < steps; step += 1) {
    angles[step + 1] = (angles[step] ?? 0) + drumSpeed(AT.warmup + (step + 0.5) * STEP) * STEP;
  }
  const last = angles[steps] ?? 0;
  const random = randomFrom(seedHex, 'gusts');
  const gusts = Array.from({ length: 5 }, (_, index) => ({
    from: AT.main - 1 + 2.1 * index + between(random, 0, 0.7),
    strength: between(random, 24, 31),
  }));
  return {
    angle(t) {
      const place = (t - AT.warmup) / STEP;
      if (place <= 0) return 0;
      if (place >= steps) return last;
      const index = Math.floor(place);
      return mix(angles[index] ?? 0, angles[index + 1] ?? 0, place - index);
    },
    speed: (t) => drumSpeed(t) * 6.283185307179586,
    hatch: 0.75 - last + Math.ceil(last),
    air: (t) => gusts.reduce((sum, { from, strength }) => sum + strength * bump(t, from, from + 1.7), 0),
  };
}
