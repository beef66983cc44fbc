/**
 * Everything that gives entry numbers, at the same time (C6, R22, R66, R67): people join by the public link, the host sends lists of
 * people and prints paper tickets, and desks sell what is printed. Numbers stay without gaps, and every call is answered with what
 * really happened.
 */
import { randomUUID } from 'node:crypto';
import type { JoinAnswer, PaperAnswer, ParticipantsAnswer, SaleAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { browser, newHost } from '../../../test/support/browser.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { entryProblems } from '../entries/test/check-entries.ts';
import { openRaffle, raffleOfHost, tryJoin } from '../entries/test/people.ts';
import { sendPeople } from '../entries/test/people-list.ts';

const JOINS = 120;
const LISTS = 4;
const ON_A_LIST = 60;
const RUNS = 5;
const IN_A_RUN = 40;
/** Of each run, one after another; each is sent twice at once, as a phone does that doubts its answer. */
const SOLD_OF_A_RUN = 15;

forEachDatabase((makeApp) => {
  test('C6 R22 R66 R67 joins, lists, paper runs and sales at the same time: no gaps, no doubles, every answer right', async () => {
    const app = await makeApp({ env: { JOIN_LIMIT: 'off' } });
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const sell = async (number: number): Promise<SaleAnswer['results']> => {
      const body = { client_id: randomUUID(), action: 'sell', numbers: String(number) };
      const path = `/api/raffles/${raffle.id}/paper/sales`;
      const [one, other] = await Promise.all([
        host.call<SaleAnswer>('POST', path, body),
        host.call<SaleAnswer>('POST', path, body),
      ]);
      expect([one.status, other.status]).toEqual([200, 200]);
      expect(other.body.results).toEqual(one.body.results);
      return one.body.results;
    };
    /** A run, and then its first tickets at a desk. */
    const printAndSell = async (): Promise<{ first: number; last: number }> => {
      const { status, body } = await host.call<PaperAnswer>('POST', `/api/raffles/${raffle.id}/paper/runs`, {
        size: IN_A_RUN,
      });
      expect(status).toBe(201);
      const newest = body.runs.at(-1);
      if (newest === undefined) throw new Error('A run was added.');
      for (let number = newest.first; number < newest.first + SOLD_OF_A_RUN; number += 1) {
        expect(await sell(number)).toEqual([{ first: number, last: number, result: 'sold' }]);
      }
      return newest;
    };
    const [joined, entered, runs] = await Promise.all([
      Promise.all(Array.from({ length: JOINS }, (_, n) => tryJoin(browser(app), raffle, `Guest ${n}`))),
      Promise.all(
        Array.from({ length: LISTS }, async (_, list) => {
          const rows = Array.from({ length: ON_A_LIST }, (_row, n) => ({ name: `Entered ${list} ${n}` }));
          const key = randomUUID();
          // A list that is sent again while the first one is on its way adds nobody twice.
          const [one, other] = await Promise.all([1, 2].map(() => sendPeople(host, raffle, rows, { key })));
          expect([one?.status, other?.body]).toEqual([200, one?.body]);
          return one?.body.first_number ?? 0;
        }),
      ),
      Promise.all(Array.from({ length: RUNS }, printAndSell)),
    ]);

    expect(joined.map(({ status }) => status)).toEqual(Array.from({ length: JOINS }, () => 201));
    const numbers = joined.map(({ body }) => (body as JoinAnswer).entry_number);
    const range = (first: number, count: number): number[] =>
      Array.from({ length: count }, (_, index) => first + index);
    const all = [
      ...numbers,
      ...entered.flatMap((first) => range(first, ON_A_LIST)),
      ...runs.flatMap(({ first, last }) => range(first, last - first + 1)),
    ].toSorted((one, other) => one - other);
    expect(all).toEqual(range(1, JOINS + LISTS * ON_A_LIST + RUNS * IN_A_RUN));

    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    const { participants } = (
      await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants?limit=1000`)
    ).body;
    const nameOf = new Map(participants.map((row) => [row.entry_number, row.display_name]));
    for (const [list, first] of entered.entries()) {
      expect(range(first, ON_A_LIST).map((number) => nameOf.get(number))).toEqual(
        range(0, ON_A_LIST).map((n) => `Entered ${list} ${n}`),
      );
    }
    for (const [n, number] of numbers.entries()) expect(nameOf.get(number)).toBe(`Guest ${n}`);
    const { body: paper } = await host.get<PaperAnswer>(`/api/raffles/${raffle.id}/paper`);
    expect(paper).toMatchObject({ printed: RUNS * IN_A_RUN, sold: RUNS * SOLD_OF_A_RUN });
    expect(await raffleOfHost(host, raffle)).toMatchObject({
      entry_count: all.length,
      sources: { self: JOINS, host: LISTS * ON_A_LIST, paper: RUNS * SOLD_OF_A_RUN },
    });
  });
});
