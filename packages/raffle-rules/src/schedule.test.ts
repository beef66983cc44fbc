import { describe, expect, it } from 'vitest';
import { atDeadline, type BeaconPolicy, decideKind, decidePostpone, isLate } from './schedule.ts';
import type { RaffleFacts } from './status.ts';

const NOW = 1_800_000_000_000;
const facts: RaffleFacts & { autoDraw: boolean; nobodyPresent: boolean } = {
  status: 'closed',
  deadlineAt: NOW,
  drawStarted: false,
  maxEntries: null,
  entryCount: 2,
  ticketTotal: 2,
  maxTickets: 1,
  allowPublicJoin: true,
  autoDraw: true,
  nobodyPresent: false,
};
const beacon = (reachable: boolean, policy: BeaconPolicy = 'wait', waitsSince: number | null = null) => ({
  reachable,
  policy,
  waitsSince,
});

describe('R15 an automatic draw', () => {
  it('R15 is due from the millisecond of the deadline on, not before', () => {
    expect(atDeadline(facts, beacon(true), NOW - 1)).toEqual({ step: 'nothing' });
    expect(atDeadline(facts, beacon(true), NOW)).toEqual({ step: 'draw', kind: 'drand' });
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

  it('R71 waits for the host where people must be present and nobody is', () => {
    expect(atDeadline({ ...facts, nobodyPresent: true }, beacon(true), NOW)).toEqual({
      step: 'nobody_present',
    });
    expect(atDeadline({ ...facts, nobodyPresent: true }, beacon(true), NOW - 1)).toEqual({ step: 'nothing' });
  });

  it('R13 needs a ticket', () => {
    expect(atDeadline({ ...facts, ticketTotal: 0 }, beacon(true), NOW)).toEqual({ step: 'no_tickets' });
  });

  it('R15 is late when it starts more than half a minute after its time', () => {
    expect(isLate({ scheduledAt: NOW, startedAt: NOW + 30_000 })).toBe(false);
    expect(isLate({ scheduledAt: NOW, startedAt: NOW + 30_001 })).toBe(true);
    expect(isLate({ scheduledAt: null, startedAt: NOW })).toBe(false);
  });
});

describe('R31 R93 the beacon policy', () => {
  it('R93 wait: waits for the beacon as long as it takes', () => {
    const first = atDeadline(facts, beacon(false), NOW + 5_000);
    expect(first).toEqual({ step: 'wait', since: NOW + 5_000, lookAgainAt: NOW + 35_000 });
    const later = NOW + 1_000 * 3600_000;
    expect(atDeadline(facts, beacon(false, 'wait', NOW), later)).toEqual({
      step: 'wait',
      since: NOW,
      lookAgainAt: later + 30_000,
    });
    expect(atDeadline(facts, beacon(true, 'wait', NOW), later)).toEqual({ step: 'draw', kind: 'drand' });
  });

  it('R93 lower: takes the beacon while it answers, and none only while it does not', () => {
    expect(atDeadline(facts, beacon(true, 'lower'), NOW)).toEqual({ step: 'draw', kind: 'drand' });
    expect(atDeadline(facts, beacon(false, 'lower'), NOW)).toEqual({ step: 'draw', kind: 'none' });
  });

  it.each(['room', 'none'] as const)('R93 %s: never waits for a beacon', (policy) => {
    for (const reachable of [true, false]) {
      expect(atDeadline(facts, beacon(reachable, policy), NOW)).toEqual({ step: 'draw', kind: policy });
    }
  });
});

describe('R31 R93 which kind of beacon a draw gets', () => {
  it.each([
    // policy, requested kind, the answer with the beacon in reach, and out of reach
    ['wait', 'beacon', 'drand', 'beacon_unreachable'],
    ['wait', 'operator', 'kind_not_allowed', 'kind_not_allowed'],
    ['wait', 'room', 'kind_not_allowed', 'kind_not_allowed'],
    ['lower', 'beacon', 'drand', 'beacon_unreachable'],
    ['lower', 'operator', 'beacon_reachable', 'none'],
    ['lower', 'room', 'kind_not_allowed', 'kind_not_allowed'],
    ['room', 'beacon', 'room', 'room'],
    ['room', 'room', 'room', 'room'],
    ['room', 'operator', 'kind_not_allowed', 'kind_not_allowed'],
    ['none', 'beacon', 'none', 'none'],
    ['none', 'operator', 'none', 'none'],
    ['none', 'room', 'kind_not_allowed', 'kind_not_allowed'],
  ] as const)('R93 %s, %s requested: %s, without the beacon %s', (policy, requested, reached, missed) => {
    const answer = (reachable: boolean): string => {
      const decision = decideKind(requested, { policy, reachable });
      return decision.ok ? decision.value : decision.refusal;
    };
    expect([answer(true), answer(false)]).toEqual([reached, missed]);
  });
});

describe('R12 postponing', () => {
  const input = { deadlineAt: NOW + 2_000, closedAtSeconds: NOW / 1000 };

  it('R12 opens again what the deadline closed, not what the host closed earlier', () => {
    expect(decidePostpone(facts, input, NOW + 1)).toEqual({ ok: true, value: { reopens: true } });
    const byHost = { ...input, closedAtSeconds: NOW / 1000 - 60 };
    expect(decidePostpone(facts, byHost, NOW + 1)).toEqual({ ok: true, value: { reopens: false } });
    const open = { ...facts, status: 'open' as const };
    expect(decidePostpone(open, { ...input, closedAtSeconds: null }, NOW - 9)).toEqual({
      ok: true,
      value: { reopens: false },
    });
  });

  it.each([
    ['draw_started', { drawStarted: true }, {}],
    ['already_drawn', { status: 'drawn' as const }, {}],
    ['raffle_still_draft', { status: 'draft' as const }, {}],
    ['no_deadline', { deadlineAt: null }, {}],
    ['deadline_in_past', {}, { deadlineAt: NOW + 1_000 }],
    ['deadline_not_later', { deadlineAt: NOW + 9_000 }, { deadlineAt: NOW + 9_000 }],
  ])('R16 refuses with %s', (refusal, changed, changedInput) => {
    const answer = decidePostpone({ ...facts, ...changed }, { ...input, ...changedInput }, NOW + 1_000);
    expect(answer).toEqual({ ok: false, refusal });
  });
});
