import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideApproval,
  effectiveJoinLimit,
  emailPerson,
  isNetworkSuspicious,
  NO_JOIN_CHECKS,
  stepsBeforeEntry,
} from './joining.ts';
import type { RaffleFacts } from './status.ts';

describe('emailPerson', () => {
  it.each([
    ['ada@example.org', 'Ada@Example.org', 'ada+1@example.org', 'ada+a+b@example.org', ' ada+@EXAMPLE.org '],
    ['a.da@gmail.com', 'ada@gmail.com', 'A.D.A+raffle@googlemail.com', 'ada+x.y@gmail.com'],
  ])('H11: %s and its aliases are one person', (...aliases) => {
    expect(new Set(aliases.map(emailPerson)).size).toBe(1);
  });

  it.each([
    ['ada@example.org', 'a.da@example.org'],
    ['ada@example.org', 'ada@example.com'],
    ['ada@gmail.com', 'ada@gmail.com.example.org'],
    ['+1@example.org', '+2@example.org'],
    ['"a+1"@example.org', '"a+2"@example.org'],
    ['.@gmail.com', '..@gmail.com'],
  ])('H11: %s and %s are two people', (one, other) => {
    expect(emailPerson(one)).not.toBe(emailPerson(other));
  });

  it('H11: is equal to itself when it is applied again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(emailPerson(emailPerson(email))).toBe(emailPerson(email));
      }),
    );
  });
});

describe('the steps before an entry', () => {
  it('H11: none without options, the address before the approval', () => {
    expect(stepsBeforeEntry(NO_JOIN_CHECKS)).toEqual([]);
    expect(stepsBeforeEntry({ ...NO_JOIN_CHECKS, onePerDevice: true, hallCode: true })).toEqual([]);
    expect(stepsBeforeEntry({ ...NO_JOIN_CHECKS, approval: true, confirmEmail: true })).toEqual([
      'email',
      'approval',
    ]);
  });

  const facts: RaffleFacts = {
    status: 'open',
    deadlineAt: 1000,
    drawStarted: false,
    maxEntries: null,
    entryCount: 0,
    ticketTotal: 0,
    maxTickets: 1,
    allowPublicJoin: false,
  };
  it.each([
    [{}, 999, null],
    [{}, 1000, 'approval_closed'],
    [{ status: 'closed' as const }, 0, 'approval_closed'],
    [{ status: 'draft' as const }, 0, 'raffle_still_draft'],
    [{ status: 'drawn' as const }, 0, 'already_drawn'],
    [{ status: 'closed' as const, drawStarted: true }, 0, 'draw_started'],
  ])('H11: approval with %j at %d gives %s', (more, now, refusal) => {
    const decision = decideApproval({ ...facts, ...more }, now);
    expect(decision.ok ? null : decision.refusal).toBe(refusal);
  });
});

describe('limits and warnings', () => {
  it("H11: a host's limit holds within the operator's", () => {
    const [operator, host] = [
      { burst: 100, perMinute: 10 },
      { burst: 5, perMinute: 50 },
    ];
    expect(effectiveJoinLimit(operator, host)).toEqual({ burst: 5, perMinute: 10 });
    expect(effectiveJoinLimit(operator, null)).toEqual(operator);
    expect(effectiveJoinLimit(null, host)).toEqual(host);
    expect(effectiveJoinLimit(null, null)).toBeNull();
  });

  it('H11: warns above a tenth of the entries, and not of a household', () => {
    expect(isNetworkSuspicious(10, 100)).toBe(false);
    expect(isNetworkSuspicious(11, 100)).toBe(true);
    expect(isNetworkSuspicious(4, 5)).toBe(false);
    expect(isNetworkSuspicious(5, 5)).toBe(true);
  });
});
