/** Emails to participants (R51): who gets which, once; what they say, also about the sender (H10); and how they are ended. */
import type {
  DrawAnswer,
  HostPrizes,
  HostRaffle,
  Invitation,
  InvitesAnswer,
  JoinAnswer,
  MailOverview,
  PlannedDraws,
  ResultsAnswer,
  UnsubscribeState,
} from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { drawNext, openEvening, savePrizes } from '../../../../test/support/evening.ts';
import { mailbox, type Mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, type Person, person, signUp } from '../../../../test/support/people.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { settled } from '../test/outbox.ts';

const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'https://raffles.example.org';
const TRAP = '<a href="https://evil.example">Click</a> https://evil.example www.evil.example me@evil.example';
/** Zero-width spaces prevent mail clients from making links. */
const readable = (text: string): string => text.replaceAll('\u200B', '');

forEachDatabase((makeApp) => {
  interface Scene {
    app: TestApp;
    host: Person;
    box: Mailbox;
  }

  async function scene(hostName = 'Greta Gastgeber'): Promise<Scene> {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
    return { app, host: await signUp(app, hostName), box };
  }

  async function raffleWith(
    { host }: Scene,
    invitees: string,
    fields: object = {},
  ): Promise<{ id: string; link: string; invited: Invitation[] }> {
    const draft = await host.post<HostRaffle>('/api/raffles', {
      title: 'Summer party',
      allow_public_join: true,
      ...fields,
    });
    const { id, public_link: link } = draft.body;
    const added = await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees });
    expect((await host.post(`/api/raffles/${id}/open`)).status).toBe(200);
    return { id, link: link ?? '', invited: added.body.invitees };
  }

  async function joinPublic({ app }: Scene, link: string, name: string, email: string): Promise<JoinAnswer> {
    const body = { public_link: link, display_name: name, email };
    return (await person(app).post<JoinAnswer>('/api/join/public', body)).body;
  }

  const subjectsTo = (box: Mailbox, to: string): string[] =>
    box.messages.filter((message) => message.to === to).map(({ subject }) => subject);

  const listOf = async ({ host }: Scene, id: string): Promise<Invitation[]> =>
    (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;

  const stopUrlOf = (message: MailMessage | undefined): string =>
    /<(.+)>/.exec(message?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';

  it('R51 joining is confirmed with number, receipt and calendar file; without an address nobody gets anything', async () => {
    const all = await scene();
    const { app, box } = all;
    const deadline = app.clock.now() + 5 * HOUR_MS;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org\nNoaddress', { deadline_at: deadline });
    const joined = await joinPublic(all, link, 'Ada Lovelace', 'ada@example.org');
    await joinPublic(all, link, 'Nobody', '');
    await settled(all.app);
    expect(box.messages).toHaveLength(1);
    const [message] = box.messages;
    expect(message).toMatchObject({
      to: 'ada@example.org',
      subject: 'You are in: number 1 in “Summer party”',
    });
    expect(message?.text).toContain(`${PUBLIC_URL}/draw/${id}`);
    // The address may be a stranger's: no words of the one who typed it reach it.
    expect(JSON.stringify(message?.html) + message?.text).not.toContain('Lovelace');
    const files = new Map(message?.attachments?.map((file) => [file.filename, file.content]));
    expect(files.get('draw.ics')).toContain('BEGIN:VEVENT');
    expect(JSON.parse(files.get(`raffle-${id}-receipt.json`) ?? '')).toEqual(joined.receipt);
    expect(message?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    for (const image of ['<img', 'url(', 'http://']) expect(message?.html).not.toContain(image);
  });

  it('R51 an invitation is sent to everybody on the list once, with the personal link', async () => {
    const all = await scene();
    const { host, box } = all;
    const { id, invited } = await raffleWith(all, 'Zoe,zoe@example.org\nYan,yan@example.org\nNoaddress');
    expect((await listOf(all, id)).map(({ mail }) => mail)).toEqual([null, null, null]);
    const first = await host.post(`/api/raffles/${id}/invites/send`);
    expect([first.status, first.body]).toEqual([200, { queued: 2 }]);
    expect((await host.post(`/api/raffles/${id}/invites/send`)).body).toEqual({ queued: 0 });
    await settled(all.app);
    expect(box.messages.map(({ to }) => to).toSorted()).toEqual(['yan@example.org', 'zoe@example.org']);
    const message = box.messages.find(({ to }) => to === 'zoe@example.org');
    expect(message?.subject).toBe('You are invited: “Summer party”');
    expect(message?.text).toContain('Hello Zoe,');
    expect(message?.text).toContain('Greta Gastgeber invites you');
    expect(message?.text).toContain(`${PUBLIC_URL}/r/${invited[0]?.token}`);
    const states = (await listOf(all, id)).map(({ mail }) => mail?.state ?? null);
    expect(states).toEqual(['sent', 'sent', null]);
    const overview = (await host.get<MailOverview>(`/api/raffles/${id}/mail`)).body;
    expect(overview).toEqual({ counts: { waiting: 0, sent: 2, failed: 0 }, failures: [] });
  });

  it('R51 an invitation can be sent again after a minute, with the link that is valid then', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const { id, invited } = await raffleWith(all, 'Zoe,zoe@example.org\nNoaddress');
    const [zoe, noaddress] = invited.map((row) => row.invitee_id);
    const send = (inviteeId = ''): ReturnType<Person['post']> =>
      host.post(`/api/raffles/${id}/invites/${inviteeId}/send`);
    expect((await send(zoe)).status).toBe(200);
    await settled(all.app);
    expect((await send(zoe)).status).toBe(429);
    expect(await send(noaddress)).toMatchObject({
      status: 409,
      body: { error: { code: 'no_mail_address' } },
    });
    await app.clock.advance(61_000);
    const fresh = await host.post<Invitation>(`/api/raffles/${id}/invites/${zoe}/reissue`);
    expect((await send(zoe)).status).toBe(200);
    await settled(all.app);
    expect(box.messages).toHaveLength(2);
    expect(box.messages[1]?.text).toContain(fresh.body.token);
    expect(box.messages[1]?.messageId).not.toBe(box.messages[0]?.messageId);
  });

  it('R51 people who have joined or whose link was revoked get no invitation; a draft invites nobody', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Later' });
    expect((await host.post(`/api/raffles/${draft.body.id}/invites/send`)).status).toBe(409);
    const { id, invited } = await raffleWith(
      all,
      'Zoe,zoe@example.org\nYan,yan@example.org\nXi,xi@example.org',
    );
    await person(app).post('/api/join', { token: invited[0]?.token });
    await host.post(`/api/raffles/${id}/invites/${invited[1]?.invitee_id}/revoke`);
    expect((await host.post(`/api/raffles/${id}/invites/send`)).body).toEqual({ queued: 1 });
    await settled(all.app);
    expect(subjectsTo(box, 'zoe@example.org')).toEqual(['You are in: number 1 in “Summer party”']);
    expect(subjectsTo(box, 'yan@example.org')).toEqual([]);
    expect(subjectsTo(box, 'xi@example.org')).toHaveLength(1);
    const again = await host.post(`/api/raffles/${id}/invites/${invited[0]?.invitee_id}/send`);
    expect(again.status).toBe(409);
  });

  it('R51 the deadline is near: once, a day before, to entrants and invitees in their own words', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const deadline = app.clock.now() + 60 * HOUR_MS;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org\nSilent,silent@example.org', {
      deadline_at: deadline,
    });
    const [zoe] = await listOf(all, id);
    await host.post(`/api/raffles/${id}/invites/${zoe?.invitee_id}/send`);
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all.app);
    await app.clock.advance(36 * HOUR_MS - 60_000);
    await settled(all.app);
    expect(box.messages).toHaveLength(2);
    await app.clock.advance(61_000);
    await settled(all.app);
    await joinPublic(all, link, 'Late', 'late@example.org');
    await app.clock.advance(2 * HOUR_MS);
    await settled(all.app);
    expect(subjectsTo(box, 'zoe@example.org').slice(1)).toEqual(['Entries close soon: “Summer party”']);
    expect(subjectsTo(box, 'ada@example.org').slice(1)).toEqual(['The draw is near: “Summer party”']);
    expect(subjectsTo(box, 'late@example.org')).toHaveLength(1);
    expect(subjectsTo(box, 'silent@example.org')).toEqual([]);
  });

  it('R51 R14 C3 the draw starts, and everybody gets the result once: winners, alternates, the others, people who move up', async () => {
    const all = await scene();
    const { host, box } = all;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org', { max_winners: 1 });
    for (let i = 1; i <= 6; i += 1) await joinPublic(all, link, `Guest ${i}`, `guest${i}@example.org`);
    await settled(all.app);
    box.messages.length = 0;
    const results: ResultsAnswer = await drawToTheEnd(all.app, host, id);
    await settled(all.app);
    const addressOf = (entry: number | undefined): string => `guest${entry}@example.org`;
    const winner = results.winners[0]?.entry_number;
    const alternate = results.alternates[0]?.entry_number;
    expect(subjectsTo(box, addressOf(winner))).toEqual([
      'The draw starts now: “Summer party”',
      'You won: “Summer party”',
    ]);
    expect(subjectsTo(box, addressOf(alternate))[1]).toBe('You are alternate 1: “Summer party”');
    expect(box.messages.filter(({ subject }) => subject.startsWith('The result of'))).toHaveLength(2);
    expect(box.messages).toHaveLength(12);
    const started = box.messages.findIndex(({ subject }) => subject.includes('won'));
    expect(box.messages.slice(0, 6).every(({ subject }) => subject.startsWith('The draw starts'))).toBe(true);
    expect(started).toBeGreaterThan(5);
    // Nobody but the winner reads from the mail who won.
    await host.post(`/api/raffles/${id}/pass-over`, { entry_number: winner, reason: 'absent' });
    const movedUp = async () =>
      subjectsTo(box, addressOf(alternate)).some((subject) => subject.startsWith('You moved up and won'));
    await eventually(all.app, 'an email to who moved up', movedUp, 100);
    expect(box.messages).toHaveLength(13);
  });

  it('R69 of an evening each draw tells its winners and those who move up, by its name and with its own results', async () => {
    const all = await scene();
    const { host, box, app } = all;
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Gala', allow_public_join: true });
    const { id } = draft.body;
    const names = ['Dinner', 'Dessert', 'Midnight'];
    const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
    const saved = await host.put(`/api/raffles/${id}/prizes`, {
      revision,
      policy: 'again',
      reveal_order: 'list',
      prizes: names.map((name, index) => ({ name: `${name} prize`, quantity: 1, draw: index + 1 })),
      draws: names.map((name) => ({ name })),
    });
    expect(saved.status).toBe(200);
    const { public_link: link } = (await host.post<HostRaffle>(`/api/raffles/${id}/open`)).body;
    for (const guest of [1, 2])
      await joinPublic(all, link ?? '', `Guest ${guest}`, `guest${guest}@example.org`);
    const drawIds: string[] = [];
    for (const name of names) {
      const { draw_id: drawId } = (await host.post<DrawAnswer>(`/api/raffles/${id}/draw`)).body;
      drawIds.push(drawId);
      await eventually(
        app,
        'the end of the show',
        async () => {
          const { draws } = (await host.get<PlannedDraws>(`/api/raffles/${id}/draws`)).body;
          return draws.find((draw) => draw.draw_id === drawId)?.state === 'drawn';
        },
        500,
      );
      const { body } = await host.get<ResultsAnswer>(`/api/raffles/${id}/results?draw_id=${drawId}`);
      const winner = body.winners[0]?.entry_number;
      const won = () =>
        box.messages.filter(({ text }) => readable(text).includes(`won ${name} prize in the draw “${name}”`));
      await eventually(app, 'the email to the winner', async () => won().length > 0, 100);
      await settled(app);
      expect(won().map(({ to }) => to)).toEqual([`guest${winner}@example.org`]);
      expect(won()[0]?.text).toContain(`/results/${id}?draw=${drawId}`);
      await host.post(`/api/raffles/${id}/pass-over`, {
        draw_id: drawId,
        entry_number: winner,
        reason: 'absent',
      });
    }
    // Two people, three draws: one of them moves up twice, and is told so each time.
    const movedUp = () => box.messages.filter(({ subject }) => subject.startsWith('You moved up and won'));
    await eventually(app, 'emails to those who moved up', async () => movedUp().length === 3, 100);
    expect(movedUp().map(({ text }) => /results\/[^?]+\?draw=([\w-]+)/.exec(text)?.[1])).toEqual(drawIds);
  });

  it('R14 R69 who moves up to several prizes of a draw is told of each by its name, once, with the number of the draw', async () => {
    const all = await scene();
    const { host, box, app } = all;
    const raffle = await openEvening(
      all,
      [{ name: 'Bicycle' }, { name: 'Cake' }, { name: 'Wine' }, { name: 'Piano', draw: 2 }],
      { policy: 'again', draws: [{ name: null }, { name: null }] },
    );
    for (const guest of [1, 2]) {
      await joinPublic(all, raffle.link, `Guest ${guest}`, `guest${guest}@example.org`);
    }
    const results = await drawNext({ app, host, id: raffle.id });
    const wonBy = new Map(results.winners.map((row) => [row.prize, row.entry_number]));
    for (const [prize, winner] of wonBy) {
      const body = { draw_id: results.draw_id, prize, entry_number: winner, reason: 'absent' };
      expect((await host.post(`/api/raffles/${raffle.id}/pass-over`, body)).status).toBe(200);
    }
    const toMovedUp = () => box.messages.filter(({ subject }) => subject.startsWith('You moved up'));
    await eventually(app, 'an email for each prize', async () => toMovedUp().length === 3, 100);
    await settled(app);
    const movedUp = toMovedUp();
    const wanted = ['Bicycle', 'Cake', 'Wine'].map((name, index) => {
      const other = 3 - (wonBy.get(index + 1) ?? 0);
      return `guest${other}@example.org You moved up and won ${name}: “Gala”`;
    });
    expect(new Set(movedUp.map(({ to, subject }) => `${to} ${subject}`))).toEqual(new Set(wanted));
    expect(movedUp).toHaveLength(wanted.length);
    for (const { text } of movedUp) expect(readable(text)).toContain('in draw 1 of the raffle “Gala”');
    const won = box.messages.filter(({ subject }) => subject.startsWith('You won'));
    for (const { text } of won) expect(readable(text)).toContain('in draw 1 of the raffle “Gala”');
    expect(new Set(box.messages.map(({ messageId }) => messageId)).size).toBe(box.messages.length);
  });

  it('R14 R51 who moved up, or was passed over again before the email, is told nothing that is not so', async () => {
    const all = await scene();
    const { host, box, app } = all;
    const raffle = await openEvening(all, [{ name: 'Cake' }, { name: 'Piano', draw: 2 }]);
    for (const guest of [1, 2, 3, 4]) {
      await joinPublic(all, raffle.link, `Guest ${guest}`, `guest${guest}@example.org`);
    }
    const { draw_id: drawId, winners, alternates } = await drawNext({ app, host, id: raffle.id });
    const passOver = (entry = 0) =>
      host.post(`/api/raffles/${raffle.id}/pass-over`, {
        draw_id: drawId,
        entry_number: entry,
        reason: 'absent',
      });
    expect((await passOver(winners[0]?.entry_number)).status).toBe(200);
    const [first, second] = alternates.map((row) => row.entry_number);
    // In the same moment: nothing was sent in between.
    expect((await passOver(first)).status).toBe(200);
    const movedUp = () => box.messages.filter(({ subject }) => subject.startsWith('You moved up'));
    await eventually(app, 'the email to who holds the prize', async () => movedUp().length > 0, 100);
    await settled(app);
    expect(movedUp().map(({ to }) => to)).toEqual([`guest${second}@example.org`]);
    const skipped = await host.post(`/api/raffles/${raffle.id}/draws/2/skip`, { reason: 'It is late' });
    expect(skipped.status).toBe(200);
    const none = () =>
      box.messages.filter(({ subject }) => /^(?:The result of|You are (?:an )?alternate)/.test(subject));
    await eventually(app, 'the emails to the others', async () => none().length > 0, 100);
    await settled(app);
    const others = [1, 2, 3, 4].filter(
      (number) => ![winners[0]?.entry_number, first, second].includes(number),
    );
    expect(none().map(({ to }) => to)).toEqual(others.map((number) => `guest${number}@example.org`));
  });

  it('R61 R69 invitations and confirmations say what there is to win and when, briefly, with all draws in the calendar file', async () => {
    const all = await scene();
    const { host, box, app } = all;
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Gala', allow_public_join: true });
    const { id } = draft.body;
    const prizes = Array.from({ length: 200 }, (_, index) => ({
      name: index === 1 ? 'see www.evil.example' : `Prize number ${index + 1}`,
      quantity: index === 0 ? 3 : 1,
      draw: index < 100 ? 1 : 2,
      groups: index === 2 ? ['Crew'] : [],
    }));
    const draws = [{ name: 'Dinner', planned_at: Date.UTC(2035, 5, 1, 18, 30) }, { name: 'Dessert' }];
    expect((await savePrizes(host, id, prizes, { draws })).status).toBe(200);
    await host.post(`/api/raffles/${id}/invites`, { invitees: 'Zoe,zoe@example.org' });
    const { public_link: link } = (await host.post<HostRaffle>(`/api/raffles/${id}/open`)).body;
    await host.post(`/api/raffles/${id}/invites/send`);
    await joinPublic(all, link ?? '', 'Ada', 'ada@example.org');
    await settled(app);
    expect(box.messages).toHaveLength(2);
    const invitation = box.messages.find(({ to }) => to === 'zoe@example.org');
    const text = readable(invitation?.text ?? '');
    expect(text).toContain(
      '- 3 × Prize number 1\n- see www.evil.example\n- Prize number 3 (only for some participants)\n',
    );
    expect(invitation?.text).not.toContain('www.evil');
    expect(text).toMatch(/- Prize number 10\n- and 190 more: https:\/\/raffles\.example\.org\/r\//);
    expect(text).not.toContain('Prize number 11');
    expect(text).toMatch(/The draws:\n\n- Dinner: Friday,? 1 June 2035 at 18:30 UTC\n- Dessert\n/);
    const joined = box.messages.find(({ to }) => to === 'ada@example.org');
    expect(readable(joined?.text ?? '')).toContain('an entry for each draw');
    for (const message of box.messages) {
      const calendar = message.attachments?.find(({ filename }) => filename === 'draw.ics')?.content ?? '';
      expect(calendar.split('BEGIN:VEVENT')).toHaveLength(3);
      expect(calendar).not.toContain('www.evil');
      expect(calendar).toContain('DTSTART:20350601T183000Z');
    }
  });

  it('R51 occasions during downtime are announced once the server runs again', async () => {
    const all = await scene();
    const { id, link } = await raffleWith(all, 'Zoe', { max_winners: 1 });
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all.app);
    await drawToTheEnd(all.app, all.host, id);
    await settled(all.app);
    const { storage, clock } = all.app;
    await all.app.parts.database.query.deleteFrom('outbox').where('occasion', '=', 'result').execute();
    await all.app.close();
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box, storage, clock });
    await eventually(app, 'the email about the result', async () => box.messages.length > 0, 100);
    await settled(app);
    expect(box.messages.map(({ subject }) => subject)).toEqual(['You won: “Summer party”']);
  });

  it('R51 one click ends emails about a raffle; the page ends all of them or allows them again; opening it changes nothing', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ADA@example.org');
    await settled(all.app);
    const stop = new URL(stopUrlOf(box.messages[0]));
    const token = stop.pathname.replace('/unsubscribe/', '');
    const visitor = person(app);
    const look = async (): Promise<UnsubscribeState> =>
      (await visitor.get<UnsubscribeState>(`/api/unsubscribe/${token}`)).body;
    expect(await look()).toEqual({ raffle_title: 'Summer party', stopped: 'no' });
    expect((await look()).stopped).toBe('no');

    const click = await app.http.inject({
      method: 'POST',
      url: stop.pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(click.statusCode).toBe(200);
    expect((await look()).stopped).toBe('raffle');
    await drawToTheEnd(app, host, id);
    await settled(all.app);
    expect(box.messages).toHaveLength(1);

    await visitor.post(`/api/unsubscribe/${token}`, { stopped: 'all' });
    const other = await raffleWith(all, 'Ada,ada@example.org', { title: 'Another one' });
    await host.post(`/api/raffles/${other.id}/invites/send`);
    await settled(all.app);
    expect(box.messages).toHaveLength(1);
    expect((await listOf(all, other.id))[0]?.mail).toMatchObject({ state: 'failed', reason: 'unsubscribed' });
    expect((await host.get<MailOverview>(`/api/raffles/${other.id}/mail`)).body.failures).toMatchObject([
      { display_name: 'Ada', occasion: 'invitation', reason: 'unsubscribed' },
    ]);

    await visitor.post(`/api/unsubscribe/${token}`, { stopped: 'no' });
    await app.clock.advance(61_000);
    await host.post(`/api/raffles/${other.id}/invites/${other.invited[0]?.invitee_id}/send`);
    await settled(all.app);
    expect(box.messages).toHaveLength(2);
  });

  it('I4 a forged link ends nothing and looks like an expired one', async () => {
    const all = await scene();
    const { link } = await raffleWith(all, 'Zoe,zoe@example.org');
    const { invitee_id: inviteeId } = await joinPublic(all, link, 'Ada', 'ada@example.org');
    for (const token of ['x', inviteeId, inviteeId + '0'.repeat(32), '0'.repeat(54)]) {
      const answer = await person(all.app).post(`/api/unsubscribe/${token}`, { stopped: 'all' });
      expect(answer.status).toBe(404);
    }
    const stops = await all.app.parts.database.query.selectFrom('mail_stops').selectAll().execute();
    expect(stops).toEqual([]);
  });

  it('M1 no name or title of any kind adds a header or a recipient', async () => {
    const all = await scene();
    const { box } = all;
    const title = 'Party\r\nBcc: eve@example.org';
    const { link } = await raffleWith(all, 'Zoe', { title });
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all.app);
    for (const { subject, text, to } of box.messages) {
      expect(to).toBe('ada@example.org');
      expect(subject + text.split('\n')[0]).not.toMatch(/[\r\n]/);
    }
    expect(box.messages).toHaveLength(1);
  });

  it('R51 without a mail server nothing is enqueued, and the host is asked to copy the links', async () => {
    const app = await makeApp();
    const all = { app, host: await signUp(app), box: mailbox() };
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    const answer = await all.host.post<{ error: { code: string } }>(`/api/raffles/${id}/invites/send`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'mail_not_configured']);
    expect(await app.parts.database.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  it('H8 M2 neither the outbox nor the log contains addresses or names', async () => {
    const all = await scene();
    const { link } = await raffleWith(all, 'Zoe Quill,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all.app);
    const rows = await all.app.parts.database.query.selectFrom('outbox').selectAll().execute();
    expect(rows).toHaveLength(1);
    const seen = JSON.stringify([rows, all.app.logLines]);
    for (const word of ['ada@', 'zoe@', 'Quill']) expect(seen).not.toContain(word);
  });

  it("H10: an invitation names the host's account with its confirmed address, in words of the server", async () => {
    const here = await scene();
    const { app, host, box } = here;
    const { email } = (await host.get<{ email: string }>('/api/auth/me')).body;
    const { id } = await raffleWith(here, 'Zoe,zoe@example.org');
    expect((await host.post(`/api/raffles/${id}/invites/send`)).status).toBeLessThan(300);
    await eventually(app, 'the invitation', async () => box.messages.length > 0, 100);
    const [message] = box.messages;
    const words = `Greta Gastgeber has an account here with the confirmed address ${email}.`;
    expect(readable(message?.text ?? '')).toContain(words);
    expect(readable(message?.html ?? '')).toContain(words);
    // It can be read and compared, and is no link.
    expect(message?.text).not.toContain(email);
  });

  it('H10: links and markup in texts of hosts reach nobody, also not in emails with a code', async () => {
    const here = await scene('www.evil.example');
    const { app, host, box } = here;
    const trap = { title: TRAP, description: TRAP };
    const { id, link, invited } = await raffleWith(here, 'Zoe www.evil.example,zoe@example.org', trap);
    await host.post(`/api/raffles/${id}/invites/send`);
    const has = (start: string) => () =>
      Promise.resolve(box.messages.some((one) => one.subject.startsWith(start)));
    await eventually(app, 'the invitation', has('You are invited'), 100);
    expect((await joinPublic(here, link, 'Ada', 'ada@example.org')).entry_number).toBe(1);
    const token = { token: invited[0]?.token };
    expect((await person(app).post('/api/join', token)).status).toBe(201);
    expect((await person(app).post('/api/continue/mail', token)).status).toBe(200);
    await eventually(app, 'the confirmation', has('You are in:'), 100);
    expect(await has('Your code for')()).toBe(true);
    for (const { subject, text, html } of box.messages) {
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(/https?:\/\/(www\.)?evil|www\.evil|@evil|evil\.example/);
      }
      expect(html).not.toContain('<a href="https://evil');
      expect(readable(html)).toContain('&lt;a href=');
    }
  });
});
