/** Lists of people while others join (C6): no gaps, no doubles, the totals are right; and a list as long as one may be. */
import type { DrawPlan, JoinAnswer, ParticipantsAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { entryProblems } from '../test/check-entries.ts';
import { openRaffle, raffleOfHost, tryJoin } from '../test/people.ts';
import { sendPeople } from '../test/people-list.ts';

const LISTS = 4;
const ON_A_LIST = 700;
const JOINS = 300;

forEachDatabase((makeApp) => {
  test('C6 R22 R66 four lists and 300 joins at the same time: numbers have no gaps, and each list stays together', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const lists = Array.from({ length: LISTS }, (_, list) =>
      sendPeople(
        host,
        raffle,
        Array.from({ length: ON_A_LIST }, (_row, n) => ({
          name: `Entered ${list} ${n}`,
          email: `entered-${list}-${n}@example.org`,
          tickets: (n % 3) + 1,
        })),
      ),
    );
    const joins = Array.from({ length: JOINS }, (_, n) => tryJoin(browser(app), raffle, `Guest ${n}`));
    const [entered, joined] = await Promise.all([Promise.all(lists), Promise.all(joins)]);
    expect(entered.map(({ status }) => status)).toEqual(Array.from({ length: LISTS }, () => 200));
    expect(joined.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);

    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants`))
      .body;
    expect(participants).toHaveLength(LISTS * ON_A_LIST + JOINS);
    for (const [list, { body }] of entered.entries()) {
      const from = (body.first_number ?? 0) - 1;
      const names = participants.slice(from, from + ON_A_LIST).map(({ display_name: name }) => name);
      expect(names).toEqual(Array.from({ length: ON_A_LIST }, (_, n) => `Entered ${list} ${n}`));
    }
    const numbers = joined.map(({ body }) => (body as JoinAnswer).entry_number);
    expect(new Set(numbers).size).toBe(JOINS);
    expect((await raffleOfHost(host, raffle)).sources).toEqual({
      self: JOINS,
      host: LISTS * ON_A_LIST,
      paper: 0,
    });
  });

  test('C6 R24 R66 two lists with the same people at once: one is taken', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const rows = Array.from({ length: 50 }, (_, n) => ({ name: `Person ${n}`, email: `p${n}@example.org` }));
    const answers = await Promise.all([1, 2].map(() => sendPeople(host, raffle, rows)));
    const outcomes = answers.map((answer) => codeOf(answer) ?? answer.status);
    expect(new Set(outcomes)).toEqual(new Set([200, 'invitees_have_problems']));
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('C11 R66 a list that races the start of the draw is in it, or was refused', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    expect((await tryJoin(browser(app), raffle, 'Early Bird')).status).toBe(201);
    const rows = Array.from({ length: 300 }, (_, n) => ({ name: `Person ${n}` }));
    const [list, draw] = await Promise.all([
      sendPeople(host, raffle, rows),
      host.post(`/api/raffles/${raffle.id}/draw`),
    ]);
    expect(draw.status).toBe(200);
    const { total_entries: frozen } = (await browser(app).get<DrawPlan>(`/api/raffles/${raffle.id}/draw`))
      .body;
    expect(frozen).toBe(list.status === 200 ? 301 : 1);
    if (list.status !== 200) expect(codeOf(list)).toMatch(/draw_started|entering_closed/);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R66 10,000 people are entered in one go', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host, { max_tickets: 9 });
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      name: `Person number ${n}`,
      email: `person-${n}@example.org`,
      tickets: (n % 9) + 1,
      groups: n % 10 === 0 ? ['VIP'] : [],
    }));
    const answer = await sendPeople(host, raffle, rows);
    expect(answer.body).toMatchObject({ added: 10_000, first_number: 1 });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    expect(await raffleOfHost(host, raffle)).toMatchObject({
      entry_count: 10_000,
      sources: { self: 0, host: 10_000, paper: 0 },
    });
  });
});
