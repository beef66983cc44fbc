/** R73: claim windows, by examples and against a slow model of the draw protocol's check `standing`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claimBy,
  decideClaim,
  decideExtension,
  decideHandOver,
  decidePassOver,
  heldState,
  type HeldPrize,
  isClaimWindow,
  isLapsed,
  isLapseLate,
  lapsesAt,
} from './claims.ts';

const DAY_S = 86_400;
const START = Date.UTC(2026, 9, 24, 20);
const held = (more: Partial<HeldPrize> = {}): HeldPrize => ({
  since: START,
  windowSeconds: 600,
  extensionSeconds: null,
  claimedAt: null,
  handedOverAt: null,
  ...more,
});
const END = START + 600_000;

describe('R73 claim windows', () => {
  it('are 1 to 30 minutes or 1 to 60 days', () => {
    for (const seconds of [60, 1800, DAY_S, 60 * DAY_S])
      expect([seconds, isClaimWindow(seconds)]).toEqual([seconds, true]);
    for (const seconds of [0, -60, 59, 61, 1860, 3600, DAY_S - 60, DAY_S + 60, 61 * DAY_S]) {
      expect([seconds, isClaimWindow(seconds)]).toEqual([seconds, false]);
    }
  });

  it('are durations: a day is 24 hours, also where clocks are set back', () => {
    // Between these two times the clocks of Europe go back by an hour.
    expect(claimBy(held({ windowSeconds: DAY_S }))).toBe(START + 24 * 3_600_000);
  });

  it('start at the end of the show, and never lapse before that or without a window', () => {
    expect([claimBy(held({ since: null })), lapsesAt(held({ since: null }))]).toEqual([null, null]);
    expect(isLapsed(held({ windowSeconds: null }), Number.MAX_SAFE_INTEGER)).toBe(false);
    expect(decideClaim(held({ since: null }), START)).toEqual({ ok: false, refusal: 'claim_not_begun' });
  });

  it('end in one millisecond, which belongs to the lapse', () => {
    expect([isLapsed(held(), END - 1), decideClaim(held(), END - 1)]).toEqual([
      false,
      { ok: true, value: true },
    ]);
    expect([isLapsed(held(), END), decideClaim(held(), END)]).toEqual([
      true,
      { ok: false, refusal: 'claim_over' },
    ]);
    expect([isLapseLate(held(), END + 30_000), isLapseLate(held(), END + 30_001)]).toEqual([false, true]);
  });

  it('are extended once, before they end and before a claim', () => {
    const longer = held({ extensionSeconds: 60 });
    expect(claimBy(longer)).toBe(END + 60_000);
    expect(decideClaim(longer, END)).toEqual({ ok: true, value: true });
    expect(decideExtension(held(), END - 1).ok).toBe(true);
    const refusals = [
      decideExtension(longer, START),
      decideExtension(held(), END),
      decideExtension(held({ claimedAt: START }), START),
      decideExtension(held({ windowSeconds: null }), START),
      decideExtension(held({ since: null }), START),
    ].map((decision) => (decision.ok ? null : decision.refusal));
    expect(refusals).toEqual([
      'claim_extended',
      'claim_over',
      'claimed_already',
      'no_claim_window',
      'claim_not_begun',
    ]);
  });
});

describe('R73 claims', () => {
  it('come before handing over, and both can be said again', () => {
    const claimed = held({ claimedAt: START });
    const given = held({ claimedAt: START, handedOverAt: START });
    expect([held(), claimed, given].map(heldState)).toEqual(['drawn', 'claimed', 'handed_over']);
    expect(decideClaim(claimed, END + 1)).toEqual({ ok: true, value: false });
    expect(decideHandOver(held(), START)).toEqual({ ok: true, value: { claims: true, hands: true } });
    expect(decideHandOver(claimed, END + 1)).toEqual({ ok: true, value: { claims: false, hands: true } });
    expect(decideHandOver(given, END + 1)).toEqual({ ok: true, value: { claims: false, hands: false } });
    expect(decideHandOver(held(), END).ok).toBe(false);
  });

  it('leave only the winner, or a public reason, to move the prize on', () => {
    const claimed = held({ claimedAt: START });
    const refused = (
      one: HeldPrize,
      reason: 'absent' | 'declined' | 'unclaimed' | 'ineligible',
      by: 'winner' | 'host' | 'clock' = 'host',
      hasDevice = true,
    ): string | null => {
      const decision = decidePassOver(one, { reason, by, hasDevice }, END + 1);
      return decision.ok ? null : decision.refusal;
    };
    expect(refused(claimed, 'absent')).toBe('claimed_already');
    expect(refused(claimed, 'unclaimed', 'clock')).toBe('claim_still_possible');
    expect(refused(claimed, 'declined')).toBe('declines_on_device');
    expect(refused(claimed, 'declined', 'host', false)).toBe(null);
    expect(refused(claimed, 'declined', 'winner')).toBe(null);
    expect(refused(claimed, 'ineligible')).toBe(null);
    expect(refused(held(), 'absent')).toBe(null);
    expect(refused(held(), 'unclaimed', 'clock')).toBe(null);
    expect(refused(held({ windowSeconds: null }), 'unclaimed', 'clock')).toBe('claim_still_possible');
  });
});

/** What may happen to a held prize, at a time after its start. */
const step = fc.record({
  do: fc.constantFrom('claim', 'hand over', 'extend', 'tick'),
  afterMs: fc.nat(400_000),
  seconds: fc.integer({ min: 1, max: 600 }),
});

it('R73 whatever happens in whatever order: never early, never after a claim, always after the full window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: START, max: START + 999 }),
      fc.constantFrom(60, 300, 600),
      fc.array(step, { maxLength: 12 }),
      (since, windowSeconds, steps) => {
        const one = held({ since, windowSeconds });
        let now = since;
        for (const { do: what, afterMs, seconds } of steps) {
          now += afterMs;
          if (what === 'claim' && decideClaim(one, now).ok) one.claimedAt ??= now;
          if (what === 'extend' && decideExtension(one, now).ok) one.extensionSeconds = seconds;
          const given = what === 'hand over' ? decideHandOver(one, now) : null;
          if (given?.ok === true) {
            one.claimedAt ??= now;
            one.handedOverAt = now;
          }

          const full = since + (windowSeconds + (one.extensionSeconds ?? 0)) * 1000;
          expect(isLapsed(one, now)).toBe(one.claimedAt === null && now >= full);
          // Claims were made in time, and handing over came after a claim.
          if (one.claimedAt !== null) expect(one.claimedAt).toBeLessThan(full);
          if (one.handedOverAt !== null)
            expect(one.handedOverAt).toBeGreaterThanOrEqual(one.claimedAt ?? Infinity);
          // As the protocol has it, which counts whole seconds: what lapses here may lapse there.
          if (isLapsed(one, now)) {
            const sinceS = Math.floor(since / 1000);
            expect(Math.floor(now / 1000)).toBeGreaterThanOrEqual(
              sinceS + windowSeconds + (one.extensionSeconds ?? 0),
            );
          }
          // In each moment a claim is possible, or it was made, or the prize has lapsed.
          const possible = decideClaim(one, now);
          expect(possible.ok).toBe(!isLapsed(one, now));
        }
      },
    ),
    { numRuns: 500 },
  );
});
