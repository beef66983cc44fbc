/** The order of a draw: the same as striking tickets out by hand, and stable in every prefix (draw protocol §6). */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawOrder, type DrawnRow, sha256Hex } from '../src/index.ts';
import { createTicketTree } from '../src/ticket-tree.ts';

/** The rule read aloud: for each row count through all entries, in O(entries × rows). */
function strikeOut(combinedSeed: string, tickets: readonly number[], rows: number): DrawnRow[] {
  const left = tickets.map(BigInt);
  const order: DrawnRow[] = [];
  let counter = 0;
  for (;;) {
    const remaining = left.reduce((sum, count) => sum + count, 0n);
    if (order.length >= rows || remaining === 0n) return order;
    let block: Buffer;
    let word: bigint;
    do {
      block = createHmac('sha256', Buffer.from(combinedSeed, 'hex'))
        .update(`draw.rng.v1|${counter}`)
        .digest();
      word = BigInt(block.readUIntBE(0, 6));
      counter += 1;
    } while (word >= 2n ** 48n - (2n ** 48n % remaining));
    const r = word % remaining;
    let sum = 0n;
    const winner = left.findIndex((count) => (sum += count) > r);
    order.push({ entryNumber: winner + 1, selectionIndex: `${r}/${remaining}:${block.toString('hex')}` });
    left[winner] = 0n;
  }
}

const seeds = fc.integer().map((n) => sha256Hex(`seed ${n}`));
const counts = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(1000) },
  { weight: 1, arbitrary: fc.nat(60_000_000) },
);
const lists = fc
  .array(counts, { minLength: 1, maxLength: 70 })
  .filter((list) => list.some((count) => count > 0));

test('agrees with striking out by hand', () => {
  fc.assert(
    fc.property(seeds, lists, fc.nat(80), (combinedSeed, tickets, rows) => {
      expect(drawOrder({ combinedSeed, tickets, rows })).toEqual(strikeOut(combinedSeed, tickets, rows));
    }),
    { numRuns: 300, seed: 6 },
  );
});

test('more rows never change earlier ones', () => {
  fc.assert(
    fc.property(seeds, lists, (combinedSeed, tickets) => {
      const whole = drawOrder({ combinedSeed, tickets, rows: tickets.length + 5 });
      for (let rows = 0; rows <= whole.length; rows += 1)
        expect(drawOrder({ combinedSeed, tickets, rows })).toEqual(whole.slice(0, rows));
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('everybody with a ticket is drawn just once, nobody without one', () => {
  fc.assert(
    fc.property(seeds, lists, (combinedSeed, tickets) => {
      const drawn = drawOrder({ combinedSeed, tickets, rows: Infinity }).map(
        ({ entryNumber }) => entryNumber,
      );
      const eligible = tickets.flatMap((count, index) => (count > 0 ? [index + 1] : []));
      expect(drawn.toSorted((a, b) => a - b)).toEqual(eligible);
    }),
    { seed: 8 },
  );
});

test('a withdrawn entry moves nobody else: its place takes no room in the order', () => {
  fc.assert(
    fc.property(seeds, lists, (combinedSeed, tickets) => {
      const kept = tickets.flatMap((count, index) => (count > 0 ? [{ count, number: index + 1 }] : []));
      const without = drawOrder({ combinedSeed, tickets: kept.map(({ count }) => count), rows: 20 });
      const renamed = without.map((row) => ({ ...row, entryNumber: kept[row.entryNumber - 1]?.number }));
      expect(drawOrder({ combinedSeed, tickets, rows: 20 })).toEqual(renamed);
    }),
    { seed: 9 },
  );
});

describe('edges', () => {
  const combinedSeed = sha256Hex('edges');

  test('one entrant, one very heavy entrant, the largest total', () => {
    expect(drawOrder({ combinedSeed, tickets: [7], rows: 3 })).toHaveLength(1);
    const heavy = [1, 2 ** 32 - 3, 1];
    const order = drawOrder({ combinedSeed, tickets: heavy, rows: 3 });
    expect(order).toEqual(strikeOut(combinedSeed, heavy, 3));
    expect(order[0]).toMatchObject({ entryNumber: 2 });
    expect(order[0]?.selectionIndex).toMatch(/^\d+\/4294967295:[0-9a-f]{64}$/);
  });

  test.each([
    ['no entries', []],
    ['no tickets', [0, 0]],
    ['too many tickets', [2 ** 32 - 1, 1]],
    ['less than none', [2, -1]],
    ['half a ticket', [0.5, 1]],
  ])('%s', (_, tickets) => expect(() => drawOrder({ combinedSeed, tickets, rows: 1 })).toThrow(RangeError));

  test('no rows asked for, none given', () =>
    expect(drawOrder({ combinedSeed, tickets: [1], rows: 0 })).toEqual([]));
});

test('the tree finds the owner of every single ticket, also after strikes', () => {
  const tickets = [0, 3, 0, 1, 2, 0, 4];
  const tree = createTicketTree(tickets);
  for (const struck of [null, 4, 1]) {
    if (struck !== null) {
      tree.strike(struck);
      tickets[struck] = 0;
    }
    const owners = tickets.flatMap((count, index) => Array.from({ length: count }, () => index));
    expect(tree.remaining).toBe(owners.length);
    expect(owners.map((_, ticket) => tree.find(ticket))).toEqual(owners);
  }
});
