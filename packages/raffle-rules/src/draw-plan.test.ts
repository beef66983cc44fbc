import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { alternatesFor, drawAtFor } from './draw-plan.ts';

test.each([
  [{ winners: 1, entries: 100 }, 3],
  [{ winners: 3, entries: 100 }, 3],
  [{ winners: 10, entries: 100 }, 10],
  [{ winners: 10, entries: 14 }, 4],
  [{ winners: 3, entries: 3 }, 0],
  [{ winners: 5, entries: 1 }, 0],
])('R21 %o gives %i alternates', (plan, alternates) => {
  expect(alternatesFor(plan)).toBe(alternates);
});

test('R21 winners and alternates together never exceed the entries, unless the winners alone do', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.nat({ max: 300 }), (winners, entries) => {
      const alternates = alternatesFor({ winners, entries });
      expect(alternates).toBeGreaterThanOrEqual(0);
      expect(winners + alternates).toBeLessThanOrEqual(Math.max(winners, entries));
    }),
  );
});

test('R30 the draw is announced for the first whole second from T0 + 22 s on', () => {
  expect(drawAtFor(1_795_000_000_000)).toBe(1_795_000_022);
  expect(drawAtFor(1_795_000_000_001)).toBe(1_795_000_023);
  expect(drawAtFor(1_795_000_000_999)).toBe(1_795_000_023);
});

test('R30 the named round falls between T0 + 22 s and the end of the pause, with the lead that the protocol asks for', () => {
  // drand quicknet, draw protocol §4.
  const genesis = 1_692_803_367;
  const period = 3;
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_500_000_000_000 }), (t0) => {
      const drawAt = drawAtFor(t0);
      const round = Math.ceil((drawAt - genesis) / period) + 1;
      const roundAt = (genesis + (round - 1) * period) * 1000;
      expect(drawAt).toBeGreaterThanOrEqual(Math.floor(t0 / 1000) + 10);
      expect(roundAt).toBeGreaterThanOrEqual(t0 + 22_000);
      expect(roundAt).toBeLessThan(t0 + 25_000);
    }),
  );
});
