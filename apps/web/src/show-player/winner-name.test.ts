/** Long names on the pages of winners (R65). */
import { expect, test } from 'vitest';
import { fitOf } from './winner-name.tsx';

/** Of the usual size. */
function shareOf(name: string, place: 'card' | 'wide' | 'row', isHall: boolean): number {
  return Number(/text-\[([\d.]+)em\]/.exec(fitOf(name, place, isHall))?.[1] ?? 1);
}

const linesOf = (name: string, place: 'card' | 'wide' | 'row', isHall: boolean): number =>
  Number(/line-clamp-(\d)/.exec(fitOf(name, place, isHall))?.[1]);

const LONG =
  'Maximiliane Wilhelmine-Friederike Freifrau von und zu Hohenstein-Schwarzenberg auf der Burg Rabeneck';

test('R65 usual names are as large as their place in a hall, and a long word makes a name smaller', () => {
  for (const name of ['Ada Lovelace', 'Jo', 'Valentina Tanaka-Ober'])
    expect(shareOf(name, 'card', true)).toBe(1);
  expect(shareOf('Featherstonehaugh', 'card', true)).toBeLessThan(0.7);
  expect(shareOf('Featherstone-Haugh', 'card', true)).toBe(0.8);
  expect(shareOf('Featherstonehaugh', 'wide', true)).toBe(1);
});

test('R65 a name of a hundred letters has as many lines as it needs in the height of two', () => {
  for (const place of ['card', 'wide', 'row'] as const) {
    expect(linesOf(LONG, place, true) * shareOf(LONG, place, true)).toBeLessThanOrEqual(2);
    expect(linesOf(LONG, place, false)).toBeGreaterThanOrEqual(3);
  }
});
