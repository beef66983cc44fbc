import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combinedPrizeLines, prizeLineProblem, readPrizeLines } from './prize-lines.ts';

describe('R61 a pasted list', () => {
  it.each([
    ['3 × Bottle of wine', 'Bottle of wine', 3],
    ['3x Bottle of wine', 'Bottle of wine', 3],
    ['3 X Bottle of wine', 'Bottle of wine', 3],
    ['3 x  Bottle  of wine', 'Bottle of wine', 3],
    ['x3 Bottle of wine', 'Bottle of wine', 3],
    ['12*Mug', 'Mug', 12],
    ['- Bicycle', 'Bicycle', 1],
    ['•Bicycle', 'Bicycle', 1],
    ['☐ 2 × Bicycle', 'Bicycle', 2],
    ['Bottle of wine × 3', 'Bottle of wine', 3],
    ['Bottle of wine x3', 'Bottle of wine', 3],
    ['Bottle of wine x 3', 'Bottle of wine', 3],
    ['Bottle of wine 3x', 'Bottle of wine', 3],
    ['Bottle of wine (3)', 'Bottle of wine', 3],
    ['Bottle of wine (x3)', 'Bottle of wine', 3],
    ['Bottle of wine\t3', 'Bottle of wine', 3],
    ['Bottle of wine;3', 'Bottle of wine', 3],
    ['Bottle of wine, 3', 'Bottle of wine', 3],
    ['3\tBottle of wine', 'Bottle of wine', 3],
    ['3 \t Bottle\tof wine', 'Bottle of wine', 3],
    ['3, Bottle of wine', 'Bottle of wine', 3],
    ['3 × 2 cinema tickets', '2 cinema tickets', 3],
    ['iPhone X 2', 'iPhone X 2', 1],
    ['4 xylophones', '4 xylophones', 1],
    ['100 euros', '100 euros', 1],
    ['100,000 euros', '100,000 euros', 1],
    ['Lego 4 x 4', 'Lego 4 x 4', 1],
    ['Picture, 20 × 30', 'Picture, 20 × 30', 1],
    ['Novel (1984)', 'Novel (1984)', 1],
    ['Wine, 1998', 'Wine, 1998', 1],
    ['1. Prize', '1. Prize', 1],
    ['0 × Nothing', 'Nothing', 0],
    ['5000 × Sweets', 'Sweets', 5000],
  ])('%j', (line, name, quantity) => {
    expect(readPrizeLines(line)).toEqual([{ name, quantity }]);
  });

  it('leaves out blank lines, and numbers that count the lines', () => {
    expect(readPrizeLines('\n  \r\nHam\n')).toEqual([{ name: 'Ham', quantity: 1 }]);
    expect(readPrizeLines('1. Ham\n2. 3 × Wine\r3) Soap')).toEqual([
      { name: 'Ham', quantity: 1 },
      { name: 'Wine', quantity: 3 },
      { name: 'Soap', quantity: 1 },
    ]);
    expect(readPrizeLines('1. Ham\n3. Wine').map(({ name }) => name)).toEqual(['1. Ham', '3. Wine']);
  });

  it('cuts nothing, and names what a raffle cannot have', () => {
    const [long = { name: '', quantity: 0 }] = readPrizeLines(`2 × ${'W'.repeat(101)}`);
    expect(long).toEqual({ name: 'W'.repeat(101), quantity: 2 });
    expect(prizeLineProblem(long)).toBe('name_too_long');
    expect(prizeLineProblem({ ...long, name: '🎁'.repeat(100) })).toBeNull();
    expect(prizeLineProblem({ name: 'Ham', quantity: 0 })).toBe('quantity_out_of_bounds');
    expect(prizeLineProblem({ name: 'Ham', quantity: 1001 })).toBe('quantity_out_of_bounds');
    expect(prizeLineProblem({ name: 'Ham', quantity: 1000 })).toBeNull();
  });

  it('puts lines of one name together only when asked to', () => {
    const lines = readPrizeLines('2 × Wine\nHam\nwine\n 3 ×  WINE');
    expect(lines).toHaveLength(4);
    expect(combinedPrizeLines(lines)).toEqual([
      { name: 'Wine', quantity: 6 },
      { name: 'Ham', quantity: 1 },
    ]);
  });

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const line of readPrizeLines(text)) {
          expect(line.name).not.toBe('');
          expect(Number.isSafeInteger(line.quantity)).toBe(true);
        }
      }),
    );
  });

  it('takes a line that is longer than any list as one name', () => {
    const lines = readPrizeLines(`${'a '.repeat(50_000)}\n${'1 x '.repeat(20_000)}`);
    expect(lines.map(prizeLineProblem)).toEqual(['name_too_long', 'name_too_long']);
  });
});
