/** What must stay secret does: in answers, logs, tables and files. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InvitesAnswer } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import type { Tables } from '../../src/platform/database/tables/tables.ts';
import { seedPurpose } from '../../src/platform/keys/purposes.ts';
import { openingOf } from '../../src/features/draws/openings.ts';
import { type Answer, browser, newHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';

const PASSPHRASE = 'a very secret passphrase';

/** A host with an open raffle and one participant; every answer that was given on the way. */
async function story(app: TestApp) {
  const host = await newHost(app);
  const answers: Answer[] = [];
  const call = async (...args: Parameters<typeof host.call>): Promise<Answer> => {
    const answer = await host.call(...args);
    answers.push(answer);
    return answer;
  };
  await host.draft({ passphrase: PASSPHRASE });
  const { id } = await host.draft({ allow_public_join: true });
  await call('PATCH', `/api/raffles/${id}`, { passphrase: PASSPHRASE, title: 'Secret' });
  const added = await call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada,ada@example.org\nBob' });
  const invitees = (added.body as InvitesAnswer).invitees;
  await call('POST', `/api/raffles/${id}/open`);
  const participant = browser(app);
  answers.push(
    await participant.call('POST', '/api/join', { token: invitees[0]?.token, passphrase: 'not this one' }),
    await participant.call('POST', '/api/join', { token: invitees[0]?.token, passphrase: PASSPHRASE }),
    await participant.call('GET', `/api/raffles/${id}`),
    await participant.call('GET', `/api/raffles/${id}/me`),
    await browser(app).call('POST', '/api/auth/login', { email: host.email, password: 'wrong password' }),
  );
  for (const path of ['', '/invites', '/participants', '/audit', '/records']) {
    await call('GET', `/api/raffles/${id}${path}`);
  }
  await call('GET', '/api/raffles');
  await call('GET', '/api/auth/me');
  return { host, participant, answers, id, invitees };
}

/** Everything that the database holds, as one text. */
async function everyTable(app: TestApp): Promise<string> {
  const { query } = app.parts.database;
  const tables = await query.introspection.getTables();
  const rows = await Promise.all(
    tables.map((table) =>
      query
        .selectFrom(table.name as keyof Tables)
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

forEachDatabase((makeApp) => {
  describe('I4 ids and tokens', () => {
    test('I4 have at least 128 random bits and never repeat', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffles = [
        await host.draft({ allow_public_join: true }),
        await host.draft({ allow_public_join: true }),
      ];
      const lines = Array.from({ length: 200 }, (_, index) => `Person ${index}`).join('\n');
      const secrets = raffles.flatMap(({ id, public_link: link }) => [id, link ?? '']);
      for (const { id } of raffles) {
        const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: lines });
        for (const invitee of (added.body as InvitesAnswer).invitees) {
          secrets.push(invitee.token ?? '', invitee.invitee_id);
        }
      }
      expect(new Set(secrets).size).toBe(4 + 2 * 400);
      // 22 base64url characters hold 132 bits.
      for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    });

    test('I4 unknown and revoked tokens, and switched-off and unknown links, look the same', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id, public_link: link } = await host.openRaffle({ allow_public_join: true });
      const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada' });
      const [ada] = (added.body as InvitesAnswer).invitees;
      await host.call('POST', `/api/raffles/${id}/invites/${ada?.invitee_id}/revoke`);
      await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow: false });
      const visitor = browser(app);
      const pairs = [
        [
          await visitor.call('GET', `/api/invite/${ada?.token}`),
          await visitor.call('GET', `/api/invite/${'A'.repeat(32)}`),
        ],
        [
          await visitor.call('POST', '/api/join', { token: ada?.token }),
          await visitor.call('POST', '/api/join', { token: 'A'.repeat(32) }),
        ],
        [
          await visitor.call('GET', `/api/join/${link}`),
          await visitor.call('GET', `/api/join/${'A'.repeat(32)}`),
        ],
      ] as const;
      for (const [known, unknown] of pairs) {
        expect(known.status).toBe(404);
        expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      }
    });

    test('I4 looking at an invitation redeems and writes nothing', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada' });
      const [ada] = (added.body as InvitesAnswer).invitees;
      const before = await everyTable(app);
      for (const method of ['GET', 'HEAD', 'GET'] as const) {
        expect((await browser(app).call(method, `/api/invite/${ada?.token}`)).status).toBe(200);
      }
      expect(await everyTable(app)).toBe(before);
    });
  });

  describe('I5 passphrase, seed and keys', () => {
    test('I5 C4 the passphrase and the seed are in no answer, log line or table', async () => {
      const app = await makeApp();
      const { answers, id } = await story(app);
      const row = await app.parts.database.query
        .selectFrom('raffles')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const opening = await openingOf(app.parts.database.query, row);
      const { seed_sealed: sealed = '', seed_commit_hash: promised = '?' } = opening ?? {};
      const seed = app.parts.keys.unseal(seedPurpose(row.draw_id ?? ''), sealed);
      expect(row.passphrase_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const told = answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n');
      const everything = [told, app.logLines.join(''), await everyTable(app)].join('\n');
      expect(everything).toContain(promised);
      for (const secret of [PASSPHRASE, seed, Buffer.from(seed, 'hex').toString('base64url')]) {
        expect(everything).not.toContain(secret);
      }
      for (const kept of [row.passphrase_hash ?? '?', sealed]) expect(told).not.toContain(kept);
    });

    test('I5 no table holds a session secret, an address or a user agent in clear', async () => {
      const app = await makeApp();
      const { participant, invitees } = await story(app);
      const tables = await everyTable(app);
      const secret = participant.cookies.get('glassdrum') ?? '';
      expect(secret.length).toBeGreaterThan(40);
      for (const text of [secret, '127.0.0.1', 'lightMyRequest', ...invitees.map(({ token }) => token)]) {
        expect(tables).not.toContain(text);
      }
    });

    test('I5 keys are files for their owner only', async () => {
      const app = await makeApp();
      const folder = join(app.storage.dataDir, 'keys');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const files = readdirSync(folder);
      expect(files.toSorted()).toEqual(['push.key', 'secret.key', 'signing.key', 'witness.key']);
      for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    });

    test('I5 access that was opened wider is narrowed at the next start', async () => {
      const app = await makeApp();
      const folder = join(app.storage.dataDir, 'keys');
      await app.close();
      execFileSync('chmod', ['-R', 'a+rwx', folder]);
      await makeApp({ storage: app.storage });
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    });
  });

  test('M2 logs are JSON lines without tokens, cookies, emails, names and passphrases', async () => {
    const app = await makeApp();
    const { host, participant, invitees } = await story(app);
    await browser(app).call('GET', `/api/invite/${invitees[1]?.token}?email=ada@example.org`);
    await browser(app).call('GET', `/r/${invitees[1]?.token}`);
    await browser(app).call('POST', '/api/auth/login', '{"email":"ada@example.org","password":');
    await app.parts.database.query.schema.dropTable('audit_log').execute();
    const broken = await host.call('POST', '/api/raffles', {
      title: 'Top secret title',
      passphrase: PASSPHRASE,
    });
    expect(broken.status).toBe(500);
    const log = app.logLines.join('');
    expect(app.logLines.length).toBeGreaterThan(20);
    for (const line of app.logLines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    const session = decodeURIComponent(host.cookies.get('glassdrum.session_token') ?? '?').split('.');
    for (const secret of [
      PASSPHRASE,
      host.password,
      host.email,
      host.name,
      'ada@example.org',
      'Top secret title',
      participant.cookies.get('glassdrum') ?? '?',
      ...session,
      ...invitees.map(({ token }) => token ?? '?'),
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
