/** All wins of a raffle for its host (R60): by prize over all draws, with contact details, and never before the reveal (R4). */
import type { HostPrizes, HostRaffle, OwnEntry, WinnersAnswer } from '@glassdrum/contract';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { enterPeople } from '../../entries/test/people-list.ts';

interface WinnersDocument {
  format: string;
  title: string;
  prizes: {
    draw: number;
    draw_name: string | null;
    name: string | null;
    groups: string[];
    bucket: boolean;
    tickets: number | null;
    places: unknown[];
  }[];
}

forEachDatabase((makeApp) => {
  const winnersOf = (host: Person, id: string) => host.get<WinnersAnswer>(`/api/raffles/${id}/winners`);

  /** A raffle with two draws, "Before dessert" and one without a name, and four people whom the host entered. */
  async function evening(app: TestApp, host: Person): Promise<string> {
    const { body: draft } = await host.post<HostRaffle>('/api/raffles', { title: 'Gala' });
    const { body: list } = await host.get<HostPrizes>(`/api/raffles/${draft.id}/prizes`);
    const saved = await host.put(`/api/raffles/${draft.id}/prizes`, {
      revision: list.revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [
        { name: 'Piano', quantity: 1, draw: 1 },
        { name: 'Wine', quantity: 1, draw: 1 },
        { name: 'Cake', quantity: 1, draw: 2 },
      ],
      draws: [{ name: 'Before dessert' }, { name: null }],
    });
    expect(saved.status).toBe(200);
    await host.post(`/api/raffles/${draft.id}/open`);
    const rows = ['Ada', 'Bo', 'Cy', 'Di'].map((name, index) =>
      JSON.stringify({
        line: index + 1,
        name,
        email: `${name.toLowerCase()}@example.org`,
        notes: `Table ${index + 1}`,
        groups: ['Members'],
      }),
    );
    const added = await host.post(`/api/raffles/${draft.id}/people`, {
      mode: 'enter',
      people: rows.join('\n'),
    });
    expect(added.status).toBe(200);
    await host.post(`/api/raffles/${draft.id}/draw`);
    await eventually(
      app,
      'the end of the first draw',
      async () => (await host.get<HostRaffle>(`/api/raffles/${draft.id}`)).body.draws.held === 1,
      500,
    );
    return draft.id;
  }

  it('R60 groups the wins of all draws by prize, with who is next and how to reach everybody', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const id = await evening(app, host);
    const { body: before } = await winnersOf(host, id);
    expect(before.draws.map(({ number, name, can_pass_over: can }) => [number, name, can])).toEqual([
      [1, 'Before dessert', true],
    ]);
    expect(before.prizes.map(({ prize, name, places }) => [prize, name, places.length])).toEqual([
      [1, 'Piano', 1],
      [2, 'Wine', 1],
    ]);
    const piano = before.prizes[0];
    const winner = piano?.places[0]?.holder;
    const next = piano?.next[0];
    expect(winner).toMatchObject({ source: 'host', moved_up: false });
    const name = String(winner?.display_name);
    expect(winner?.email).toBe(`${name.toLowerCase()}@example.org`);
    expect(winner?.note).toBe(`Table ${winner?.entry_number}`);
    expect(winner?.groups).toEqual(['Members']);
    expect(next?.entry_number).not.toBe(winner?.entry_number);

    const passed = await host.post(`/api/raffles/${id}/pass-over`, {
      draw_id: piano?.draw_id,
      prize: 1,
      entry_number: winner?.entry_number,
      reason: 'absent',
    });
    expect(passed.status).toBe(200);
    const after = (await winnersOf(host, id)).body.prizes[0];
    expect(after?.places[0]?.holder).toMatchObject({ entry_number: next?.entry_number, moved_up: true });
    expect(after?.places[0]?.passed_over).toMatchObject([
      { display_name: name, reason: 'absent', moved_up: { entry_number: next?.entry_number } },
    ]);
    // Of four people three have held a prize by now: the next one who is passed over leaves it to the last one, then to nobody.
    const wine = before.prizes[1]?.places[0]?.holder?.entry_number;
    expect(after?.next.map((one) => one.entry_number)).not.toContain(wine);

    await drawToTheEnd(app, host, id);
    const { body: all } = await winnersOf(host, id);
    expect(all.wins).toBe(3);
    expect(all.draws.map(({ number, name: drawName }) => [number, drawName])).toEqual([
      [1, 'Before dessert'],
      [2, null],
    ]);
    expect(all.prizes.map((prize) => [prize.name, prize.prize])).toEqual([
      ['Piano', 1],
      ['Wine', 2],
      ['Cake', 1],
    ]);
    const holders = all.prizes.map(({ places }) => places[0]?.holder?.entry_number);
    expect(new Set(holders).size).toBe(3);
    // Who holds the cake is not next in line for anything of the first draw.
    expect(all.prizes[0]?.next.map((one) => one.entry_number)).not.toContain(holders[2]);

    const file = await host.get<WinnersDocument>(`/api/raffles/${id}/winners/export?format=json`);
    expect(file.headers['content-disposition']).toMatch(/filename="raffle-[\w-]+-winners\.json"/);
    expect(file.body.prizes.map((prize) => [prize.draw, prize.draw_name, prize.name])).toEqual([
      [1, 'Before dessert', 'Piano'],
      [1, 'Before dessert', 'Wine'],
      [2, null, 'Cake'],
    ]);
    const table = (await host.get(`/api/raffles/${id}/winners/export?format=csv`)).text.split('\r\n');
    const prizeOfLine = table.slice(1).flatMap((line) => (line === '' ? [] : [line.split(',')[3]]));
    expect(prizeOfLine).toEqual([...prizeOfLine].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  });
  const ORDER: (string | undefined)[] = ['Piano', 'Wine', 'Cake'];

  it('R65 M1 the files say by draw and prize who could win and who was passed over; no name in them is a formula', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openEvening(
      { app, host },
      [
        { name: '=1+1', draw: 1 },
        { name: '@SUM(A1)', groups: ['+Crew', '-Staff'], draw: 1 },
        { name: '＝HYPERLINK("x")', draw: 2 },
      ],
      {
        draws: [{ name: '-2+3' }, { name: "=cmd|' /C calc'!A0" }],
        fields: { title: '=raffle', max_tickets: 10 },
      },
    );
    const { id } = raffle;
    await enterPeople(host, raffle, [
      { name: '+Ada', tickets: 3, groups: ['+Crew'] },
      { name: '=Bo', tickets: 2 },
      { name: '＠Cy', tickets: 4, groups: ['-Staff', '=1+1'] },
      { name: '-Di', tickets: 1 },
    ]);
    const first = await drawNext({ app, host, id });
    const winner = first.winners.find(({ prize }) => prize === 1);
    const passed = await host.post(`/api/raffles/${id}/pass-over`, {
      draw_id: first.draw_id,
      prize: 1,
      entry_number: winner?.entry_number,
      reason: 'absent',
    });
    expect(passed.status).toBe(200);
    await drawNext({ app, host, id });
    const TICKETS = [3, 2, 4, 1];

    const csv = (await host.get(`/api/raffles/${id}/winners/export?format=csv`)).text;
    const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝＠]/u);
    }
    expect(
      new Set(rows.map((row) => `${row['Draw']} ${row['Draw name']} ${row['Prize #']} ${row['Prize']}`)),
    ).toEqual(
      new Set(["1 '-2+3 1 '=1+1", "1 '-2+3 2 '@SUM(A1)", "2 '=cmd|' /C calc'!A0 1 '＝HYPERLINK(\"x\")"]),
    );
    const ofPrize = (draw: string, prize: string) =>
      rows.filter((row) => row['Draw'] === draw && row['Prize #'] === prize);
    expect(new Set(ofPrize('1', '1').map((row) => row['Who can win']))).toEqual(new Set(['everyone']));
    expect(new Set(ofPrize('1', '2').map((row) => row['Who can win']))).toEqual(new Set(["'+Crew, -Staff"]));
    expect(new Set(ofPrize('1', '2').map((row) => row['Of all tickets for it']))).toEqual(new Set(['7']));
    for (const row of ofPrize('1', '1')) {
      expect(row['Tickets for this prize']).toBe(String(TICKETS[Number(row['Entry #']) - 1]));
    }
    const gone = rows.filter((row) => row['State'] === 'passed over');
    expect(gone.map((row) => [row['Draw'], row['Prize'], row['Entry #'], row['Reason']])).toEqual([
      ['1', "'=1+1", String(winner?.entry_number), 'absent'],
    ]);
    const movedUp = rows.find((row) => row['State'] === 'moved up');
    expect(gone[0]?.['Moved up: entry #']).toBe(movedUp?.['Entry #']);

    const { body } = await host.get<WinnersDocument>(`/api/raffles/${id}/winners/export?format=json`);
    expect(
      body.prizes.map(({ draw, name, groups, bucket, tickets }) => [draw, name, groups, bucket, tickets]),
    ).toEqual([
      [1, '=1+1', [], false, 10],
      [1, '@SUM(A1)', ['+Crew', '-Staff'], false, 7],
      // Who holds a prize of the first draw sits the second one out.
      [2, '＝HYPERLINK("x")', [], false, expect.any(Number)],
    ]);
    expect(body.prizes[0]?.places).toMatchObject([
      {
        holder: { entry_number: Number(movedUp?.['Entry #']), moved_up: true },
        passed_over: [
          { entry_number: winner?.entry_number, tickets: TICKETS[(winner?.entry_number ?? 0) - 1] },
        ],
      },
    ]);

    const { rawPayload: zip } = await app.http.inject({
      url: '/api/settings/export?format=csv',
      headers: host.headers,
    });
    for (const [name, bytes] of Object.entries(unzipSync(zip))) {
      for (const row of parse(strFromU8(bytes), { bom: true })) {
        for (const cell of row)
          expect([name, cell]).toEqual([name, expect.not.stringMatching(/^[\s\p{C}]*[=+\-@＝＠]/u)]);
      }
    }
  });

  it('R64 R65 of a bucket raffle the files say how many tickets lay in each bucket', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openEvening({ app, host }, [{ name: 'Bicycle' }, { name: 'Cake' }], {
      buckets: true,
      fields: { max_tickets: 10 },
    });
    const guests = [await join(app, raffle.link, 'Ada'), await join(app, raffle.link, 'Bo')];
    for (const [index, guest] of guests.entries()) {
      const { placement } = (await guest.get<OwnEntry>(`/api/raffles/${raffle.id}/me`)).body;
      const placed = await guest.put(`/api/raffles/${raffle.id}/me/placement`, {
        revision: placement?.revision,
        placed: [{ bucket: index + 1, tickets: 1 }],
      });
      expect(placed.status).toBe(200);
    }
    await drawNext({ app, host, id: raffle.id });
    const csv = (await host.get(`/api/raffles/${raffle.id}/winners/export?format=csv`)).text;
    const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
    expect(
      rows.map((row) => [
        row['Prize'],
        row['Who can win'],
        row['Name'],
        row['Tickets for this prize'],
        row['Of all tickets for it'],
      ]),
    ).toEqual([
      ['Bicycle', 'tickets in its bucket', 'Ada', '1', '1'],
      ['Cake', 'tickets in its bucket', 'Bo', '1', '1'],
    ]);
  });

  it('R60 shows a place that nobody is left for as empty', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
    await join(app, link, 'Only One');
    await drawToTheEnd(app, host, id);
    const answer = await host.post(`/api/raffles/${id}/pass-over`, { entry_number: 1, reason: 'absent' });
    expect(answer.status).toBe(200);
    const [prize] = (await winnersOf(host, id)).body.prizes;
    expect(prize?.next).toEqual([]);
    expect(prize?.places).toMatchObject([
      { holder: null, passed_over: [{ display_name: 'Only One', reason: 'absent', moved_up: null }] },
    ]);
  });

  it('R4 R60 shows no winner before the reveal, and nobody but the host their addresses', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const other = await signUp(app, 'Otto Other');
    const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
    const guest = await join(app, link, 'Guest');
    const refused = async (): Promise<number[]> =>
      Promise.all([person(app), guest, other].map(async (one) => (await winnersOf(one, id)).status));
    expect((await winnersOf(host, id)).status).toBe(404);
    await host.post(`/api/raffles/${id}/draw`);
    let early = 0;
    await eventually(
      app,
      'the reveal',
      async () => {
        // The host's list first: it may never know more than everyone's a moment later.
        const { status } = await winnersOf(host, id);
        const everyones = (await person(app).get(`/api/raffles/${id}/results`)).status;
        if (status === 404) early += 1;
        else expect(everyones).toBe(200);
        return status === 200;
      },
      250,
    );
    expect(early).toBeGreaterThan(10);
    expect(await refused()).toEqual([401, 401, 404]);
  });
});
