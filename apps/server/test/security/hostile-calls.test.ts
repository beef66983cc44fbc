/** Calls that no screen of ours makes: unknown fields, other sites, other types, too large, too slow, broken. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browser, codeOf, newHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { PAGES } from '../support/pages.ts';

const errorShape = { error: { code: expect.any(String), message: expect.stringMatching(/^[A-Z].*\.$/) } };

forEachDatabase((makeApp) => {
  describe('C8 unknown or forbidden fields', () => {
    const forbidden = {
      id: 'A'.repeat(22),
      status: 'drawn',
      host_id: 'B'.repeat(32),
      seed: 'c'.repeat(64),
      seed_sealed: 'x',
      seed_commit_hash: 'd'.repeat(64),
      public_link: 'E'.repeat(32),
      open_hash: 'f'.repeat(64),
      host_seq: 7,
      entry_count: 9,
      ticket_total: 9,
      draw_started: 1,
      allow_public_join: true,
      passphrase_hash: 'x',
      created_at: 1,
    };

    test('C8 change nothing in an edit', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const { query } = app.parts.database;
      const before = await query.selectFrom('raffles').selectAll().executeTakeFirstOrThrow();
      const nested =
        '{"__proto__":{"status":"open"},"constructor":{"prototype":{"isHost":true}},"title":"New"}';
      for (const body of [{ ...forbidden, title: 'New' }, nested]) {
        expect((await host.call('PATCH', `/api/raffles/${id}`, body)).status).toBe(200);
      }
      const after = await query.selectFrom('raffles').selectAll().executeTakeFirstOrThrow();
      expect(after).toEqual({ ...before, title: 'New' });
      expect(({} as Record<string, unknown>)['status']).toBeUndefined();
    });

    test('C8 change nothing at creation', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { allow_public_join: _, ...fields } = forbidden;
      await host.call('POST', '/api/raffles', { ...fields, title: 'New' });
      const row = await app.parts.database.query.selectFrom('raffles').selectAll().executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        host_id: host.id,
        status: 'draft',
        draw_id: null,
        series_id: null,
        public_link: null,
        entry_count: 0,
        ticket_total: 0,
        draw_started: 0,
        passphrase_hash: null,
        created_at: app.clock.now(),
      });
      expect(row.id).not.toBe(fields.id);
    });

    test('C8 make nobody anything at registration', async () => {
      const app = await makeApp();
      const visitor = browser(app);
      const account = { email: 'ada@example.org', name: 'Ada', password: 'seven drums of glass' };
      const extra = {
        id: 'x',
        pseudonym: 'mine',
        host_seq: 9,
        emailVerified: true,
        role: 'admin',
        retention_days: 9,
      };
      expect((await visitor.call('POST', '/api/auth/register', { ...account, ...extra })).status).toBe(201);
      const user = await app.parts.database.query.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      expect(user).toMatchObject({ host_seq: 0, email_verified: 0, retention_days: 30 });
      expect([user.id, user.pseudonym]).not.toEqual(expect.arrayContaining(['x']));
      expect(user.pseudonym).not.toBe('mine');
    });
  });

  describe('C10 other sites', () => {
    test.each([
      ['a foreign Origin', { origin: 'https://evil.example' }],
      ['an opaque Origin', { origin: 'null' }],
      ['the right host on another port', { origin: 'http://localhost:8080' }],
      ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
      [
        'a foreign Origin that the browser calls same-origin',
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      ],
    ])('C10 %s is refused at every unsafe route', async (_, headers) => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      for (const { method, url } of app.routes) {
        if (method === 'GET' || method === 'HEAD') continue;
        const path = url.replace(':id', id).replace(':inviteeId', 'A'.repeat(22));
        const answer = await host.call(method as 'POST', path, { title: 'Other' }, headers);
        expect([url, answer.status, codeOf(answer)]).toEqual([url, 403, 'cross_site']);
      }
      expect((await host.call('GET', `/api/raffles/${id}`)).body).toMatchObject({ title: 'Summer raffle' });
    });

    test('C10 our own pages and programs without a browser are served', async () => {
      const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const host = await newHost(app);
      const own = { origin: 'https://raffles.example.org', 'sec-fetch-site': 'same-origin' };
      expect((await host.call('POST', '/api/raffles', { title: 'A' }, own)).status).toBe(201);
      expect((await host.call('POST', '/api/raffles', { title: 'A' })).status).toBe(201);
      const guessed = { origin: 'http://localhost:80', host: 'localhost:80' };
      expect((await host.call('POST', '/api/raffles', { title: 'A' }, guessed)).status).toBe(403);
    });

    test.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; charset=application/json',
    ])('C10 a body of type %s is refused', async (type) => {
      const app = await makeApp();
      const host = await newHost(app);
      const answer = await host.call('POST', '/api/raffles', '{"title":"A"}', { 'content-type': type });
      expect([answer.status, codeOf(answer)]).toEqual([415, 'unsupported_media_type']);
      expect((await host.call('GET', '/api/raffles')).body).toEqual([]);
    });
  });

  describe('H7 size and time', () => {
    test('H7 a body over 64 KiB is refused, whatever it is', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      for (const url of ['/api/join/public', '/api/auth/login', '/api/join']) {
        const answer = await host.call('POST', url, { title: 'x'.repeat(64 * 1024) });
        expect([answer.status, codeOf(answer)]).toEqual([413, 'payload_too_large']);
      }
    });

    test('H7 a call that arrives too slowly is ended with 408', async () => {
      const app = await makeApp({ requestTimeoutMs: 300 });
      const head = 'POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      const slowHeaders = await talk(app, head);
      expect(slowHeaders).toMatch(/^HTTP\/1\.1 408 /);
      const slowBody = await talk(app, `${head}Content-Length: 100\r\n\r\n{"title"`);
      expect(slowBody).toMatch(/^HTTP\/1\.1 408 /);
      expect(slowBody).toContain('"code":"request_timeout"');
    });
  });

  describe('M3 headers', () => {
    test.each(['/api/installation', '/api/raffles', '/api/nothing-here', '/'])('M3 of %s', async (url) => {
      const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const { headers } = await browser(app).call('GET', url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      // Files of this site alone.
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none';");
      expect(policy).toContain("base-uri 'none';");
      expect(policy).toContain("frame-ancestors 'none'");
      // R88: relays of the beacon are the only other sites, and are only asked for rounds.
      expect(policy).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:\d+;/);
      expect(policy.replace(/connect-src[^;]*;/, '')).not.toMatch(/https?:|script-src[^;]*(?:'unsafe|\*)/);
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    });

    test('M3 of all pages the desk alone runs WebAssembly and uses the camera', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'glassdrum-pages-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Glassdrum</title>');
      const app = await makeApp({ webFolder: folder });
      const widened: string[] = [];
      for (const url of [...PAGES, '/no/such/page', '/deskless', '/host?/desk/x', '/%64esk/x']) {
        const { status, headers } = await browser(app).call('GET', url);
        expect([url, status]).toEqual([url, 200]);
        const script = /script-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1];
        const camera = /camera=(\S*?)(?:,|$)/.exec(String(headers['permissions-policy']))?.[1];
        if (script === "'self' 'wasm-unsafe-eval'" && camera === '(self)') widened.push(url);
        else expect([url, script, camera]).toEqual([url, "'self'", '()']);
      }
      expect(widened).toEqual([`/desk/${'n'.repeat(22)}`]);
      for (const url of ['/api/installation', '/assets/desk', '/api/desk/x']) {
        const { headers } = await browser(app).call('GET', url);
        expect([url, String(headers['content-security-policy']).includes('wasm')]).toEqual([url, false]);
      }
    });

    test('M3 no HSTS where there is no HTTPS', async () => {
      const app = await makeApp();
      const { headers } = await browser(app).call('GET', '/api/installation');
      expect(headers['strict-transport-security']).toBeUndefined();
    });
  });

  describe('M4 errors', () => {
    test('M4 have one shape, a code and a sentence', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const calls = [
        [404, await host.call('GET', '/api/nothing-here')],
        [404, await host.call('GET', '/api/raffles/not%20an%20id')],
        [404, await host.call('GET', '/api/raffles/%ZZ')],
        [404, await host.call('POST', '/api/installation')],
        [400, await host.call('POST', '/api/raffles', '{"title":')],
        [400, await host.call('POST', '/api/raffles', 'null')],
        [400, await host.call('POST', '/api/raffles', {})],
        [400, await host.call('POST', '/api/raffles', { title: 7, max_winners: [] })],
        [401, await browser(app).call('GET', '/api/raffles')],
        [409, await host.call('POST', `/api/raffles/${id}/open`)],
      ] as const;
      for (const [status, answer] of calls) {
        expect([status, answer.status, answer.text]).toEqual([status, status, answer.text]);
        expect(answer.body).toMatchObject(errorShape);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.text).not.toMatch(/received|node_modules|\.ts:|Zod|FST_|SQL/);
      }
    });

    test('M4 5xx say nothing of what is inside, and the log does', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { query } = app.parts.database;
      await query.schema.alterTable('raffles').renameColumn('title', 'headline').execute();
      const answer = await host.call('POST', '/api/raffles', { title: 'A' });
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        error: { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
      });
      expect(app.logLines.join('')).toMatch(/"level":"error".*title/);
    });
  });
});

/** Sends bytes and reads what comes back until the server hangs up. */
async function talk(app: TestApp, bytes: string): Promise<string> {
  const { port } = new URL(await listening(app));
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

const addresses = new WeakMap<TestApp, Promise<string>>();

function listening(app: TestApp): Promise<string> {
  const address = addresses.get(app) ?? app.listen();
  addresses.set(app, address);
  return address;
}
