/** Letters to participants (R51): who gets which, once; what stands in them; and how they are ended. */
import type {
  HostRaffle,
  Invitation,
  InvitesAnswer,
  JoinAnswer,
  MailOverview,
  ResultsAnswer,
  UnsubscribeState,
} from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { mailbox, type Mailbox } from '../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, type Person, person, signUp } from '../../../test/support/people.ts';
import type { MailMessage } from '../../mail/mailer.ts';

const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'https://raffles.example.org';

forEachDatabase((makeApp) => {
  interface Scene {
    app: TestApp;
    host: Person;
    box: Mailbox;
  }

  async function scene(): Promise<Scene> {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
    return { app, host: await signUp(app, 'Greta Gastgeber'), box };
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

  /** Everything that is due has been sent, or has failed. */
  async function settled({ app }: Scene): Promise<void> {
    await app.clock.advance(600);
    await eventually(
      app,
      'an outbox without anything due',
      async () => {
        const due = await app.parts.database.query
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'waiting')
          .where('due_at', '<=', app.clock.now())
          .execute();
        return due.length === 0;
      },
      100,
    );
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
    await settled(all);
    expect(box.messages).toHaveLength(1);
    const [letter] = box.messages;
    expect(letter).toMatchObject({
      to: 'ada@example.org',
      subject: 'You are in: number 1 in “Summer party”',
    });
    expect(letter?.text).toContain(`${PUBLIC_URL}/draw/${id}`);
    // The address may be a stranger's: no words of the one who typed it reach it.
    expect(JSON.stringify(letter?.html) + letter?.text).not.toContain('Ada');
    const files = new Map(letter?.attachments?.map((file) => [file.filename, file.content]));
    expect(files.get('draw.ics')).toContain('BEGIN:VEVENT');
    expect(JSON.parse(files.get(`raffle-${id}-receipt.json`) ?? '')).toEqual(joined.receipt);
    expect(letter?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    for (const image of ['<img', 'url(', 'http://']) expect(letter?.html).not.toContain(image);
  });

  it('R51 an invitation goes to everybody on the list once, and holds the personal link', async () => {
    const all = await scene();
    const { host, box } = all;
    const { id, invited } = await raffleWith(all, 'Zoe,zoe@example.org\nYan,yan@example.org\nNoaddress');
    expect((await listOf(all, id)).map(({ mail }) => mail)).toEqual([null, null, null]);
    const first = await host.post(`/api/raffles/${id}/invites/send`);
    expect([first.status, first.body]).toEqual([200, { queued: 2 }]);
    expect((await host.post(`/api/raffles/${id}/invites/send`)).body).toEqual({ queued: 0 });
    await settled(all);
    expect(box.messages.map(({ to }) => to).toSorted()).toEqual(['yan@example.org', 'zoe@example.org']);
    const letter = box.messages.find(({ to }) => to === 'zoe@example.org');
    expect(letter?.subject).toBe('You are invited: “Summer party”');
    expect(letter?.text).toContain('Hello Zoe,');
    expect(letter?.text).toContain('Greta Gastgeber invites you');
    expect(letter?.text).toContain(`${PUBLIC_URL}/r/${invited[0]?.token}`);
    const states = (await listOf(all, id)).map(({ mail }) => mail?.state ?? null);
    expect(states).toEqual(['sent', 'sent', null]);
    const overview = (await host.get<MailOverview>(`/api/raffles/${id}/mail`)).body;
    expect(overview).toEqual({ counts: { waiting: 0, sent: 2, failed: 0 }, failures: [] });
  });

  it('R51 one invitation can be sent again after a minute, with the link that is good then', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const { id, invited } = await raffleWith(all, 'Zoe,zoe@example.org\nNoaddress');
    const [zoe, noaddress] = invited.map((row) => row.invitee_id);
    const send = (inviteeId = ''): ReturnType<Person['post']> =>
      host.post(`/api/raffles/${id}/invites/${inviteeId}/send`);
    expect((await send(zoe)).status).toBe(200);
    await settled(all);
    expect((await send(zoe)).status).toBe(429);
    expect(await send(noaddress)).toMatchObject({
      status: 409,
      body: { error: { code: 'no_mail_address' } },
    });
    await app.clock.advance(61_000);
    const fresh = await host.post<Invitation>(`/api/raffles/${id}/invites/${zoe}/reissue`);
    expect((await send(zoe)).status).toBe(200);
    await settled(all);
    expect(box.messages).toHaveLength(2);
    expect(box.messages[1]?.text).toContain(fresh.body.token);
    expect(box.messages[1]?.messageId).not.toBe(box.messages[0]?.messageId);
  });

  it('R51 who has joined or whose link was withdrawn gets no invitation; a draft invites nobody', async () => {
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
    await settled(all);
    expect(subjectsTo(box, 'zoe@example.org')).toEqual(['You are in: number 1 in “Summer party”']);
    expect(subjectsTo(box, 'yan@example.org')).toEqual([]);
    expect(subjectsTo(box, 'xi@example.org')).toHaveLength(1);
    const again = await host.post(`/api/raffles/${id}/invites/${invited[0]?.invitee_id}/send`);
    expect(again.status).toBe(409);
  });

  it('R51 the deadline is near: once, a day before, to those who were there, in words for each', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const deadline = app.clock.now() + 60 * HOUR_MS;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org\nSilent,silent@example.org', {
      deadline_at: deadline,
    });
    const [zoe] = await listOf(all, id);
    await host.post(`/api/raffles/${id}/invites/${zoe?.invitee_id}/send`);
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all);
    await app.clock.advance(36 * HOUR_MS - 60_000);
    await settled(all);
    expect(box.messages).toHaveLength(2);
    await app.clock.advance(61_000);
    await settled(all);
    await joinPublic(all, link, 'Late', 'late@example.org');
    await app.clock.advance(2 * HOUR_MS);
    await settled(all);
    expect(subjectsTo(box, 'zoe@example.org').slice(1)).toEqual(['Entries close soon: “Summer party”']);
    expect(subjectsTo(box, 'ada@example.org').slice(1)).toEqual(['The draw is near: “Summer party”']);
    expect(subjectsTo(box, 'late@example.org')).toHaveLength(1);
    expect(subjectsTo(box, 'silent@example.org')).toEqual([]);
  });

  it('R51 R14 C3 the draw starts, and everybody hears of the result once: winner, alternate, the others, who moves up', async () => {
    const all = await scene();
    const { host, box } = all;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org', { max_winners: 1 });
    for (let i = 1; i <= 6; i += 1) await joinPublic(all, link, `Guest ${i}`, `guest${i}@example.org`);
    await settled(all);
    box.messages.length = 0;
    const results: ResultsAnswer = await drawToTheEnd(all.app, host, id);
    await settled(all);
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
    await eventually(all.app, 'a letter to who moved up', movedUp, 100);
    expect(box.messages).toHaveLength(13);
  });

  it('R51 what happened while no server ran is told once it runs again', async () => {
    const all = await scene();
    const { id, link } = await raffleWith(all, 'Zoe', { max_winners: 1 });
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all);
    await drawToTheEnd(all.app, all.host, id);
    await settled(all);
    const { storage, clock } = all.app;
    await all.app.parts.database.query.deleteFrom('outbox').where('occasion', '=', 'result').execute();
    await all.app.close();
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box, storage, clock });
    await settled({ ...all, app });
    expect(box.messages.map(({ subject }) => subject)).toEqual(['You won: “Summer party”']);
  });

  it('R51 one click ends mail about a raffle; the page ends all of it, or allows it again; looking changes nothing', async () => {
    const all = await scene();
    const { app, host, box } = all;
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ADA@example.org');
    await settled(all);
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
    await settled(all);
    expect(box.messages).toHaveLength(1);

    await visitor.post(`/api/unsubscribe/${token}`, { stopped: 'all' });
    const other = await raffleWith(all, 'Ada,ada@example.org', { title: 'Another one' });
    await host.post(`/api/raffles/${other.id}/invites/send`);
    await settled(all);
    expect(box.messages).toHaveLength(1);
    expect((await listOf(all, other.id))[0]?.mail).toMatchObject({ state: 'failed', reason: 'unsubscribed' });
    expect((await host.get<MailOverview>(`/api/raffles/${other.id}/mail`)).body.failures).toMatchObject([
      { display_name: 'Ada', occasion: 'invitation', reason: 'unsubscribed' },
    ]);

    await visitor.post(`/api/unsubscribe/${token}`, { stopped: 'no' });
    await app.clock.advance(61_000);
    await host.post(`/api/raffles/${other.id}/invites/${other.invited[0]?.invitee_id}/send`);
    await settled(all);
    expect(box.messages).toHaveLength(2);
  });

  it('I4 a made-up link ends nothing and looks like one that is gone', async () => {
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
    await settled(all);
    for (const { subject, text, to } of box.messages) {
      expect(to).toBe('ada@example.org');
      expect(subject + text.split('\n')[0]).not.toMatch(/[\r\n]/);
    }
    expect(box.messages).toHaveLength(1);
  });

  it('R51 without a mail server nothing waits anywhere, and the host is told to copy the links', async () => {
    const app = await makeApp();
    const all = { app, host: await signUp(app), box: mailbox() };
    const { id, link } = await raffleWith(all, 'Zoe,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    const answer = await all.host.post<{ error: { code: string } }>(`/api/raffles/${id}/invites/send`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'mail_not_configured']);
    expect(await app.parts.database.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  it('H8 M2 an outbox holds no address and no name, and the log does not either', async () => {
    const all = await scene();
    const { link } = await raffleWith(all, 'Zoe Quill,zoe@example.org');
    await joinPublic(all, link, 'Ada', 'ada@example.org');
    await settled(all);
    const rows = await all.app.parts.database.query.selectFrom('outbox').selectAll().execute();
    expect(rows).toHaveLength(1);
    const seen = JSON.stringify([rows, all.app.logLines]);
    for (const word of ['ada@', 'zoe@', 'Quill']) expect(seen).not.toContain(word);
  });
});
