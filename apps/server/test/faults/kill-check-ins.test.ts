/**
 * kill -9 while people check in (C6, R71): phones with the code on the stage, desks by number, one desk with a whole block, and
 * right after the list is closed. Callers repeat what was not answered, desks with the keys of the first time. In the end
 * everyone whose check-in was acknowledged is on the list, everyone else is absent, and no check-in was made twice.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  CheckInCodeAnswer,
  CheckInsAnswer,
  CheckInsBody,
  DrawAnswer,
  HostRaffle,
  JoinAnswer,
  OwnEntry,
  PlannedDraws,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
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
const PHONES = 40;
const TICKETS = 120;
/** Paper tickets that the desks check in one after another; the others follow as one block. */
const ONE_BY_ONE = 80;
const DESKS = 4;
/** Check-ins that were answered when the server is killed. */
const KILLED_AFTER = [10, 60];

/** Every fourth of a desk's was a mistake, and is undone at once. */
const isUndone = (number: number): boolean => number % 4 === 0;
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

forEachDatabase((_makeApp, kind) => {
  test('C5 C6 R71 kill -9 while people check in', async () => {
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
    /** Posts until it is answered. @throws Error when it is refused */
    const sender =
      (own: Record<string, string>) =>
      async <Body>(path: string, body: object): Promise<Body> => {
        const post: ReturnType<typeof overHttp> = (where, sent, headers) =>
          overHttp(server.url)(where, sent, { ...headers, ...own });
        const answer = await postUntilAnswered(post, [path, body]);
        if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
        return answer.body as Body;
      };

    // One session, over all restarts.
    const registered = await fetch(`${server.url()}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(HOST),
    });
    const cookies = registered.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const send = sender({ cookie: cookies.join('; ') });
    const { id } = await send<HostRaffle>('/api/raffles', {
      title: 'Killed at the door',
      allow_public_join: true,
      must_be_present: true,
    });
    const path = `/api/raffles/${id}`;
    const { public_link: link } = await send<HostRaffle>(`${path}/open`, {});
    const guests: JoinAnswer[] = [];
    for (const number of range(1, PHONES)) {
      const joined = { public_link: link, display_name: `Guest ${number}` };
      guests.push(await sender({})<JoinAnswer>('/api/join/public', joined));
    }
    await send(`${path}/paper/runs`, { size: TICKETS });
    const [first, last] = [PHONES + 1, PHONES + TICKETS];
    const all = { client_id: randomUUID(), action: 'sell', numbers: `${first}-${last}` };
    await send(`${path}/paper/sales`, all);
    const { url: stageUrl } = await send<{ url: string }>(`${path}/stage-link`, {});
    await send(`${path}/check-in`, {});

    const everyone = visitor(server.url());
    const codeOnStage = (): Promise<string> =>
      vi.waitUntil(
        async () => {
          const shown = `${path}/check-in/code${new URL(stageUrl).search}`;
          const answer = await everyone.get<CheckInCodeAnswer>(shown).catch(() => null);
          return answer?.code?.typed;
        },
        { timeout: 60_000, interval: 20 },
      );
    let answered = 0;
    const asPhone = (guest: JoinAnswer) =>
      sender({ authorization: `Bearer ${guest.participant_token ?? ''}` });
    const phone = async (guest: JoinAnswer): Promise<void> => {
      await asPhone(guest)(`${path}/me/check-in`, { code: await codeOnStage() });
      answered += 1;
    };
    const atDesk = async (action: CheckInsBody['action'], numbers: string): Promise<unknown> => {
      const body = { client_id: randomUUID(), action, numbers };
      const { results } = await send<CheckInsAnswer>(`${path}/check-ins`, body);
      answered += 1;
      return results;
    };
    const desk = async (from: number): Promise<void> => {
      for (let number = from; number < first + ONE_BY_ONE; number += DESKS) {
        // Also where the first answer was lost: it was this call that did it, once.
        const one = { first: number, last: number };
        expect(await atDesk('check_in', String(number))).toEqual([{ ...one, result: 'checked_in' }]);
        if (!isUndone(number)) continue;
        expect(await atDesk('take_back', String(number))).toEqual([{ ...one, result: 'taken_back' }]);
      }
    };
    const phones = async (which: number): Promise<void> => {
      for (const [index, guest] of guests.entries()) if (index % 2 === which) await phone(guest);
    };
    const checkingIn = Promise.all([...range(first, first + DESKS - 1).map(desk), ...[0, 1].map(phones)]);
    for (const count of KILLED_AFTER) {
      await vi.waitUntil(() => answered >= count, { timeout: 120_000, interval: 1 });
      await killAndStart();
    }
    await checkingIn;
    const [blockFirst, blockLast] = [first + ONE_BY_ONE, last - 1];
    const block = atDesk('check_in', `${blockFirst}-${blockLast}`);
    await pause(5);
    await killAndStart();
    expect(await block).toEqual([{ first: blockFirst, last: blockLast, result: 'checked_in' }]);

    const present = range(1, blockLast).filter(
      (number) => number < first || number >= blockFirst || !isUndone(number),
    );
    const checkedIn = async (): Promise<number[]> => {
      const rows = await beside.query
        .selectFrom('check_ins')
        .select('entry_number')
        .orderBy('entry_number')
        .execute();
      return rows.map((row) => row.entry_number);
    };
    expect(await checkedIn()).toEqual(present);
    // Each was made once: the activity log has it once.
    const audit = await beside.query
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('raffle_id', '=', id)
      .execute();
    const numbersOf = (action: string): number[] =>
      audit
        .filter((row) => row.action === action)
        .flatMap(({ details }) => {
          const told = JSON.parse(details ?? '{}') as { entry_number?: number; first: number; last: number };
          return told.entry_number === undefined ? range(told.first, told.last) : [told.entry_number];
        })
        .toSorted((a, b) => a - b);
    expect(numbersOf('entry_checked_in')).toEqual(range(1, PHONES));
    expect(numbersOf('entries_checked_in')).toEqual(range(first, blockLast));
    expect(numbersOf('check_ins_taken_back')).toEqual(
      range(first, blockFirst - 1).filter((number) => isUndone(number)),
    );
    for (const guest of guests) {
      const me = await fetch(`${server.url()}${path}/me`, {
        headers: { authorization: `Bearer ${guest.participant_token ?? ''}` },
      });
      expect(((await me.json()) as OwnEntry).receipt?.state).toBe('in');
    }
    expect(await brokenPromises(beside, { chain: testChain.chain })).toEqual([]);

    // The draw: killed right after its list is closed.
    const started = send<DrawAnswer>(`${path}/draw`, {});
    await vi.waitUntil(
      async () => (await beside.query.selectFrom('draw_lists').select('draw_id').execute()).length > 0,
      { timeout: 120_000, interval: 1 },
    );
    await killAndStart();
    const { draw_id: drawId } = await started;
    const waiting = { timeout: 150_000, interval: 50 };
    await vi.waitUntil(async () => {
      const answer = await everyone.get<PlannedDraws>(`${path}/draws`).catch(() => null);
      return answer?.draws[0]?.state === 'drawn';
    }, waiting);
    const proof = await vi.waitUntil(async () => {
      const file = await everyone.get<DrawProof>(`${path}/proof?draw_id=${drawId}`);
      return file.log !== undefined && file;
    }, waiting);
    const withState = (wanted: string): number[] =>
      proof.entries.flatMap(([state], index) => (state === wanted ? [index + 1] : []));
    expect(withState('in')).toEqual(present);
    expect(withState('absent')).toEqual(range(1, last).filter((number) => !present.includes(number)));
    expect(await checkedIn()).toEqual(present);
    expect(verifyProof(proof, { chains: [testChain.chain] }).verdict).toBe('VERIFIED');
    expect(await brokenPromises(beside, { chain: testChain.chain, drawn: [id] })).toEqual([]);
  });
});
