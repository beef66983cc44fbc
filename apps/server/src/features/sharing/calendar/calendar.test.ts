/** The calendar file over HTTP: one event with the draw's time, and nothing about any person. */
import type { HostRaffle } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { type TestHost, browser, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';

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
});
