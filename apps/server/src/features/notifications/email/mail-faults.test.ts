/**
 * What a mail server can do to emails (R51, fault "mail server down"): each case against a real SMTP server, which
 * refuses, hesitates, hangs, disconnects after it has accepted an email, or is down. Joins and draws are not affected.
 */
import type { HostRaffle, Invitation, InvitesAnswer, MailOverview } from '@glassdrum/contract';
import { expect, it, onTestFinished } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { silentServer, smtpServer, type TestSmtpServer } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, type Person, person, signUp } from '../../../../test/support/people.ts';
import { smtpMailer } from '../../../platform/mail/smtp-mailer.ts';
import { createOutboxLane } from '../../../work/outbox-lane.ts';
import { putIntoOutbox } from '../../../work/outbox.ts';

const MINUTE_MS = 60_000;
const env = { PUBLIC_URL: 'https://raffles.example.org' };

forEachDatabase((makeApp, kind) => {
  interface Scene {
    app: TestApp;
    host: Person;
    raffle: HostRaffle;
  }

  async function scene(url: string, patienceMs = 2_000): Promise<Scene> {
    const app = await makeApp({
      env,
      mailer: smtpMailer({ smtpUrl: url, from: 'raffles@example.org', requireTls: false, patienceMs }),
    });
    const host = await signUp(app);
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Party', allow_public_join: true });
    return { app, host, raffle: (await host.post<HostRaffle>(`/api/raffles/${draft.body.id}/open`)).body };
  }

  async function server(options: Parameters<typeof smtpServer>[0] = {}): Promise<TestSmtpServer> {
    const made = await smtpServer(options);
    onTestFinished(() => made.close());
    return made;
  }

  async function joinWith({ app, raffle }: Scene, email: string): Promise<number> {
    const body = { public_link: raffle.public_link, display_name: email.split('@')[0], email };
    return (await person(app).post('/api/join/public', body)).status;
  }

  const rowsOf = ({ app }: Scene) =>
    app.parts.database.query.selectFrom('outbox').selectAll().orderBy('id').execute();

  /** Moves the clock a little until the rows are as wanted. */
  const until = (all: Scene, what: string, check: (rows: Awaited<ReturnType<typeof rowsOf>>) => boolean) =>
    eventually(all.app, what, async () => check(await rowsOf(all)), 200);

  const messageIdsOf = ({ taken }: TestSmtpServer): (string | undefined)[] =>
    taken.map(({ raw }) => /^Message-ID: (<.+>)\r?$/im.exec(raw)?.[1]);

  it('R51 an unknown address fails permanently, the others arrive, and the host sees it', async () => {
    const smtp = await server({ refuse: (address) => (address.startsWith('gone') ? 550 : null) });
    const all = await scene(smtp.url);
    const added = await all.host.post<InvitesAnswer>(`/api/raffles/${all.raffle.id}/invites`, {
      invitees: 'Gone,gone@example.org\nAda,ada@example.org',
    });
    expect(added.body.added).toBe(2);
    await all.host.post(`/api/raffles/${all.raffle.id}/invites/send`);
    await until(all, 'both settled', (rows) => rows.every(({ state }) => state !== 'waiting'));
    expect(smtp.taken.map(({ to }) => to)).toEqual([['ada@example.org']]);
    const list = (await all.host.get<Invitation[]>(`/api/raffles/${all.raffle.id}/invites`)).body;
    expect(list.map(({ mail }) => [mail?.state, mail?.reason])).toEqual([
      ['failed', 'address_refused'],
      ['sent', null],
    ]);
    const { counts, failures } = (await all.host.get<MailOverview>(`/api/raffles/${all.raffle.id}/mail`))
      .body;
    expect(counts).toEqual({ waiting: 0, sent: 1, failed: 1 });
    expect(failures.map(({ display_name: name, reason }) => [name, reason])).toEqual([
      ['Gone', 'address_refused'],
    ]);
    for (const line of all.app.logLines) expect(line).not.toContain('@example.org');
  });

  it('R51 after a temporary refusal the email is retried with growing pauses, for three days', async () => {
    const smtp = await server({ refuse: () => 451 });
    const all = await scene(smtp.url);
    await joinWith(all, 'ada@example.org');
    await until(all, 'a first try', ([row]) => row?.reason === 'server_busy');
    await all.app.clock.advance(30_000);
    expect((await rowsOf(all))[0]?.attempts).toBe(1);
    await all.app.clock.advance(31_000);
    await until(all, 'a second try', ([row]) => row?.attempts === 2);
    smtp.behaviour.refuse = () => null;
    await all.app.clock.advance(5 * MINUTE_MS);
    await until(all, 'the email', ([row]) => row?.state === 'sent');
    expect(smtp.taken).toHaveLength(1);

    smtp.behaviour.refuse = () => 451;
    await joinWith(all, 'bob@example.org');
    const newest = async () => (await rowsOf(all)).find(({ state }) => state !== 'sent');
    for (let hours = 0; hours < 84 && (await newest())?.state === 'waiting'; hours += 6) {
      await all.app.clock.advance(6 * 60 * MINUTE_MS + 1_000);
      const row = await newest();
      await until(all, 'the next try', (rows) =>
        rows.every(({ due_at: due, state }) => state !== 'waiting' || due > all.app.clock.now()),
      );
      expect(row).toBeDefined();
    }
    expect(await newest()).toMatchObject({ state: 'failed', reason: 'server_busy' });
  });

  it('R51 mail server down: joins and draws are unaffected, and everything arrives once after its recovery', async () => {
    const first = await server();
    const port = Number(new URL(first.url).port);
    await first.close();
    const all = await scene(first.url);
    for (const name of ['ada', 'bob', 'cleo']) expect(await joinWith(all, `${name}@example.org`)).toBe(201);
    await until(all, 'a failed try', (rows) => rows.some(({ reason }) => reason === 'server_away'));
    const results = await drawToTheEnd(all.app, all.host, all.raffle.id);
    expect(results.winners).toHaveLength(3);
    expect((await rowsOf(all)).filter(({ state }) => state === 'sent')).toEqual([]);

    await all.app.clock.advance(10 * MINUTE_MS);
    await until(all, 'no try under way', (rows) =>
      rows.every(({ claimed_until: claimed }) => claimed === null),
    );
    const back = await server({ port });
    await all.app.clock.advance(6 * MINUTE_MS);
    await until(
      all,
      'nothing waiting',
      (rows) => rows.length === 9 && rows.every(({ state }) => state !== 'waiting'),
    );
    // The start of a draw that is long over is no news; joining and the result are.
    expect(back.taken).toHaveLength(6);
    expect(new Set(messageIdsOf(back)).size).toBe(6);
    expect(
      (await rowsOf(all)).filter(({ state }) => state === 'dropped').map(({ reason }) => reason),
    ).toEqual(['late', 'late', 'late']);
  });

  it('R51 a server that never answers times out, and nobody waits for it', async () => {
    const silent = await silentServer();
    onTestFinished(() => silent.close());
    const all = await scene(silent.url, 100);
    expect(await joinWith(all, 'ada@example.org')).toBe(201);
    await until(
      all,
      'a try given up',
      ([row]) => row?.reason === 'server_away' && row.claimed_until === null,
    );
    expect(await joinWith(all, 'bob@example.org')).toBe(201);
  });

  it('R51 a server that disconnects after accepting gets the same email again, with the same Message-ID', async () => {
    const smtp = await server({ dropAfterData: true });
    const all = await scene(smtp.url);
    await joinWith(all, 'ada@example.org');
    await until(all, 'a dropped connection', ([row]) => row?.reason === 'server_away');
    smtp.behaviour.dropAfterData = false;
    await until(all, 'the answer', ([row]) => row?.state === 'sent');
    const ids = messageIdsOf(smtp);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@raffles\.example\.org>$/);
  });

  it('R51 after a node crashes with a claimed email, its successor sends it at once, another node once the claim expires, with the same Message-ID', async () => {
    const smtp = await server();
    const all = await scene(smtp.url);
    await joinWith(all, 'ada@example.org');
    await until(all, 'the email', ([row]) => row?.state === 'sent');
    const { query } = all.app.parts.database;
    const claimedUntil = all.app.clock.now() + 5 * MINUTE_MS;
    await query
      .updateTable('outbox')
      .set({ state: 'waiting', settled_at: null, claimed_until: claimedUntil })
      .execute();
    await all.app.close();
    const { storage, clock } = all.app;
    const mailer = smtpMailer({ smtpUrl: smtp.url, from: 'raffles@example.org', requireTls: false });
    const again = { ...all, app: await makeApp({ env, storage, clock, mailer }) };
    if (kind === 'postgres') {
      // Only a data folder of its own proves that nobody else is at work.
      await clock.advance(4 * MINUTE_MS);
      expect(smtp.taken).toHaveLength(1);
      await clock.advance(MINUTE_MS);
    }
    await until(again, 'the email again', ([row]) => row?.state === 'sent');
    expect(smtp.taken).toHaveLength(2);
    expect(new Set(messageIdsOf(smtp)).size).toBe(1);
  });

  it('R51 two lanes on one database: each email once', async () => {
    const smtp = await server();
    const all = await scene(smtp.url);
    const { database, clock } = all.app.parts;
    const seen: string[] = [];
    const lanes = [0, 1].map(() =>
      createOutboxLane({
        database,
        clock,
        channel: 'push',
        concurrency: 3,
        deliver: async ({ id }) => {
          seen.push(id);
          return { state: 'sent' };
        },
        report: (error) => {
          throw error;
        },
      }),
    );
    await database.transaction((trx) =>
      putIntoOutbox(
        trx,
        Array.from({ length: 30 }, (_, i) => ({
          channel: 'push' as const,
          occasion: 'starting' as const,
          raffleId: all.raffle.id,
          inviteeId: `person-${i}`,
          now: clock.now(),
          usefulUntil: null,
        })),
      ),
    );
    for (const lane of lanes) lane.wake();
    await until(all, 'all sent', (rows) => rows.every(({ state }) => state === 'sent'));
    await Promise.all(lanes.map((lane) => lane.stop()));
    expect(seen.toSorted()).toEqual([...new Set(seen)].toSorted());
    expect(seen).toHaveLength(30);
  });

  it('H8 R53 waiting emails to a person whose data was erased are deleted', async () => {
    const silent = await silentServer();
    onTestFinished(() => silent.close());
    const all = await scene(silent.url, 50);
    await joinWith(all, 'ada@example.org');
    await drawToTheEnd(all.app, all.host, all.raffle.id);
    expect((await rowsOf(all)).length).toBeGreaterThan(0);
    const answer = await all.host.remove('/api/settings/delete-all');
    expect(answer.status).toBe(200);
    expect(await rowsOf(all)).toEqual([]);
  });
});
