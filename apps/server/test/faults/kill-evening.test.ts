/**
 * kill -9 in the evening of a host (C6, R66, R67, R69): while paper tickets are sold, while a list of people is entered, after a
 * draw and at the beginning of the next. Callers repeat what was not answered, with the keys of the first time. In the end
 * everything that was acknowledged is there once, numbers have no gaps, and both proofs and the whole log hold.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  DrawAnswer,
  HostPrizes,
  HostRaffle,
  PaperAnswer,
  PeopleAnswer,
  PlannedDraws,
  SaleAnswer,
} from '@glassdrum/contract';
import { checkLogDocument, type DrawProof, type LogFile, verifyProof } from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../src/platform/beacon/test-relay.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { openDatabaseBeside } from '../../src/platform/database/database.ts';
import { visitor } from '../../src/demo/fill.ts';
import { peopleText } from '../../src/features/entries/test/people-list.ts';
import { brokenPromises } from '../support/checker.ts';
import { overHttp, postUntilAnswered } from '../support/join-storm.ts';
import { KILLABLE_CHAIN, killableInstallation } from '../support/killable.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';

vi.setConfig({ testTimeout: 900_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const TICKETS = 120;
const DESKS = 4;
/** Sales that were answered when the server is killed. */
const KILLED_AFTER_SALES = [15, 60];
const PEOPLE = 3_000;

forEachDatabase((_makeApp, kind) => {
  test('C5 C6 R66 R67 R69 kill -9 among sales, in a list of people, and between two draws', async () => {
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
    const killAndStart = async (): Promise<void> => {
      await server.kill();
      await server.start();
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
    const asHost: ReturnType<typeof overHttp> = (path, body, headers) =>
      overHttp(server.url)(path, body, { ...headers, cookie });
    const send = async <Body>(path: string, body: object): Promise<Body> => {
      const answer = await postUntilAnswered(asHost, [path, body]);
      if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
      return answer.body as Body;
    };

    const { id } = await send<HostRaffle>('/api/raffles', { title: 'Killed gala', allow_public_join: true });
    const path = `/api/raffles/${id}`;
    const put = await fetch(`${server.url()}${path}/prizes`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        revision: 0,
        policy: 'once',
        reveal_order: 'list',
        prizes: [
          { name: 'Wine', quantity: 3, draw: 1 },
          { name: 'Bicycle', quantity: 1, draw: 2 },
        ],
        draws: [{ name: 'Dinner' }, { name: 'Dessert' }],
      }),
    });
    expect(((await put.json()) as HostPrizes).draws).toHaveLength(2);
    await send(`${path}/open`, {});
    const { runs } = await send<PaperAnswer>(`${path}/paper/runs`, { size: TICKETS });
    expect(runs).toMatchObject([{ first: 1, last: TICKETS }]);

    // Desks sell one ticket after another; each sale is repeated until it is answered.
    let answered = 0;
    const sales: { client_id: string; action: string; numbers: string }[] = [];
    const desk = async (first: number): Promise<void> => {
      for (let number = first; number <= TICKETS; number += DESKS) {
        const sale = { client_id: randomUUID(), action: 'sell', numbers: String(number) };
        sales.push(sale);
        const { results } = await send<SaleAnswer>(`${path}/paper/sales`, sale);
        // Also where the first answer was lost: it was this sale that sold the ticket, once.
        expect(results).toEqual([{ first: number, last: number, result: 'sold' }]);
        answered += 1;
      }
    };
    const desks = Promise.all(Array.from({ length: DESKS }, (_, index) => desk(index + 1)));
    for (const count of KILLED_AFTER_SALES) {
      await vi.waitUntil(() => answered >= count, { timeout: 120_000, interval: 1 });
      await killAndStart();
    }
    await desks;
    // As a desk does that never read the answers, because the server was killed right after it had stored them.
    for (const sale of sales) {
      const { results } = await send<SaleAnswer>(`${path}/paper/sales`, sale);
      expect(results).toMatchObject([{ first: Number(sale.numbers), result: 'sold' }]);
    }
    const soldOnce = async (): Promise<number> => {
      const rows = await beside.query
        .selectFrom('entry_changes')
        .select('entry_number')
        .where('raffle_id', '=', id)
        .where('reason_code', '=', 'paper_ticket_sold')
        .execute();
      expect(new Set(rows.map((row) => row.entry_number)).size).toBe(rows.length);
      return rows.length;
    };
    expect(await soldOnce()).toBe(TICKETS);
    expect(await brokenPromises(beside, { chain: testChain.chain })).toEqual([]);

    // A list: killed while it is read and written, and once more right after it is stored, before its answer can have been read.
    const people = peopleText(Array.from({ length: PEOPLE }, (_, n) => ({ name: `Person ${n}` })));
    const list = { mode: 'enter', people, skip_bad_rows: false };
    const entered = async (): Promise<number> =>
      (
        await beside.query
          .selectFrom('participations')
          .select((build) => build.fn.countAll<number>().as('count'))
          .where('raffle_id', '=', id)
          .where('source', '=', 'host')
          .executeTakeFirstOrThrow()
      ).count;
    const added = send<PeopleAnswer>(`${path}/people`, list);
    for (const ms of [30, 150]) {
      await pause(ms);
      await killAndStart();
      expect([0, PEOPLE]).toContain(await entered());
    }
    await vi.waitUntil(async () => (await entered()) > 0, { timeout: 120_000, interval: 1 });
    await killAndStart();
    expect(await added).toMatchObject({ added: PEOPLE, first_number: TICKETS + 1 });
    expect(await entered()).toBe(PEOPLE);
    expect(await brokenPromises(beside, { chain: testChain.chain })).toEqual([]);

    // Two draws: killed right after the first is complete, and right after the list of the second is closed.
    const everyone = visitor(server.url());
    const drawsNow = async (): Promise<PlannedDraws['draws']> =>
      (await everyone.get<PlannedDraws>(`${path}/draws`).catch(() => ({ draws: [] }))).draws;
    const isDrawn = (number: number) => async (): Promise<boolean> =>
      (await drawsNow())[number - 1]?.state === 'drawn';
    const waiting = { timeout: 150_000, interval: 50 };
    const first = await send<DrawAnswer>(`${path}/draw`, {});
    await vi.waitUntil(isDrawn(1), waiting);
    await killAndStart();
    const second = send<DrawAnswer>(`${path}/draw`, {});
    await vi.waitUntil(
      async () =>
        (await beside.query.selectFrom('draw_lists').select('draw_id').execute()).some(
          (row) => row.draw_id !== first.draw_id,
        ),
      { timeout: 120_000, interval: 1 },
    );
    await killAndStart();
    const { draw_id: drawId } = await second;
    expect(await send<DrawAnswer>(`${path}/draw`, {})).toMatchObject({ draw_id: drawId });
    await vi.waitUntil(isDrawn(2), waiting);

    expect((await drawsNow()).map((draw) => draw.draw_id)).toEqual([first.draw_id, drawId]);
    const proofOf = (which: string): Promise<DrawProof> =>
      vi.waitUntil(async () => {
        const proof = await everyone.get<DrawProof>(`${path}/proof?draw_id=${which}`);
        return proof.log !== undefined && proof;
      }, waiting);
    const proofs = [await proofOf(first.draw_id), await proofOf(drawId)] as const;
    const { verdict, steps } = verifyProof(proofs[1], { chains: [testChain.chain], earlier: [proofs[0]] });
    expect([verdict, steps.find(({ name }) => name === 'series')?.status]).toEqual(['VERIFIED', 'PASS']);
    const holders = proofs[0].winners.map((row) => row.entry_number).toSorted((one, other) => one - other);
    expect(proofs[1].holders).toEqual(holders);
    expect(await soldOnce()).toBe(TICKETS);
    expect(await brokenPromises(beside, { chain: testChain.chain, drawn: [id] })).toEqual([]);
    const log = await everyone.get<LogFile>('/api/log/file?proofs=1');
    expect(checkLogDocument(log).steps.filter(({ status }) => status === 'FAIL')).toEqual([]);
  });
});
