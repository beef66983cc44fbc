/** M3, H7: what browsers and proxies rely on beside the headers: cookies, encodings, the borders of requests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';

const PUBLIC = { PUBLIC_URL: 'https://raffles.example.org' };
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-encodings-'));
const TEXTS = ['index.html', 'favicon.svg', 'robots.txt', 'assets/app.js', 'assets/app.css', 'plain.json'];
mkdirSync(join(folder, 'assets'));
for (const name of TEXTS) writeFileSync(join(folder, name), name === 'plain.json' ? '{}' : 'text');
afterAll(() => rmSync(folder, { recursive: true }));

forEachDatabase((makeApp) => {
  describe('M3: cookies', () => {
    test('M3: each is for this host alone, over HTTPS only, and out of the reach of scripts', async () => {
      const app = await makeApp({ env: PUBLIC });
      const host = await newHost(app);
      const { public_link: link } = await host.openRaffle({ allow_public_join: true });
      const device = browser(app, '192.0.2.1');
      const guess = { email: host.email, password: 'not the one' };
      const answers = [
        await browser(app).call('POST', '/api/auth/login', { email: host.email, password: host.password }),
        await browser(app).call('POST', '/api/join/public', { public_link: link, display_name: 'Ann' }),
        await device.call('POST', '/api/auth/login', guess),
      ];
      const cookies = answers.map(({ headers }) => String(headers['set-cookie']));
      expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
        '__Host-glassdrum.session_token',
        '__Host-glassdrum',
        '__Host-glassdrum-device',
      ]);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/; Path=\/(?:;|$)/);
        expect(cookie).toMatch(/; Secure(?:;|$)/);
        expect(cookie).toMatch(/; HttpOnly(?:;|$)/);
        expect(cookie).toMatch(/; SameSite=(?:Strict|Lax)(?:;|$)/);
        expect(cookie).not.toMatch(/domain=/i);
      }
      // The device's id is found again under this name: no second one is given.
      expect((await device.call('POST', '/api/auth/login', guess)).headers['set-cookie']).toBeUndefined();
    });
  });

  describe('M3: encodings', () => {
    test.each([
      ...TEXTS.map((name) => (name === 'index.html' ? '/' : `/${name}`)),
      '/api/docs/',
      '/api/docs/static/logo.svg',
    ])('M3: %s names its encoding', async (url) => {
      const app = await makeApp({ webFolder: folder });
      const answer = await browser(app).call('GET', url);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^[a-z]+\/[a-z+]+; charset=utf-8$/),
      ]);
    });
  });

  describe('H7: the borders of a request', () => {
    const body = '0\r\n\r\nGET /api/installation HTTP/1.1\r\nHost: x\r\n\r\n';
    test.each([
      ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
      ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
      ['chunks in another spelling', 'Transfer-Encoding: xchunked'],
    ])('H7: %s: refused, and no second request is read', async (_, lines) => {
      const app = await makeApp();
      const head = `POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;
      const answers = (await talk(app, head + body)).match(/^HTTP\/1\.1 \d+/gm);
      expect(answers).toEqual(['HTTP/1.1 400']);
    });

    test('H7: TRACE repeats nothing', async () => {
      const app = await makeApp();
      const answer = await talk(
        app,
        'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\nConnection: close\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).not.toContain('secret=1');
    });
  });

  test('C8: a parameter that is given twice is refused, not chosen from', async () => {
    const app = await makeApp();
    const answer = await browser(app).call('GET', '/api/log/records?from=0&from=1');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_input']);
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
