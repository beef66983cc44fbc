/** The results document over HTTP (R76): nothing before the reveal, what auditors look for after it, and names as published. */
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { DrawPlan, ResultsAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { drawnRaffle, drawToTheEnd } from '../../../../test/support/drawn.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { pdfTexts } from '../../../../test/support/pdf-text.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;

  beforeAll(async () => {
    app = await makeApp();
    host = await signUp(app);
  });

  const fetch = (id: string, query = '', headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'GET', url: `/api/raffles/${id}/results.pdf${query}`, headers });
  /** Without blanks: lines end anywhere, and letters come from several fonts. */
  const plain = (text: string): string => text.replaceAll(/\s/g, '');
  const textOf = (pdf: Buffer): string => plain(pdfTexts(pdf).flat().join(''));
  const LEVELS = {
    beacon: 'Public beacon. The result follows from a public random number. That the list was fixed',
    operator: 'Server seed only. The operator could have chosen the result.',
  } as Readonly<Record<string, string>>;

  test('R4 R76 there is no document before the reveal; after it everyone may have it', async () => {
    const { id, public_link: link } = await openRaffle(host);
    await join(app, link, 'Ada');
    for (const headers of [{}, host.headers]) {
      const early = await fetch(id, '', headers);
      expect([early.statusCode, early.json<{ error: { code: string } }>().error.code]).toEqual([
        404,
        'results_not_available',
      ]);
    }
    await drawToTheEnd(app, host, id);
    const pdf = await fetch(id);
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="raffle-${id}-results.pdf"`,
    });
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await fetch(id, '', { 'if-none-match': String(pdf.headers.etag) })).statusCode).toBe(304);
  });

  test('R76 it says from which list and randomness who won, and where that stands in the log', async () => {
    const { id, results } = await drawnRaffle(app, host, 5, { title: 'Łódź raffle', max_winners: 2 });
    const text = textOf((await fetch(id)).rawPayload);
    const plan = (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;
    const { records } = (
      await person(app).get<{ records: { kind: string; index: number }[] }>(`/api/raffles/${id}/records`)
    ).body;
    for (const said of [
      'Łódź raffle',
      '5 in the list; 5 joined',
      results.draw_id,
      plan.records?.open.rules_hash ?? 'no rules hash',
      results.freeze_hash,
      freezeWords(results.freeze_hash).join(' '),
      `drand, round ${plan.beacon.round}`,
      LEVELS[results.assurance] ?? 'no level',
      'No witness confirmed the frozen list.',
      `freeze ${records.find(({ kind }) => kind === 'freeze')?.index}; `,
      `result ${records.find(({ kind }) => kind === 'result')?.index}`,
      `/results/${id}`,
      'Page 1 of 1',
    ]) {
      expect(text).toContain(plain(said));
    }
    for (const { display_name: name, entry_number: number } of results.winners) {
      expect(text).toContain(plain(`#${number} ${name}`));
    }
    for (const { display_name: name } of results.alternates) expect(text).not.toContain(plain(name ?? ''));
  });

  test('R14 R76 who was passed over stands there with reason, time, and who moved up', async () => {
    const { id, results } = await drawnRaffle(app, host, 5, { max_winners: 1 });
    const before = await fetch(id);
    const passed = await host.post(`/api/raffles/${id}/pass-over`, {
      entry_number: results.winners[0]?.entry_number ?? 0,
      reason: 'absent',
    });
    expect([passed.status, passed.text]).toEqual([200, passed.text]);
    const now = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
    const [row] = now.passed_over;
    const after = await fetch(id);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const text = textOf(after.rawPayload);
    const holder = `${row?.moved_up?.display_name} (#${row?.moved_up?.entry_number})`;
    expect(text).toContain(plain(`Passed over; now ${holder}`));
    expect(text).toContain(plain(`${row?.display_name} (#${row?.entry_number})`));
    expect(text).toContain(plain('not there'));
    expect(text).toContain(new Date(row?.at ?? 0).toISOString().slice(11, 19));
  });

  test('R69 R76 all draws of an evening stand in one document, and each has its own', async () => {
    const evening = await openEvening({ app, host }, [
      { name: 'Lamp', draw: 1 },
      { name: 'Ham', draw: 2 },
    ]);
    for (const name of ['Ada', 'Grace', 'Edsger']) await join(app, evening.link, name);
    const first = await drawNext(evening);
    expect(textOf((await fetch(evening.id)).rawPayload)).not.toContain('Ham');
    const second = await drawNext(evening);
    const both = textOf((await fetch(evening.id)).rawPayload);
    for (const { draw_id: drawId, draw, winners } of [first, second]) {
      expect(both).toContain(plain(`Draw ${draw.number}: ${draw.name}`));
      expect(both).toContain(`?draw=${drawId}`);
      expect(both).toContain(winners[0]?.display_name);
    }
    expect(both).toContain(plain('1 holder of an earlier prize'));
    const own = textOf((await fetch(evening.id, `?draw_id=${first.draw_id}`)).rawPayload);
    expect(own).toContain('Lamp');
    expect(own).not.toContain('Ham');
    expect((await fetch(evening.id, '?draw_id=AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404);
  });

  test('R73 R76 claims and hand-overs stand there, and why somebody was not eligible', async () => {
    const evening = await openEvening({ app, host }, [{ name: 'Lamp', claim_window: 600 }, { name: 'Ham' }]);
    for (const name of ['Ada', 'Grace', 'Edsger']) await join(app, evening.link, name);
    const { winners } = await drawNext(evening);
    const entryOf = (prize: number): number => winners.find((row) => row.prize === prize)?.entry_number ?? 0;
    const path = `/api/raffles/${evening.id}`;
    const before = await fetch(evening.id);
    const lamp = { prize: 1, entry_number: entryOf(1) };
    for (const step of ['claims', 'claims/hand-over']) {
      const done = await host.post(`${path}/${step}`, lamp);
      expect([step, done.status, done.text]).toEqual([step, 200, done.text]);
    }
    const text = 'Works for the brewery.';
    const passed = await host.post(`${path}/pass-over`, {
      prize: 2,
      entry_number: entryOf(2),
      reason: 'ineligible',
      text,
    });
    expect([passed.status, passed.text]).toEqual([200, passed.text]);
    const after = await fetch(evening.id);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const written = textOf(after.rawPayload);
    expect(written).toMatch(/Claimedbythehost,[\d:-]+UTC;handedover[\d:-]+UTC/);
    expect(written).toContain(plain(`may not take the prize: ${text}`));
  });
});
