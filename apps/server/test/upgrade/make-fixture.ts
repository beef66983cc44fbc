/**
 * Makes what `upgrade.test.ts` starts on: an installation as an earlier version leaves it, with raffles in every state, a draw
 * between freeze and result, jobs that are due later, and emails in every state of the outbox.
 *
 * It was made with commit 65a3e82. To make it again, copy this file as `make-fixture.test.ts`, and `write-fixture.ts`, into the
 * same folder of a checkout of the earlier version and run there, with PostgreSQL's programs in the PATH:
 *
 *     FIXTURE=/path/to/fixture TEST_DATABASE_URL=postgres://… npx vitest run apps/server/test/upgrade
 *
 * An installation on SQLite is filled by its own calls, on a clock that stands still between them, and written.
 */
import type {
  HostRaffle,
  Invitation,
  LogAnswer,
  ReviewAnswer,
  TwoFactorSetup,
  WaitingAnswer,
} from '@glassdrum/contract';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { totpCode, totpStep } from '../../src/features/accounts/second-factors/totp.ts';
import { newHost, type TestHost } from '../support/browser.ts';
import { newDevice } from '../support/device.ts';
import { drawToTheEnd } from '../support/drawn.ts';
import { smtpServer } from '../support/mailbox.ts';
import { forEachDatabase, type MakeApp, type TestApp } from '../support/make-app.ts';
import { eventually, join, makeOperator, type Person, person } from '../support/people.ts';
import { letWitness, startWitness } from '../support/witnesses.ts';
import { rowCounts, writeFixture } from './write-fixture.ts';

const COUNTED = [
  'users',
  'raffles',
  'invitees',
  'invites',
  'participations',
  'participant_sessions',
  'waiting_entries',
  'chat_messages',
  'chat_mutes',
  'animation_votes',
  'draws',
  'draw_openings',
  'draw_contributions',
  'public_log',
  'public_log_checkpoints',
  'public_log_cosignatures',
  'two_factor',
  'recovery_codes',
] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PUBLIC_URL = 'https://raffles.example.org';

vi.setConfig({ testTimeout: 300_000 });

interface Scene {
  app: TestApp;
  host: Person;
  links: Map<string, string>;
}

forEachDatabase((makeApp, kind) => {
  test.runIf(kind === 'sqlite' && process.env['FIXTURE'] !== undefined)('makes the fixture', async () => {
    const { app, expected } = await filledInstallation(makeApp);
    await writeFixture(process.env['FIXTURE'] ?? '', app, expected);
  });
});

async function filledInstallation(makeApp: MakeApp): Promise<{ app: TestApp; expected: object }> {
  const refusals = new Map([
    ['gone@example.org', 550],
    ['later@example.org', 451],
  ]);
  const mail = await smtpServer({ refuse: (address) => refusals.get(address) ?? null });
  const witness = await startWitness(makeApp, 'one.example.org');
  const { clock } = witness.app;
  const app = await makeApp({
    clock,
    env: {
      PUBLIC_URL,
      SMTP_URL: mail.url,
      MAIL_FROM: 'raffles@example.org',
      WITNESSES: witness.entry,
      JOIN_LIMIT: 'off',
    },
  });
  await letWitness(witness, app);
  const account = await newHost(app, 'Hanna Host');
  const protectedAccount = await newHost(app, 'Paula Protected');
  const host = signedIn(app, account);
  await makeOperator(app, host);
  const secret = await switchOnCodes(app, protectedAccount);
  await signedIn(app, protectedAccount).post('/api/raffles', { title: 'Of another host' });
  const scene: Scene = { app, host, links: new Map() };

  const drawn = await drawnRaffle(scene);
  await raffle(scene, 'Still a draft', { deadline_at: clock.now() + 3 * DAY_MS });
  const open = await openRaffle(scene);
  const joining = await raffleWithReview(scene);
  const closed = await raffle(scene, 'Closed before its draw', { allow_public_join: true }, true);
  await join(app, closed.link, 'Clara Closed');
  await host.patch(`/api/raffles/${closed.id}`, { status: 'closed' });
  const erased = await raffle(scene, 'People erased', { allow_public_join: true }, true);
  await join(app, erased.link, 'Eric Erased');
  await drawToTheEnd(app, host, erased.id);
  await host.post(`/api/raffles/${erased.id}/erase`);
  const due = await raffle(
    scene,
    'Draws at its deadline',
    { allow_public_join: true, deadline_at: clock.now() + 30 * MINUTE_MS, auto_draw: true },
    true,
  );
  for (const name of ['Dora', 'Dirk', 'Daria', 'Dan']) await join(app, due.link, `${name} Due`);
  await mailInEveryState(scene);
  const running = await raffle(scene, 'Draw under way', { allow_public_join: true }, true);
  for (const name of ['Rita', 'Ralf', 'Rosa', 'Rolf', 'Ruth'])
    await join(app, running.link, `${name} Running`);
  await eventually(
    app,
    'a checkpoint of all records',
    async () => {
      const { checkpoint, size } = (await host.get<LogAnswer>('/api/log')).body;
      return checkpoint !== null && size > 0;
    },
    200,
  );
  expect((await host.post(`/api/raffles/${running.id}/draw`, {})).status).toBe(200);
  await emailsLeft(scene);
  const answers = await allAnswers(scene);
  const { query } = app.parts.database;
  const expected = {
    now: clock.now(),
    publicUrl: PUBLIC_URL,
    host: { email: account.email, password: account.password },
    protectedHost: { email: protectedAccount.email, password: protectedAccount.password, secret },
    participant: { headers: open.participant.headers, raffleId: open.id },
    raffles: {
      drawn,
      erased: erased.id,
      running: running.id,
      due: due.id,
      open: open.id,
      closed: closed.id,
      review: joining,
    },
    log: (await host.get('/api/log')).body,
    outbox: await query.selectFrom('outbox').select(['id', 'state', 'occasion']).orderBy('id').execute(),
    jobs: await query.selectFrom('jobs').select(['kind', 'state']).orderBy('kind').orderBy('key').execute(),
    counts: await rowCounts(app, COUNTED),
    answers,
  };
  await mail.close();
  return { app, expected };
}

function signedIn(app: TestApp, account: TestHost): Person {
  return person(app, {
    cookie: Array.from(account.cookies, ([name, value]) => `${name}=${value}`).join('; '),
  });
}

async function switchOnCodes(app: TestApp, host: TestHost): Promise<string> {
  const begun = await host.call('POST', '/api/auth/two-factor', { password: host.password });
  const { secret } = begun.body as TwoFactorSetup;
  const code = totpCode(secret, totpStep(app.clock.now()));
  expect((await host.call('POST', '/api/auth/two-factor/enable', { code })).status).toBe(200);
  return secret;
}

async function raffle(
  { host, links }: Scene,
  title: string,
  fields: object,
  opened = false,
): Promise<{ id: string; link: string }> {
  const made = await host.post<HostRaffle>('/api/raffles', { title, ...fields });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { id } = made.body;
  const link = opened
    ? ((await host.post<HostRaffle>(`/api/raffles/${id}/open`)).body.public_link ?? '')
    : '';
  links.set(id, link);
  return { id, link };
}

/** With image, device keys, contributions, an audience and a witness; one winner is passed over. */
async function drawnRaffle(scene: Scene): Promise<string> {
  const { app, host } = scene;
  const image = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const { id, link } = await raffle(
    scene,
    'Drawn with everything',
    {
      allow_public_join: true,
      max_winners: 2,
      adds_chance: true,
      rules_text: 'One ticket each.',
      image_url: `data:image/png;base64,${image.toString('base64')}`,
    },
    true,
  );
  const people = [];
  for (let number = 1; number <= 6; number += 1) {
    const device = newDevice();
    people.push({ device, call: await join(app, link, `Guest ${number}`, device) });
  }
  await host.post(`/api/raffles/${id}/draw`, {});
  for (const { device, call } of people.slice(0, 3)) {
    await call.post(`/api/raffles/${id}/draw/contribution`, { contribution: device.contribution });
  }
  const { winners } = await drawToTheEnd(app, host, id);
  const first = winners[0];
  expect(first).toBeDefined();
  const passed = await host.post(`/api/raffles/${id}/pass-over`, {
    entry_number: first?.entry_number,
    reason: 'absent',
  });
  expect([passed.status, passed.text]).toEqual([200, expect.any(String)]);
  return id;
}

/** Invited and public entries, changed tickets, a removed entry, chat with an image, votes. */
async function openRaffle(scene: Scene): Promise<{ id: string; participant: Person }> {
  const { app, host } = scene;
  const { id, link } = await raffle(
    scene,
    'Open with chat',
    { allow_public_join: true, max_tickets: 5, passphrase: 'three baskets' },
    true,
  );
  await host.post(`/api/raffles/${id}/invites`, { invitees: 'Ines Invited,ines@example.org\nIvo Invited' });
  const [first] = (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;
  expect(
    (await person(app).post('/api/join', { token: first?.token, passphrase: 'three baskets' })).status,
  ).toBe(201);
  const joined = [];
  for (const name of ['Olga', 'Otto', 'Omar']) {
    const answer = await person(app).post<{ participant_token: string; invitee_id: string }>(
      '/api/join/public',
      {
        public_link: link,
        display_name: `${name} Open`,
        passphrase: 'three baskets',
      },
    );
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    joined.push({
      inviteeId: answer.body.invitee_id,
      call: person(app, { authorization: `Bearer ${answer.body.participant_token}` }),
    });
  }
  const [olga, otto, omar] = joined;
  if (olga === undefined || otto === undefined || omar === undefined) throw new Error('Three people joined.');
  await host.patch(`/api/raffles/${id}/participants/${otto.inviteeId}/tickets`, { tickets: 3 });
  await host.remove(`/api/raffles/${id}/participants/${omar.inviteeId}`);
  await olga.call.post(`/api/raffles/${id}/vote-animation`, { animation_style: 'neon' });
  for (const message of ['Hello everybody', 'When does it start?']) {
    const sent = await olga.call.post(`/api/raffles/${id}/chat`, { raffle_id: id, message });
    expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
  }
  await host.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'At eight' });
  await host.post(`/api/raffles/${id}/chat/mute`, { invitee_id: otto.inviteeId, muted: true });
  return { id, participant: olga.call };
}

/** One person waits for approval, one was approved. */
async function raffleWithReview(scene: Scene): Promise<string> {
  const { app, host } = scene;
  const { id } = await raffle(scene, 'Joins are reviewed', { allow_public_join: true });
  await host.patch(`/api/raffles/${id}/joining`, { approval: true });
  const { public_link: link } = (await host.post<HostRaffle>(`/api/raffles/${id}/open`)).body;
  for (const name of ['Wanda Waits', 'Adam Approved']) {
    const asked = await person(app).post<WaitingAnswer>('/api/join/public', {
      public_link: link,
      display_name: name,
    });
    expect([asked.status, asked.text]).toEqual([202, expect.any(String)]);
  }
  const { waiting } = (await host.get<ReviewAnswer>(`/api/raffles/${id}/review`)).body;
  const adam = waiting.find(({ display_name: name }) => name === 'Adam Approved');
  const approved = await host.post(`/api/raffles/${id}/review/approve`, { invitee_ids: [adam?.invitee_id] });
  expect([approved.status, approved.text]).toEqual([200, expect.any(String)]);
  return id;
}

/** One sent, one refused for good, one refused until later, and in `emailsLeft` one that nobody has tried to send. */
async function mailInEveryState(scene: Scene): Promise<void> {
  const { app, host } = scene;
  const { id } = await raffle(scene, 'Invited by email', {}, true);
  const invitees = ['taken', 'gone', 'later'].map((name) => `${name} Guest,${name}@example.org`).join('\n');
  await host.post(`/api/raffles/${id}/invites`, { invitees });
  expect((await host.post(`/api/raffles/${id}/invites/send`, {})).status).toBeLessThan(300);
  await eventually(
    app,
    'a try of each email',
    async () => {
      const tried = await app.parts.database.query
        .selectFrom('outbox')
        .select('state')
        .where('raffle_id', '=', id)
        .where('attempts', '>', 0)
        .where('claimed_until', 'is', null)
        .execute();
      return (
        tried
          .map(({ state }) => state)
          .sort()
          .join() === 'failed,sent,waiting'
      );
    },
    200,
  );
}

/** While the clock stands nobody sends them. */
async function emailsLeft(scene: Scene): Promise<void> {
  const { host } = scene;
  const { id } = await raffle(scene, 'Emails not yet sent', {}, true);
  await host.post(`/api/raffles/${id}/invites`, {
    invitees: 'Nora New,nora@example.org\nNils New,nils@example.org',
  });
  expect((await host.post(`/api/raffles/${id}/invites/send`, {})).status).toBeLessThan(300);
}

/** What a host, a visitor and the public log are answered about every raffle. */
async function allAnswers({ app, host, links }: Scene): Promise<object[]> {
  const answers: object[] = [];
  const visitor = person(app);
  const add = async (as: 'host' | 'visitor', path: string): Promise<void> => {
    const { status, body, text } = await (as === 'host' ? host : visitor).get(path);
    answers.push({ as, path, status, body: body ?? text });
  };
  for (const path of ['/api/auth/me', '/api/auth/account', '/api/raffles', '/api/audit', '/api/settings']) {
    await add('host', path);
  }
  for (const path of ['/api/log', '/api/log/records']) await add('visitor', path);
  for (const [id, link] of links) {
    for (const part of [
      '',
      '/results',
      '/proof',
      '/draw',
      '/draw/entries',
      '/records',
      '/terms',
      '/entrants',
    ]) {
      await add('visitor', `/api/raffles/${id}${part}`);
    }
    for (const part of [
      '',
      '/participants',
      '/invites',
      '/review',
      '/mail',
      '/audit',
      '/chat',
      '/draw/preview',
    ]) {
      await add('host', `/api/raffles/${id}${part}`);
    }
    if (link !== '') await add('visitor', `/api/join/${link}`);
  }
  return answers;
}
