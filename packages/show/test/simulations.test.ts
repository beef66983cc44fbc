/** What holds for every style's simulation: one frame for everybody, no hint before the result, no contradiction after. */
import { describe, expect, test } from 'vitest';
import type { SceneState, ShowPlan, Simulation } from '../src/plan.ts';
import { simulateClassic } from '../src/styles/classic/simulate.ts';
import { simulateCalm } from '../src/calm/simulate.ts';
import { simulateCasino } from '../src/styles/casino/simulate.ts';
import { simulateCosmic } from '../src/styles/cosmic/simulate.ts';
import { simulateFireworks } from '../src/styles/fireworks/simulate.ts';
import { simulateNeon } from '../src/styles/neon/simulate.ts';
import { planOf, resultOf } from './plans.ts';

const STYLES: [string, (plan: ShowPlan) => Simulation][] = [
  ['classic', simulateClassic],
  ['casino', simulateCasino],
  ['cosmic', simulateCosmic],
  ['neon', simulateNeon],
  ['fireworks', simulateFireworks],
  ['calm', simulateCalm],
];
const TIMES = [0.4, 2.9, 3.2, 7.7, 9.05, 12.34, 17.9, 19.6, 21.2, 22.99, 24.1, 25];
const LATER = [25.01, 26.3, 27.99, 28.2, 30.6, 33, 36];

const numbersOf = (state: SceneState): number[] => state.readable.filter((number) => number > 0);

describe.each(STYLES)('%s', (_style, simulate) => {
  test('R35 same plan, same frame, in whatever order the frames are asked for', () => {
    const forward = simulate(planOf(48));
    const backward = simulate(planOf(48));
    const result = resultOf(17, 4, 29);
    const played = [...TIMES, ...LATER].map((t) => forward.state(t, result));
    const scrubbed = [...TIMES, ...LATER].toReversed().map((t) => backward.state(t, result));
    expect(scrubbed.toReversed()).toEqual(played);
  });

  test('R35 another seed is another show', () => {
    const one = simulate(planOf(48)).state(12, null);
    const other = simulate(planOf(48, { seedHex: '00112233445566778899aabbccddeeff' })).state(12, null);
    expect(other).not.toEqual(one);
  });

  test('nothing before the reveal depends on the winners', () => {
    const show = simulate(planOf(48));
    for (const t of [...TIMES, 26, 27.9]) {
      const blind = show.state(t, null);
      expect(show.state(t, resultOf(17, 4, 29))).toEqual(blind);
      expect(show.state(t, resultOf(1, 2, 3))).toEqual(blind);
    }
  });

  test('no number can be read while the number that decides does not exist, and nobody is named as chosen', () => {
    const show = simulate(planOf(48));
    for (const t of [23, 24, 25]) {
      expect(numbersOf(show.state(t, null))).toEqual([]);
      expect(show.state(t, null).chosen).toEqual([]);
    }
  });

  test('the slow-down narrows the running to few, and those chosen were among them', () => {
    const show = simulate(planOf(48));
    const last = show.state(24.9, null).candidates;
    expect(last.length).toBeGreaterThanOrEqual(3);
    expect(last.length).toBeLessThanOrEqual(9);
    const { chosen } = show.state(32, null);
    expect(chosen).toHaveLength(3);
    expect(last).toEqual(expect.arrayContaining(chosen));
    expect(show.state(8, null).candidates).toEqual([]);
  });

  test('winners become readable one after the other, each once, on the bodies that came out', () => {
    const show = simulate(planOf(60));
    const result = resultOf(17, 4, 29);
    for (const [t, visible] of [
      [28.9, [17]],
      [30.9, [17, 4]],
      [32.6, [17, 4, 29]],
    ] as const) {
      const state = show.state(t, result);
      expect(state.chosen.map((body) => state.readable[body]).filter(Boolean)).toEqual(visible);
    }
    const end = show.state(36, result);
    for (const number of [17, 4, 29]) expect(numbersOf(end).filter((one) => one === number)).toHaveLength(1);
    expect(end.chosen.map((body) => end.readable[body])).toEqual([17, 4, 29]);
  });

  test.each([1, 2, 7, 5000])('%i entrants can be shown, with their own entry among them', (count) => {
    const own = Math.ceil(count * 0.7);
    const show = simulate(planOf(count, { ownNumber: own }));
    const seen = Array.from({ length: 34 }, (_, step) => numbersOf(show.state(1 + step / 2, null)));
    expect(seen.flat()).toContain(own);
    expect(show.state(33, resultOf(1)).chosen.length).toBe(Math.min(count, 3));
  });

  test('R35 the own entry changes labels only', () => {
    const mine = simulate(planOf(5000, { ownNumber: 4321 })).state(9, null);
    const yours = simulate(planOf(5000, { ownNumber: 7 })).state(9, null);
    expect(mine.bodies).toEqual(yours.bodies);
    expect(
      mine.readable.filter((number, body) => number !== yours.readable[body]).length,
    ).toBeLessThanOrEqual(4);
  });
});
