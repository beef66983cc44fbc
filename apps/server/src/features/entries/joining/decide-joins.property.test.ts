/** C6, R22–R24 for every sequence of batches: numbers stay gapless and unique, places are not oversold, nobody enters twice. */
import { NO_JOIN_CHECKS, ONE_POOL } from '@glassdrum/raffle-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideJoins, type JoinOutcome, type JoinRequest, type JoinState } from './decide-joins.ts';

const SALT = '00'.repeat(16);

interface Input {
  via: 'invite' | 'public';
  /** Which token, or which person. */
  who: number;
  email: number | null;
  session: number | null;
  key: number | null;
  device: number | null;
}

const input: fc.Arbitrary<Input> = fc.record({
  via: fc.constantFrom('invite', 'public'),
  who: fc.nat(7),
  email: fc.option(fc.nat(4)),
  session: fc.option(fc.nat(5)),
  key: fc.option(fc.nat(6)),
  device: fc.option(fc.nat(6)),
});

const raffle = fc.record({
  maxEntries: fc.option(fc.integer({ min: 1, max: 12 })),
  batches: fc.array(fc.array(input, { maxLength: 12 }), { maxLength: 6 }),
});

function emptyRaffle(maxEntries: number | null): JoinState {
  return {
    now: 1_700_000_000_000,
    facts: {
      status: 'open',
      deadlineAt: null,
      drawStarted: false,
      maxEntries,
      entryCount: 0,
      ticketTotal: 0,
      maxTickets: 1,
      allowPublicJoin: true,
    },
    publications: ['full'],
    hasRules: false,
    pools: ONE_POOL,
    publicLink: 'link',
    passphraseHash: null,
    hostName: 'Holly',
    invites: new Map(
      Array.from({ length: 6 }, (_, n) => [
        `token-${n}`,
        {
          inviteId: `invite-${n}`,
          inviteeId: `invited-${n}`,
          displayName: `Invited ${n}`,
          email: n < 2 ? `mail${n}@example.org` : null,
          groups: [],
          revoked: n === 5,
          expiresAt: null,
          redeemed: false,
        },
      ]),
    ),
    entries: new Map(),
    emails: new Set(),
    people: new Set(),
    deviceKeys: new Set(),
    devices: new Set(),
    checkInOpen: false,
    checks: NO_JOIN_CHECKS,
    waiting: new Map(),
    waitingCount: 0,
    sessions: new Map(),
    keys: new Map(),
  };
}

let serial = 0;
function requestOf({ via, who, email, session, key, device }: Input): JoinRequest {
  serial += 1;
  const base = {
    sessionHash: session === null ? null : `session-${session}`,
    freshSessionHash: session === null ? `fresh-${serial}` : `session-${session}`,
    key: key === null ? null : { keyHash: `key-${key}`, requestHash: `${via}-${who}-${email}` },
    passphraseHash: null,
    salt: SALT,
    deviceKey: device === null ? null : `device-${device}`,
    entropyCommit: null,
    deviceHash: null,
    publication: undefined,
    rulesAccepted: false,
  };
  return via === 'invite'
    ? { ...base, via, tokenHash: `token-${who}` }
    : {
        ...base,
        via,
        publicLink: 'link',
        displayName: `Guest ${who}`,
        email: email === null ? null : `MAIL${email}@example.org`,
        freshInviteeId: `guest-${serial}`,
        hallCodeRight: null,
      };
}

function joinedOf(outcomes: readonly JoinOutcome[]) {
  return outcomes.flatMap((outcome) => (outcome.kind === 'joined' ? [outcome] : []));
}

test('C6, R22, R23, R24: random batches keep numbers gapless, the limit, and one entry per address, invite, browser, key and device', () => {
  fc.assert(
    fc.property(raffle, ({ maxEntries, batches }) => {
      const state = emptyRaffle(maxEntries);
      const requests = batches.map((batch) => batch.map(requestOf));
      const outcomes = requests.flatMap((batch) => decideJoins(state, batch));
      const all = requests.flat();
      const joined = joinedOf(outcomes);
      const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

      expect(joined.map(({ entry }) => entry.entryNumber)).toEqual(joined.map((_, index) => index + 1));
      expect(joined.length).toBeLessThanOrEqual(maxEntries ?? Infinity);
      expect(state.facts.entryCount).toBe(joined.length);
      expect(state.facts.ticketTotal).toBe(joined.length);
      expect(distinct(joined.map(({ entry }) => entry.inviteeId))).toBe(true);
      expect(distinct(joined.map(({ entry }) => entry.emailFold).filter((email) => email !== null))).toBe(
        true,
      );
      expect(distinct(joined.map(({ entry }) => entry.deviceKey).filter((device) => device !== null))).toBe(
        true,
      );
      // The first entry with it keeps it.
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.kind !== 'refused' || outcome.code !== 'device_key_taken') continue;
        expect(joined.map(({ entry }) => entry.deviceKey)).toContain(all[index]?.deviceKey);
      }
      expect(distinct(joined.map(({ inviteId }) => inviteId).filter((id) => id !== null))).toBe(true);
      const publicSessions = outcomes.flatMap((outcome, index) => {
        const request = all[index];
        return outcome.kind === 'joined' && request?.via === 'public' ? (request.sessionHash ?? []) : [];
      });
      expect(distinct(publicSessions)).toBe(true);
      const keys = outcomes.flatMap((outcome, index) =>
        outcome.kind === 'joined' ? (all[index]?.key?.keyHash ?? []) : [],
      );
      expect(distinct(keys)).toBe(true);
      // "Already joined" always refers to an existing entry, and a revoked token gives none.
      for (const outcome of outcomes) {
        if (outcome.kind === 'existing') expect(joined.map(({ entry }) => entry)).toContain(outcome.entry);
      }
      expect(joined.some(({ entry }) => entry.inviteeId === 'invited-5')).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("C6: the outcome doesn't depend on how requests are batched", () => {
  fc.assert(
    fc.property(raffle, ({ maxEntries, batches }) => {
      const requests = batches.flat().map(requestOf);
      const atOnce = decideJoins(emptyRaffle(maxEntries), requests);
      const state = emptyRaffle(maxEntries);
      expect(requests.flatMap((request) => decideJoins(state, [request]))).toEqual(atOnce);
    }),
  );
});
