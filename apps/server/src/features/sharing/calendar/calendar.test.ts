/** The calendar file over HTTP: an entry for each draw with its time, and nothing about any person. */
import type { HostPrizes, HostRaffle } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { type TestHost, browser, newHost } from '../../../../test/support/browser.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join as joinRaffle, signUp } from '../../../../test/support/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: TestHost;

  beforeAll(async () => {
    app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
    host = await newHost(app, 'Greta Gastgeber');
  });

  /** Long lines are folded (RFC 5545 §3.1). */
  const unfold = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const fetch = (id: string) => browser(app).call('GET', `/api/raffles/${id}/calendar.ics`);

  test('R50 R51 contains the time of the draw in UTC, its title and where to watch', async () => {
    const deadline = Date.UTC(2035, 5, 1, 18, 30);
    const { id } = await host.openRaffle({ title: 'Tombola, Straße; und\nmehr', deadline_at: deadline });
    const answer = await fetch(id);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = unfold(answer.text);
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'DTSTART:20350601T183000Z',
        'DTEND:20350601T190000Z',
        'SUMMARY:Draw: Tombola\\, Straße\\; und\\nmehr',
        `UID:${id}@raffles.example.org`,
        'END:VCALENDAR',
      ]),
    );
    expect(answer.text.replaceAll(/\r\n[ \t]/g, '')).toContain(`https://raffles.example.org/draw/${id}`);
    expect((await fetch(id)).text).toBe(answer.text);
  });

  test('R43 names nobody: no host, no participant, no link for joining', async () => {
    const { id, public_link: link } = await host.openRaffle({
      allow_public_join: true,
      deadline_at: app.clock.now() + 3_600_000,
    });
    const join = { public_link: link, display_name: 'Grace Hopper', email: 'grace@example.org' };
    await browser(app).call('POST', '/api/join/public', join);
    const { text } = await fetch(id);
    for (const word of ['Grace', 'grace@', host.name, host.email, link ?? ''])
      expect(text).not.toContain(word);
  });

  test('R10 a draft and a raffle without a deadline have none', async () => {
    const draft: HostRaffle = await host.draft({ deadline_at: app.clock.now() + 3_600_000 });
    const open = await host.openRaffle();
    expect((await fetch(draft.id)).status).toBe(404);
    expect((await fetch(open.id)).status).toBe(404);
    expect((await fetch('n'.repeat(22))).status).toBe(404);
  });

  interface Entry {
    uid: string;
    start: string;
    status: string;
    sequence: number;
    summary: string;
    description: string;
    alarms: number;
  }

  async function entriesOf(id: string): Promise<Entry[]> {
    const blocks = unfold((await fetch(id)).text)
      .join('\n')
      .split('BEGIN:VEVENT\n')
      .slice(1);
    return blocks.map((block) => {
      const value = (name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(block)?.[1] ?? '';
      return {
        uid: value('UID'),
        start: value('DTSTART'),
        status: value('STATUS'),
        sequence: Number(value('SEQUENCE')),
        summary: value('SUMMARY').replaceAll('\\,', ','),
        description: value('DESCRIPTION').replaceAll(/\\([,;])/g, '$1'),
        alarms: block.split('BEGIN:VALARM').length - 1,
      };
    });
  }

  test('R69 each draw has its own entry: planned, without a time, moved, skipped, and where it really began', async () => {
    const deadline = Date.UTC(2035, 5, 1, 18, 30);
    const raffle = await openEvening(
      { app, host: await signUp(app) },
      [
        { name: 'Wine', quantity: 3, draw: 1 },
        { name: 'Cake', draw: 2 },
        { name: 'Piano', draw: 3 },
      ],
      {
        draws: [
          { name: 'Dinner' },
          { name: 'Dessert', planned_at: Date.UTC(2035, 5, 1, 20, 0) },
          { name: null },
        ],
        fields: { title: 'Gala', deadline_at: deadline },
      },
    );
    const { id, host: owner } = raffle;
    const first = await entriesOf(id);
    expect(
      first.map(({ uid, start, status, summary, alarms }) => [uid, start, status, summary, alarms]),
    ).toEqual([
      [`${id}@raffles.example.org`, '20350601T183000Z', 'CONFIRMED', 'Draw: Gala, Dinner', 1],
      [`${id}-2@raffles.example.org`, '20350601T200000Z', 'CONFIRMED', 'Draw: Gala, Dessert', 1],
      [
        `${id}-3@raffles.example.org`,
        '20350601T203000Z',
        'TENTATIVE',
        'Draw: Gala, Draw 3 (time not set)',
        0,
      ],
    ]);
    expect(first[0]?.description).toContain('The live draw “Dinner” of “Gala”, 1 of 3. Prizes: 3 × Wine.');
    expect(first[2]?.description).toContain('Its time is not set. It follows “Dessert”.');

    await app.clock.advance(5000);
    const plan = (number: number, body: object) =>
      owner.put<HostPrizes>(`/api/raffles/${id}/draws/${number}/name`, body);
    const moved = await plan(2, { name: 'Dessert', planned_at: Date.UTC(2035, 5, 1, 21, 15) });
    expect(moved.body.draws[1]?.planned_at).toBe(Date.UTC(2035, 5, 1, 21, 15));
    // Left out, the time stays.
    expect((await plan(2, { name: 'Sweets' })).body.draws[1]?.planned_at).toBe(Date.UTC(2035, 5, 1, 21, 15));
    expect((await plan(2, { name: 'Sweets', planned_at: -1 })).status).toBe(400);
    const second = await entriesOf(id);
    expect(second.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
    expect(second[1]).toMatchObject({ start: '20350601T211500Z', summary: 'Draw: Gala, Sweets' });
    expect(second[1]?.sequence).toBeGreaterThan(first[1]?.sequence ?? Infinity);

    await app.clock.advance(5000);
    await owner.post(`/api/raffles/${id}/draws/2/skip`, { reason: 'The cake fell down' });
    const third = await entriesOf(id);
    expect(third.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'TENTATIVE']);
    expect(third[1]).toMatchObject({ uid: second[1]?.uid, start: '20350601T211500Z', alarms: 0 });
    expect(third[1]?.description).toContain('This draw does not take place: The cake fell down');
    expect(third[1]?.sequence).toBeGreaterThan(second[1]?.sequence ?? Infinity);
    // It follows the last draw that takes place.
    expect(third[2]).toMatchObject({ start: '20350601T190000Z' });

    await joinRaffle(app, raffle.link, 'Ada');
    await app.clock.advance(5000);
    const { drawn_at: drawnAt } = await drawNext({ app, host: owner, id });
    const begun = (await entriesOf(id))[0];
    expect(begun?.start).not.toBe(third[0]?.start);
    const at = Date.parse(
      (begun?.start ?? '').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'),
    );
    expect(Math.abs(at - drawnAt)).toBeLessThan(60_000);
    expect(begun?.sequence).toBeGreaterThan(third[0]?.sequence ?? Infinity);
  });

  test('R72 the notice of a pause says when the next draw is; without any time there is no file', async () => {
    const raffle = await openEvening({ app, host: await signUp(app) }, [
      { name: 'Wine' },
      { name: 'Cake', draw: 2 },
    ]);
    const { id, host: owner } = raffle;
    expect((await fetch(id)).status).toBe(404);
    const until = Math.ceil(app.clock.now() / 60_000) * 60_000 + 3_600_000;
    expect((await owner.put(`/api/raffles/${id}/pause`, { pause: { until } })).status).toBe(200);
    const stamp = new Date(until).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    expect((await entriesOf(id)).map(({ start, status }) => [start, status])).toEqual([
      [stamp, 'CONFIRMED'],
      [expect.any(String), 'TENTATIVE'],
    ]);
  });
});
