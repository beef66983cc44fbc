import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DENSE_LINES } from '../reveal.ts';
import { cellsIn } from './page-painter.ts';

const PLACES = [
  { x: 30, y: 40, width: 1020, height: 850 },
  { x: 30, y: 40, width: 1860, height: 850 },
];

test('R65 R76 as many winners as a page has stand apart from each other, and on the page', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), fc.integer({ min: 1, max: DENSE_LINES }), (place, count) => {
      const cells = cellsIn(place, count);
      expect(cells).toHaveLength(count);
      for (const [index, { x, y, width, height }] of cells.entries()) {
        expect(x).toBeGreaterThanOrEqual(place.x);
        expect(y).toBeGreaterThanOrEqual(place.y - 1e-6);
        expect(x + width).toBeLessThanOrEqual(place.x + place.width + 1e-6);
        expect(y + height).toBeLessThanOrEqual(place.y + place.height + 1e-6);
        // A name of half of this height is still read on a phone.
        expect(height).toBeGreaterThanOrEqual(24);
        const next = cells[index + 1];
        if (next !== undefined) expect(next.y > y + height || next.x > x + width).toBe(true);
      }
    }),
  );
});
