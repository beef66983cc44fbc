/** M11: headers on every answer, also where no route gives it; security.txt; what health and readiness say. */
import { connect } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { person } from '../support/people.ts';

const PUBLIC = { PUBLIC_URL: 'https://raffles.example.org' };
const EVERYWHERE = [
  'content-security-policy',
  'permissions-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
];

forEachDatabase((makeApp, kind) => {
  describe('M11: headers', () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    test.each([
      ['a call', 200, 'GET /api/installation HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
      ['nothing there', 404, 'GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
      ['an address that cannot be read', 404, 'GET /nope% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
      ['a method that does not exist', 400, 'NOPE / HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['no HTTP at all', 400, 'hello\r\n\r\n'],
      [
        'headers that are too large',
        400,
        `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      ],
      ['an expectation', 417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n'],
      ['a socket elsewhere', 404, `GET /nope HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`],
      [
        'a socket of a foreign page',
        403,
        `GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n${upgrade}\r\n`,
      ],
    ])('M11: %s', async (_, status, request) => {
      const app = await makeApp({ env: PUBLIC });
      const [head = ''] = (await talk(app, request)).split('\r\n\r\n');
      const [first, ...lines] = head.split('\r\n');
      expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const names = lines.map((line) => line.split(':')[0]?.toLowerCase() ?? '');
      expect(EVERYWHERE.filter((name) => names.filter((other) => other === name).length !== 1)).toEqual([]);
    });

    test('M11: pages may use what they use, and nothing else', async () => {
      const app = await makeApp();
      const policy = String((await person(app).get('/api/installation')).headers['permissions-policy']);
      expect(policy.split(', ')).toEqual(
        expect.arrayContaining([
          'microphone=()',
          'geolocation=()',
          'camera=()',
          'fullscreen=(self)',
          'accelerometer=(self)',
          'gyroscope=(self)',
        ]),
      );
    });
  });

  describe('M11: security.txt', () => {
    const path = '/.well-known/security.txt';

    test('M11: is what the operator configured', async () => {
      const app = await makeApp({
        env: { ...PUBLIC, SECURITY_CONTACT: 'security@example.org, https://example.org/report' },
      });
      const answer = await person(app).get(path);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      const lines = answer.text.trim().split('\n');
      expect(lines).toEqual([
        'Contact: mailto:security@example.org',
        'Contact: https://example.org/report',
        expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
        'Preferred-Languages: en',
        'Canonical: https://raffles.example.org/.well-known/security.txt',
      ]);
      const daysLeft = (Date.parse(lines[2]?.slice('Expires: '.length) ?? '') - app.clock.now()) / 86_400_000;
      expect(daysLeft).toBeGreaterThan(170);
      expect(daysLeft).toBeLessThan(366);
    });

    test.each([path, '/.well-known/anything'])('M11: %s is no page where there is nothing', async (url) => {
      const app = await makeApp({ webFolder: new URL('../../../web', import.meta.url).pathname });
      const answer = await person(app).get(url);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    });
  });

  describe('M11: health and readiness', () => {
    test('M11: a node that works is alive and ready', async () => {
      const app = await makeApp();
      expect((await person(app).get('/api/health')).body).toEqual({ status: 'ok' });
      const ready = await person(app).get('/api/ready');
      expect([ready.status, ready.body]).toEqual([
        200,
        { status: 'ready', checks: { database: 'ok', queue: 'ok', beacon: 'ok', clock: 'ok' } },
      ]);
    });

    test('M11: a database that cannot be written, as with a full disk: alive, and not ready until it can', async () => {
      const app = await makeApp();
      const { query } = app.parts.database;
      if (kind === 'sqlite') await sql`pragma query_only = on`.execute(query);
      else await sql`alter table write_checks add constraint full_disk check (id > 1)`.execute(query);
      expect((await person(app).get('/api/health')).status).toBe(200);
      const refused = await person(app).get('/api/ready');
      expect([refused.status, refused.body]).toEqual([
        503,
        { error: { code: 'unavailable', message: 'The database cannot be written.' } },
      ]);
      if (kind === 'sqlite') await sql`pragma query_only = off`.execute(query);
      else await sql`alter table write_checks drop constraint full_disk`.execute(query);
      await app.clock.advance(10_000);
      expect((await person(app).get('/api/ready')).status).toBe(200);
    });

    test('M11: a queue that stands still: not ready', async () => {
      const app = await makeApp();
      const due = app.clock.now();
      await app.parts.database.query
        .insertInto('jobs')
        .values({ kind: 'nobody', key: 'k', payload: 'null', state: 'waiting', run_at: due, due_at: due })
        .execute();
      expect((await person(app).get('/api/ready')).status).toBe(200);
      await app.clock.advance(3 * 60_000);
      const refused = await person(app).get('/api/ready');
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { error: { message: 'Work that is due is not being done.' } },
      ]);
    });

    test('M11: a beacon that is away is named, and calls are served all the same', async () => {
      const app = await makeApp();
      await app.relay.close();
      const ready = await person(app).get('/api/ready');
      expect([ready.status, ready.body]).toMatchObject([200, { checks: { beacon: 'away' } }]);
    });
  });
});

/** Sends bytes and reads what comes back until the server hangs up. */
async function talk(app: TestApp, bytes: string): Promise<string> {
  const { port } = new URL(await app.listen());
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      received += String(data);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
