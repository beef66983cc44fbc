/** The drum's physics: nobody leaves the glass except through the hatch, and all come to rest before the pause. */
import { describe, expect, test } from 'vitest';
import { DRUM } from '../src/physics/drum-walls.ts';
import { hatchOpensAt, makeDrum } from '../src/physics/drum.ts';
import { STEP } from '../src/physics/drum-motion.ts';

const SEEDS = ['5f1d3ab09c2e77d4', '00000000000000ff', 'deadbeefcafe0123', '0123456789abcdef'];

describe.each([
  [60, 3],
  [28, 1],
  [44, 3],
])('%i balls, %i places', (count, places) => {
  test.each(SEEDS)('seed %s', (seed) => {
    const drum = makeDrum(seed, count, places);
    const { position, velocity, turn, radius } = drum.balls;
    const out = (): Set<number> => new Set(drum.exits.map(({ ball }) => ball));
    let farthest = 0;
    let deepest = 0;
    let restless = 0;
    for (let step = 0; step < 29 / STEP; step += 1) {
      const t = step * STEP;
      drum.step(t);
      const gone = out();
      let moving = 0;
      for (let ball = 0; ball < count; ball += 1) {
        if (gone.has(ball)) continue;
        const [x = 0, y = 0, z = 0] = position.subarray(3 * ball, 3 * ball + 3);
        const inHatch = t >= hatchOpensAt(0) && y < 0 && x * x + z * z < radius * radius;
        if (!inHatch) farthest = Math.max(farthest, Math.sqrt(x * x + y * y));
        deepest = Math.max(deepest, Math.abs(z));
        for (const speed of velocity.subarray(3 * ball, 3 * ball + 3)) moving += speed * speed;
      }
      if (t > 24 && t < 25) restless = Math.max(restless, moving / count);
    }
    expect(farthest).toBeLessThanOrEqual(1 - radius + 1e-9);
    expect(deepest).toBeLessThanOrEqual(DRUM.half - radius + 1e-9);
    expect(restless).toBeLessThan(0.02);
    expect(drum.exits).toHaveLength(places);
    expect(out().size).toBe(places);
    expect(drum.exits[0]?.at).toBeLessThan(26.5);
    expect(drum.exits.at(-1)?.at).toBeLessThan(28.6);
    for (let ball = 0; ball < count; ball += 1) {
      const length = turn.subarray(4 * ball, 4 * ball + 4).reduce((sum, part) => sum + part * part, 0);
      expect(length).toBeCloseTo(1, 9);
    }
  });
});
