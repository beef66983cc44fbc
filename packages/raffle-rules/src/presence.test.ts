import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptedSlots,
  checkInSlot,
  type CheckInWay,
  decideCheckIn,
  decideOpenCheckIn,
  decidePresence,
  decidePresentDraw,
  isAbsent,
  isCheckInMade,
  type PresentEntry,
  resultOfCheckIn,
  slotEndsAt,
} from './presence.ts';
import type { RaffleFacts } from './status.ts';

const NOW = 1_800_000_000_000;
const open: RaffleFacts = {
  status: 'open',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 3,
  ticketTotal: 3,
  maxTickets: 1,
  allowPublicJoin: true,
};
const required = { required: true, openedAt: NOW };
const refusalOf = (decision: { ok: boolean; refusal?: string }) => (decision.ok ? null : decision.refusal);

describe('R71 which draws people must be present at', () => {
  it('is decided until the list of the draw closes', () => {
    const draws = ['closed', 'planned', 'skipped'] as const;
    expect(refusalOf(decidePresence(open, draws, 2))).toBeNull();
    expect(refusalOf(decidePresence({ ...open, status: 'draft' }, ['planned'], 1))).toBeNull();
    for (const number of [1, 3, 4])
      expect(refusalOf(decidePresence(open, draws, number))).toBe('draw_not_planned');
    const running = { ...open, status: 'closed', drawStarted: true } as const;
    expect(refusalOf(decidePresence(running, draws, 2))).toBe('draw_started');
  });
});

describe('R71 check-in', () => {
  it('opens before a draw that people must be present at', () => {
    expect(refusalOf(decideOpenCheckIn(open, { required: true, openedAt: null }))).toBeNull();
    expect(refusalOf(decideOpenCheckIn({ ...open, status: 'closed' }, required))).toBeNull();
    expect(refusalOf(decideOpenCheckIn(open, { required: false, openedAt: null }))).toBe(
      'presence_not_required',
    );
    expect(refusalOf(decideOpenCheckIn({ ...open, status: 'draft' }, required))).toBe('raffle_still_draft');
  });

  it('is possible while it is open, and not once the draw has started', () => {
    expect(refusalOf(decideCheckIn(open, required))).toBeNull();
    expect(refusalOf(decideCheckIn({ ...open, status: 'closed', deadlineAt: NOW }, required))).toBeNull();
    expect(refusalOf(decideCheckIn(open, { required: true, openedAt: null }))).toBe('check_in_not_open');
    expect(refusalOf(decideCheckIn(open, { required: false, openedAt: NOW }))).toBe('check_in_not_open');
    expect(refusalOf(decideCheckIn({ ...open, status: 'draft' }, required))).toBe('check_in_not_open');
    const running = { ...open, status: 'closed', drawStarted: true } as const;
    expect(refusalOf(decideCheckIn(running, required))).toBe('draw_started');
    expect(refusalOf(decideCheckIn({ ...running, status: 'drawn' }, required))).toBe('already_drawn');
  });

  it('nobody present, nothing drawn', () => {
    expect(refusalOf(decidePresentDraw(required, 1))).toBeNull();
    expect(refusalOf(decidePresentDraw(required, 0))).toBe('nobody_present');
    expect(refusalOf(decidePresentDraw({ required: true, openedAt: null }, 0))).toBe('check_in_not_opened');
    expect(refusalOf(decidePresentDraw({ required: false, openedAt: null }, 0))).toBeNull();
  });
});

const entry: PresentEntry = { state: 'in', tickets: 1, checkedIn: null };

describe('R71 the desk', () => {
  it.each([
    ['check_in', entry, 'checked_in'],
    ['check_in', { ...entry, checkedIn: 'code' }, 'already_checked_in'],
    ['check_in', { ...entry, checkedIn: 'desk' }, 'already_checked_in'],
    ['check_in', { ...entry, tickets: 0 }, 'unsold'],
    ['check_in', { ...entry, state: 'withdrawn', tickets: 0 }, 'gone'],
    ['take_back', { ...entry, checkedIn: 'desk' }, 'taken_back'],
    ['take_back', { ...entry, checkedIn: 'host' }, 'taken_back'],
    ['take_back', { ...entry, checkedIn: 'code' }, 'own'],
    ['take_back', entry, 'not_checked_in'],
    ['take_back', { ...entry, state: 'removed', tickets: 0, checkedIn: 'desk' }, 'gone'],
  ] as const)('%s of %o: %s', (action, of, result) => {
    expect(resultOfCheckIn(action, of)).toBe(result);
  });

  it('whatever is sent, nobody who checked in with the code is ever taken back, and repeating changes nothing', () => {
    const way = fc.constantFrom<CheckInWay | null>('code', 'desk', 'host', null);
    fc.assert(
      fc.property(way, fc.array(fc.constantFrom('check_in', 'take_back')), (first, actions) => {
        let checkedIn = first;
        for (const action of actions) {
          const result = resultOfCheckIn(action, { ...entry, checkedIn });
          if (isCheckInMade(result)) checkedIn = action === 'check_in' ? 'desk' : null;
          expect(isCheckInMade(resultOfCheckIn(action, { ...entry, checkedIn }))).toBe(false);
          if (first === 'code') expect(checkedIn).toBe('code');
        }
      }),
    );
  });
});

describe('R71 who is absent', () => {
  it('only who takes part, holds no earlier prize, and did not check in', () => {
    const away = { isHolder: false, isCheckedIn: false };
    expect(isAbsent(entry, away)).toBe(true);
    expect(isAbsent(entry, { ...away, isCheckedIn: true })).toBe(false);
    expect(isAbsent(entry, { ...away, isHolder: true })).toBe(false);
    expect(isAbsent({ ...entry, tickets: 0 }, away)).toBe(false);
    expect(isAbsent({ state: 'withdrawn', tickets: 0 }, away)).toBe(false);
  });
});

describe('R71 the code on the stage', () => {
  it('is new every 30 seconds, and accepted for 60', () => {
    const shownAt = slotEndsAt(checkInSlot(NOW));
    const slot = checkInSlot(shownAt);
    expect(checkInSlot(shownAt - 1)).toBe(slot - 1);
    for (const [after, accepted] of [
      [0, true],
      [59_999, true],
      [60_000, false],
      [-1, false],
    ] as const) {
      expect([after, acceptedSlots(shownAt + after).includes(slot)]).toEqual([after, accepted]);
    }
  });

  it('at any time, two codes are accepted, and the one that is shown is among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        const slots = acceptedSlots(now);
        expect(slots).toHaveLength(2);
        expect(slots).toContain(checkInSlot(now));
        expect(slotEndsAt(checkInSlot(now))).toBeGreaterThan(now);
        expect(slotEndsAt(checkInSlot(now)) - now).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
