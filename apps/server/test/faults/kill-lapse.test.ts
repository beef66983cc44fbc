/**
 * kill -9 around the moment in which claim windows end (C6, R73): before it, in it and after it, again and again. While winners
 * claim in the last second, callers repeat what was not answered. In the end each prize was claimed or went on, once, and both the
 * proof and the whole log hold.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  DrawAnswer,
  HostPrizes,
  HostRaffle,
  JoinAnswer,
  PlannedDraws,
  ResultsAnswer,
} from '@glassdrum/contract';
import { checkLogDocument, type DrawProof, type LogFile, verifyProof } from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../src/platform/beacon/test-relay.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { openDatabaseBeside } from '../../src/platform/database/database.ts';
import { visitor } from '../../src/demo/fill.ts';
import { brokenPromises } from '../support/checker.ts';
import { overHttp, postUntilAnswered } from '../support/join-storm.ts';
import { KILLABLE_CHAIN, killableInstallation } from '../support/killable.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';

vi.setConfig({ testTimeout: 600_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const GUESTS = 30;
const PRIZES = 12;
/** Longer than the test, so that nothing lapses a second time. */
const WINDOW_S = 1800;
/** How long before the end of the windows the server is started, and how long it lives each time, ms. */
const BEFORE_MS = 1_500;
const LIVES_MS = [400, 0, 5, 10, 20, 40, 80, 160];

interface Answered<Body> {
  status: number;
  body: Body;
}

forEachDatabase((_makeApp, kind) => {
  test('C5 C6 R73 kill -9 around the end of claim windows', async () => {
    const storage = await makeStorage(kind);
    afterAll(storage.drop);
    const testChain = createTestChain(...KILLABLE_CHAIN);
    const relay = await startTestRelay({ testChain, clock: systemClock() });
    afterAll(relay.close);
    const server = killableInstallation(storage, { BEACON_URLS: relay.url });
    afterAll(server.end);
    await server.start();
    const beside = await openDatabaseBeside(storage);
    afterAll(() => beside.close());
    const sender =
      (own: Record<string, string>) =>
      async <Body>(path: string, body: object): Promise<Answered<Body>> => {
        const post: ReturnType<typeof overHttp> = (where, sent, headers) =>
          overHttp(server.url)(where, sent, { ...headers, ...own });
        const { status, body: answer } = await postUntilAnswered(post, [path, body]);
        return { status, body: answer as Body };
      };

    // One session, over all restarts.
    const registered = await fetch(`${server.url()}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(HOST),
    });
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const send = sender({ cookie });
    const { id } = (
      await send<HostRaffle>('/api/raffles', { title: 'Killed claims', allow_public_join: true })
    ).body;
    const path = `/api/raffles/${id}`;
    const put = await fetch(`${server.url()}${path}/prizes`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        revision: 0,
        policy: 'once',
        reveal_order: 'list',
        prizes: [{ name: 'Wine', quantity: PRIZES, claim_window: WINDOW_S }],
      }),
    });
    expect(((await put.json()) as HostPrizes).prizes).toMatchObject([{ claim_window: WINDOW_S }]);
    const { public_link: link } = (await send<HostRaffle>(`${path}/open`, {})).body;
    const guests: JoinAnswer[] = [];
    for (let number = 1; number <= GUESTS; number += 1) {
      const joined = { public_link: link, display_name: `Guest ${number}` };
      guests.push((await sender({})<JoinAnswer>('/api/join/public', joined)).body);
    }
    const { draw_id: drawId } = (await send<DrawAnswer>(`${path}/draw`, {})).body;
    const everyone = visitor(server.url());
    const isDrawn = async (): Promise<boolean> =>
      (await everyone.get<PlannedDraws>(`${path}/draws`)).draws[0]?.state === 'drawn';
    await vi.waitUntil(isDrawn, { timeout: 150_000, interval: 100 });
    const drawn = await everyone.get<ResultsAnswer>(`${path}/results`);
    const end = drawn.current_winners[0]?.claim.claim_by ?? 0;
    const winners = drawn.winners.map((row) => row.entry_number);

    const passedOver = () =>
      beside.query
        .selectFrom('passed_over')
        .selectAll()
        .where('draw_id', '=', drawId)
        .orderBy('number')
        .execute();
    const claims = () =>
      beside.query.selectFrom('prize_claims').selectAll().where('claimed_at', 'is not', null).execute();

    // The clock goes on over all lives; what is due at a start is done at once, so each of them is killed at another point of it.
    await server.kill();
    const aheadMs = end - BEFORE_MS - Date.now();
    await server.start(aheadMs);
    const claim = async (entry: number): Promise<number> => {
      const token = guests.find((guest) => guest.entry_number === entry)?.participant_token ?? '';
      const asGuest = sender({ authorization: `Bearer ${token}` });
      return (await asGuest(`${path}/me/claims`, { prize: 1, entry_number: entry })).status;
    };
    const claiming = Promise.all(winners.slice(0, PRIZES / 2).map(claim));
    for (const life of LIVES_MS) {
      await pause(life);
      await server.kill();
      const [moved, claimed] = [await passedOver(), await claims()];
      // All of those that lapsed did so in one transaction.
      expect([0, PRIZES - claimed.length]).toContain(moved.length);
      await server.start(aheadMs);
    }
    const statuses = await claiming;
    await vi.waitUntil(async () => (await passedOver()).length > 0, { timeout: 60_000, interval: 20 });
    await server.kill();
    await server.start(aheadMs);
    await vi.waitUntil(() => isDrawn().catch(() => false), { timeout: 60_000, interval: 100 });

    const moved = await passedOver();
    const claimed = new Set((await claims()).map((row) => row.entry_number));
    // Who was told that the claim counts has the prize; who was told that it is too late has not.
    expect(new Set(statuses)).toEqual(new Set(statuses.filter((status) => status === 200 || status === 409)));
    for (const [index, status] of statuses.entries()) {
      expect([index, claimed.has(winners[index] ?? 0)]).toEqual([index, status === 200]);
    }
    const lapsed = winners.filter((entry) => !claimed.has(entry));
    expect(moved.map((row) => row.from_entry_number).toSorted((one, other) => one - other)).toEqual(
      lapsed.toSorted((one, other) => one - other),
    );
    expect(moved.every((row) => row.reason === 'unclaimed' && row.at >= end)).toBe(true);
    const next = moved.map((row) => row.to_entry_number);
    expect(new Set(next).size).toBe(next.length);
    expect(next.some((entry) => entry !== null && winners.includes(entry))).toBe(false);
    const audited = await beside.query
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'prize_lapsed')
      .execute();
    expect(audited).toHaveLength(lapsed.length);

    const records = moved.length + claimed.size;
    const proof = await vi.waitUntil(
      async () => {
        const found = await everyone.get<DrawProof>(`${path}/proof`);
        return found.log?.after.length === records && found;
      },
      { timeout: 60_000, interval: 100 },
    );
    const { verdict, steps } = verifyProof(proof, { chains: [testChain.chain] });
    expect([verdict, steps.find(({ name }) => name === 'standing')?.status]).toEqual(['VERIFIED', 'PASS']);
    expect(await brokenPromises(beside, { chain: testChain.chain, drawn: [id] })).toEqual([]);
    const log = await everyone.get<LogFile>('/api/log/file?proofs=1');
    expect(checkLogDocument(log).steps.filter(({ status }) => status === 'FAIL')).toEqual([]);
  });
});
