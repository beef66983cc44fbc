import { describe, expect, it } from 'vitest';
import { atDeadline, type BeaconPolicy, BEACON_WAIT_MS, decidePostpone, isLate } from './schedule.ts';
import type { RaffleFacts } from './status.ts';

const NOW = 1_800_000_000_000;
const facts: RaffleFacts & { autoDraw: boolean } = {
  status: 'closed',
  deadlineAt: NOW,
  drawStarted: false,
  maxEntries: null,
  entryCount: 2,
  ticketTotal: 2,
  maxTickets: 1,
  allowPublicJoin: true,
  autoDraw: true,
};
const beacon = (
  reachable: boolean,
  policy: BeaconPolicy = 'wait_then_lower',
  waitsSince: number | null = null,
) => ({
  reachable,
  policy,
  waitsSince,
});

describe('R15 a draw by itself', () => {
  it('R15 is due from the millisecond of the deadline on, not before', () => {
    expect(atDeadline(facts, beacon(true), NOW - 1)).toEqual({ step: 'nothing' });
    expect(atDeadline(facts, beacon(true), NOW)).toEqual({ step: 'draw', assurance: 'beacon' });
    expect(atDeadline({ ...facts, status: 'open' }, beacon(true), NOW).step).toBe('draw');
  });

  it.each([
    { autoDraw: false },
    { deadlineAt: null },
    { drawStarted: true },
    { status: 'draft' as const },
    { status: 'drawn' as const },
  ])('R15 has nothing to do with %j', (changed) => {
    expect(atDeadline({ ...facts, ...changed }, beacon(true), NOW)).toEqual({ step: 'nothing' });
  });

  it('R13 needs a ticket', () => {
    expect(atDeadline({ ...facts, ticketTotal: 0 }, beacon(true), NOW)).toEqual({ step: 'nobody' });
  });

  it('R15 is late when it starts more than half a minute after its time', () => {
    expect(isLate({ scheduledAt: NOW, t0: NOW + 30_000 })).toBe(false);
    expect(isLate({ scheduledAt: NOW, t0: NOW + 30_001 })).toBe(true);
    expect(isLate({ scheduledAt: null, t0: NOW })).toBe(false);
  });
});

describe('R31 without the beacon', () => {
  it('R31 waits 15 minutes from the first look that found none, then draws at the lower level', () => {
    const first = atDeadline(facts, beacon(false), NOW + 5_000);
    expect(first).toEqual({ step: 'wait', since: NOW + 5_000, lookAgainAt: NOW + 35_000 });
    const waiting = beacon(false, 'wait_then_lower', NOW);
    const last = NOW + BEACON_WAIT_MS;
    expect(atDeadline(facts, waiting, last - 10_000)).toEqual({
      step: 'wait',
      since: NOW,
      lookAgainAt: last,
    });
    expect(atDeadline(facts, waiting, last)).toEqual({ step: 'draw', assurance: 'operator' });
    expect(atDeadline(facts, { ...waiting, reachable: true }, last)).toMatchObject({ assurance: 'beacon' });
  });

  it('R31 waits for ever, or not at all, where the host wants that', () => {
    const later = NOW + 1000 * BEACON_WAIT_MS;
    expect(atDeadline(facts, beacon(false, 'wait', NOW), later)).toMatchObject({
      step: 'wait',
      lookAgainAt: later + 30_000,
    });
    expect(atDeadline(facts, beacon(false, 'lower'), NOW)).toEqual({ step: 'draw', assurance: 'operator' });
  });
});

describe('R12 postponing', () => {
  const wish = { deadlineAt: NOW + 2_000, closedAtSeconds: NOW / 1000 };

  it('R12 opens again what the deadline closed, not what the host closed earlier', () => {
    expect(decidePostpone(facts, wish, NOW + 1)).toEqual({ ok: true, value: { reopens: true } });
    const byHost = { ...wish, closedAtSeconds: NOW / 1000 - 60 };
    expect(decidePostpone(facts, byHost, NOW + 1)).toEqual({ ok: true, value: { reopens: false } });
    const open = { ...facts, status: 'open' as const };
    expect(decidePostpone(open, { ...wish, closedAtSeconds: null }, NOW - 9)).toEqual({
      ok: true,
      value: { reopens: false },
    });
  });

  it.each([
    ['draw_started', { drawStarted: true }, {}],
    ['already_drawn', { status: 'drawn' as const }, {}],
    ['raffle_not_open', { status: 'draft' as const }, {}],
    ['no_deadline', { deadlineAt: null }, {}],
    ['deadline_in_past', {}, { deadlineAt: NOW + 1_000 }],
    ['deadline_not_later', { deadlineAt: NOW + 9_000 }, { deadlineAt: NOW + 9_000 }],
  ])('R16 refuses with %s', (refusal, changed, wished) => {
    const answer = decidePostpone({ ...facts, ...changed }, { ...wish, ...wished }, NOW + 1_000);
    expect(answer).toEqual({ ok: false, refusal });
  });
});
