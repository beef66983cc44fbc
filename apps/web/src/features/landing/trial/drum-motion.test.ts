/** The drum's picture is a function of the draw: same frames everywhere, everything stays in the glass, one slip leaves. */
import { expect, test } from 'vitest';
import { CENTRE, frontPose, GLASS_RADIUS, restPose, SHOWN_SECONDS, tumblePose } from './drum-motion.ts';

const SEEDS = [0, 1, 0xdeadbeef, 0xffffffff];
const COUNTS = [1, 2, 7, 20];
const TIMES = Array.from({ length: 80 }, (_, i) => i / 20);

test('every slip stays in the glass and rests where it rested', () => {
  for (const seed of SEEDS)
    for (const count of COUNTS)
      for (let index = 0; index < count; index += 1) {
        for (const seconds of TIMES) {
          const { x, y } = tumblePose(seed, index, count, seconds);
          expect(Math.hypot(x - CENTRE.x, y - CENTRE.y)).toBeLessThan(GLASS_RADIUS - 25);
        }
        const rest = restPose(index, count);
        const end = tumblePose(seed, index, count, SHOWN_SECONDS);
        expect(tumblePose(seed, index, count, 0)).toEqual(rest);
        expect([end.x, end.y]).toEqual([rest.x, rest.y]);
        expect((end.turn - rest.turn) % 360).toBeCloseTo(0);
      }
});

test('the drawn slip starts where it tumbled and ends in front, upright, within 4 s', () => {
  expect(SHOWN_SECONDS).toBeLessThanOrEqual(4);
  for (const seed of SEEDS)
    for (const winner of [0, 3, 6]) {
      const leaves = TIMES.find((seconds) => frontPose(seed, winner, 7, seconds) !== null);
      const first = frontPose(seed, winner, 7, leaves ?? 0);
      expect(first).toEqual(tumblePose(seed, winner, 7, leaves ?? 0));
      const end = frontPose(seed, winner, 7, SHOWN_SECONDS);
      expect(end).toMatchObject({ x: CENTRE.x, y: CENTRE.y });
      expect(Math.abs((((((end?.turn ?? 90) + 180) % 360) + 360) % 360) - 180)).toBeLessThan(10);
    }
});

test('the same draw looks the same, another one does not', () => {
  expect(tumblePose(7, 2, 8, 1.3)).toEqual(tumblePose(7, 2, 8, 1.3));
  expect(tumblePose(7, 2, 8, 1.3)).not.toEqual(tumblePose(8, 2, 8, 1.3));
});

test('nothing moves by leaps', () => {
  for (let step = 0; step < 4 * 60; step += 1) {
    const before = tumblePose(3, 4, 20, step / 60);
    const after = tumblePose(3, 4, 20, (step + 1) / 60);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(24);
  }
});
