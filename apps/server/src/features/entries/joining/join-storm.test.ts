/** Concurrent joins (C6): one entry per token, no more than the limit, no gaps; and the same checker finds problems without the guard. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { decideJoins } from './decide-joins.ts';
import type { QueuedJoin } from './join-batch.ts';
import { createJoinQueue, type JoinQueue, type JoinQueueParts } from './join-queue.ts';
import { entryProblems } from '../test/check-entries.ts';
import { type Answer, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { invitePerson, openRaffle } from '../test/people.ts';

const CAPACITY = 500;
const CALLERS = 1000;

const newId = (): string => randomBytes(16).toString('base64url');

forEachDatabase((makeApp) => {
  /** Counts the answers by outcome. */
  function tally(answers: readonly Answer[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const answer of answers) {
      const kind = answer.status < 300 ? String(answer.status) : String(codeOf(answer));
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  test('C6, R24: 200 parallel joins on one token make one entry', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada', email: 'ada@example.org' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => browser(app).call('POST', '/api/join', { token })),
    );
    expect(tally(answers)).toEqual({ 201: 1, already_joined: 199 });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('C6, R24: 100 parallel joins with one email address make one entry', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        browser(app).call('POST', '/api/join/public', {
          public_link: raffle.publicLink,
          display_name: `Guest ${n}`,
          email: n % 2 === 0 ? 'Same@Example.org' : 'same@example.org',
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, email_already_joined: 99 });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('C6, R22, R23: 1,000 joins at once on 500 places make exactly the numbers 1 to 500', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app), { max_entries: CAPACITY });
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, n) =>
        browser(app).call('POST', '/api/join/public', {
          public_link: raffle.publicLink,
          display_name: `Guest ${n}`,
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: CAPACITY, raffle_full: CALLERS - CAPACITY });
    const numbers = answers
      .filter((answer) => answer.status === 201)
      .map((answer) => (answer.body as { entry_number: number }).entry_number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: CAPACITY }, (_, n) => n + 1));
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test("C6: concurrent joins of several raffles and nodes don't affect each other", async () => {
    const app = await makeApp();
    // One SQLite file belongs to one process; there the second node is the first one again.
    const other =
      app.parts.database.kind === 'postgres'
        ? await makeApp({ storage: app.storage, clock: app.clock })
        : app;
    const host = await newHost(app);
    const raffles = [
      await openRaffle(host, { max_entries: 60 }),
      await openRaffle(host),
      await openRaffle(host),
    ];
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        browser(n % 2 === 0 ? app : other).call('POST', '/api/join/public', {
          public_link: raffles[n % 3]?.publicLink,
          display_name: `Guest ${n}`,
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 260, raffle_full: 40 });
    for (const { id } of raffles) expect(await entryProblems(app.parts.database, id)).toEqual([]);
  });

  /** A stranger's request for a public raffle. */
  function guest(publicLink: string, n: number): QueuedJoin {
    return {
      request: {
        via: 'public',
        publicLink,
        displayName: `Guest ${n}`,
        email: null,
        freshInviteeId: newId(),
        hallCodeRight: null,
        sessionHash: null,
        freshSessionHash: newId(),
        key: null,
        passphraseHash: null,
        salt: randomBytes(16).toString('hex'),
        deviceKey: newDevice().fields.device_key,
        entropyCommit: null,
        publication: undefined,
        rulesAccepted: false,
      },
      caller: { ip: '192.0.2.1', headers: {} },
      deviceMark: null,
    };
  }

  /** A queue of its own, on another database or with another decision than the product's. */
  function queueOf(app: TestApp, others: Partial<JoinQueueParts>): JoinQueue {
    return createJoinQueue({
      database: app.parts.database,
      bus: app.parts.bus,
      now: () => app.parts.clock.now(),
      makeId: newId,
      hashCaller: () => ({ ipHash: null, uaHash: null, byId: null, tokenId: null }),
      confirmByMail: false,
      keys: app.parts.keys,
      ...others,
    });
  }

  async function storm(app: TestApp, decide: typeof decideJoins): Promise<string[]> {
    const raffle = await openRaffle(await newHost(app), { max_entries: 50 });
    const queue = queueOf(app, { decide });
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => queue.submit(guest(raffle.publicLink, n))),
    );
    const failed = settled.some((one) => one.status === 'rejected') ? ['a join failed'] : [];
    return [...(await entryProblems(app.parts.database, raffle.id)), ...failed];
  }

  test('C6: while the database is unavailable every join is refused at once, and joins succeed again afterwards', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    let away = true;
    let tries = 0;
    const { database } = app.parts;
    const queue = queueOf(app, {
      database: {
        ...database,
        transaction(work) {
          tries += 1;
          const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
          return away ? Promise.reject(refused) : database.transaction(work);
        },
      },
    });
    const lost = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => queue.submit(guest(raffle.publicLink, n))),
    );
    expect(lost.every((one) => one.status === 'rejected')).toBe(true);
    expect(tries).toBe(1);
    away = false;
    expect((await queue.submit(guest(raffle.publicLink, 50))).outcome).toMatchObject({
      kind: 'joined',
      entry: { entryNumber: 1 },
    });
    expect(await entryProblems(database, raffle.id)).toEqual([]);
  });

  test('C6: the checker finds nothing with the guard, and finds problems without limits or numbering', async () => {
    const app = await makeApp();
    expect(await storm(app, decideJoins)).toEqual([]);
    const withoutCapacity: typeof decideJoins = (state, requests) =>
      decideJoins({ ...state, facts: { ...state.facts, maxEntries: null } }, requests);
    expect(await storm(app, withoutCapacity)).toContain('more entries than places');
    const withGaps: typeof decideJoins = (state, requests) =>
      decideJoins(
        { ...state, facts: { ...state.facts, entryCount: state.facts.entryCount + 1, maxEntries: null } },
        requests,
      );
    expect(await storm(app, withGaps)).toContain('the numbers have gaps or doubles');
    const withSharedKeys: typeof decideJoins = (state, requests) =>
      requests.flatMap((request) => {
        state.deviceKeys.clear();
        return decideJoins(state, [{ ...request, deviceKey: 'ab'.repeat(32) }]);
      });
    // The decision forgets device keys: the table's own key refuses every join but the first.
    expect(await storm(app, withSharedKeys)).toEqual(['a join failed']);
    // Each request decided as if it were alone: the table's own keys refuse the doubles, the joins fail or are redone.
    const eachAlone: typeof decideJoins = (state, requests) =>
      requests.flatMap((request) => decideJoins(structuredClone(state), [request]));
    expect(await storm(app, eachAlone)).toEqual([]);
  });
});
