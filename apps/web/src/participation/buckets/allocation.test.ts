import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocationOf, bodyOf, isSame, leftOf, withTickets } from './allocation.ts';

const open = (bucket: number) => ({ bucket, state: 'open' as const });
const nothing = allocationOf({ placed: [] });

describe('R64 tickets that are being placed', () => {
  it('never exceed what is held, whatever is pressed or typed', () => {
    const press = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: -3, max: 40 }));
    fc.assert(
      fc.property(fc.nat(30), fc.array(press), (tickets, presses) => {
        let now = nothing;
        for (const [bucket, wanted] of presses) {
          now = withTickets(now, open(bucket), wanted, { tickets, saved: nothing });
          expect(now.get(bucket)).toBeLessThanOrEqual(Math.max(0, wanted));
          const placed = bodyOf(now).reduce((sum, one) => sum + one.tickets, 0);
          expect(placed + leftOf(now, tickets)).toBe(tickets);
          expect(leftOf(now, tickets)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('stay in what was drawn, and only come out of what was skipped', () => {
    const saved = allocationOf({ placed: [{ bucket: 1, tickets: 2 }] });
    const of = { tickets: 5, saved };
    expect(withTickets(saved, { bucket: 1, state: 'drawn' }, 0, of)).toBe(saved);
    const out = withTickets(saved, { bucket: 1, state: 'skipped' }, 0, of);
    expect(bodyOf(out)).toEqual([]);
    expect(bodyOf(withTickets(out, { bucket: 1, state: 'skipped' }, 4, of))).toEqual([
      { bucket: 1, tickets: 2 },
    ]);
  });

  it('of which the host took some away can only be taken out', () => {
    const saved = allocationOf({ placed: [{ bucket: 1, tickets: 4 }] });
    const of = { tickets: 3, saved };
    expect(leftOf(saved, 3)).toBe(-1);
    expect(withTickets(saved, open(1), 5, of).get(1)).toBe(4);
    expect(withTickets(saved, open(1), 3, of).get(1)).toBe(3);
  });

  it('are the same wherever the same lie in each bucket', () => {
    expect(isSame(nothing, new Map([[3, 0]]))).toBe(true);
    expect(isSame(nothing, new Map([[3, 1]]))).toBe(false);
  });
});
