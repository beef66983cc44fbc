import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { claimReminderAt, claimTimeLeft, remindsByEmail } from './claim-reminders.ts';
import { claimBy, type HeldPrize } from './claims.ts';

const DAY_S = 86_400;
const held = (more: Partial<HeldPrize> = {}): HeldPrize => ({
  since: 1_000_000,
  windowSeconds: 600,
  extensionSeconds: null,
  claimedAt: null,
  handedOverAt: null,
  ...more,
});

describe('R75 the reminder', () => {
  it('R75 comes half way, of an extended window half way through all of it', () => {
    expect(claimReminderAt(held())).toBe(1_300_000);
    expect(claimReminderAt(held({ extensionSeconds: 1200 }))).toBe(1_900_000);
  });

  it('R75 comes for nobody who claimed, whose prize never lapses, or whose time has not begun', () => {
    expect(claimReminderAt(held({ claimedAt: 1 }))).toBeNull();
    expect(claimReminderAt(held({ windowSeconds: null }))).toBeNull();
    expect(claimReminderAt(held({ since: null }))).toBeNull();
  });

  it('R75 comes by email only where there is more than half an hour', () => {
    expect(remindsByEmail(held({ windowSeconds: 1800 }))).toBe(false);
    expect(remindsByEmail(held({ windowSeconds: 1800, extensionSeconds: 60 }))).toBe(true);
    expect(remindsByEmail(held({ windowSeconds: DAY_S }))).toBe(true);
    expect(remindsByEmail(held({ windowSeconds: null }))).toBe(false);
    expect(remindsByEmail(held({ since: null, windowSeconds: DAY_S }))).toBe(false);
  });

  test('R75 property: lies between the beginning and the end of the window, and an extension never moves it back', () => {
    const seconds = fc.integer({ min: 60, max: 60 * DAY_S });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2e12 }),
        seconds,
        seconds,
        (since, windowSeconds, extensionSeconds) => {
          const plain = held({ since, windowSeconds });
          const extended = held({ since, windowSeconds, extensionSeconds });
          const at = claimReminderAt(plain) ?? 0;
          expect(at).toBeGreaterThan(since);
          expect(at).toBeLessThan(claimBy(plain) ?? 0);
          expect(claimReminderAt(extended)).toBeGreaterThan(at);
        },
      ),
    );
  });
});

it.each([
  [5 * DAY_S, '5 days'],
  [2 * DAY_S, '2 days'],
  [2 * DAY_S - 1, '47 hours'],
  [7200, '2 hours'],
  [7199, '119 minutes'],
  [60, '1 minute'],
  [59, null],
  [-5, null],
])('R75 says of %d seconds: %s', (seconds, words) => {
  expect(claimTimeLeft(seconds * 1000, 0)).toBe(words);
});
