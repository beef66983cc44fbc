/** Pages that come with their first view: who gets which, what is stored, and that a page comes in any case. Its screens are the test's. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';

const PLAIN = '<!doctype html><html><head></head><body><div id="root"></div></body></html>';
const SCRIPT = 'paint()';
const VIEW = `<!doctype html><html><head><script>${SCRIPT}</script></head><body>
<div id="root">%view%</div>
<script type="application/json" id="first-view">%data%</script></body></html>`;
/** Shows what it was told, so that a test sees whose answers a page holds. */
const SCREENS = `
let renders = 0;
export function viewOf(url) {
  const [, page, id] = /^\\/(join|r|broken)\\/([^?]*)/.exec(url) ?? [];
  if (page === undefined) return null;
  return {
    isSecret: page === 'r',
    async render(ask, now) {
      renders += 1;
      if (page === 'broken') throw new Error('A screen broke.');
      const { raffle } = await ask(page === 'r' ? '/api/invite/' + id : '/api/join/' + id + '?numbers=none');
      const { entry } = await ask('/api/raffles/' + raffle.id + '/own-entry');
      return { html: '<p>' + (entry?.display_name ?? 'nobody') + ' $& %data% ' + renders + '</p>', data: JSON.stringify({ now }) };
    },
  };
}`;

const folder = mkdtempSync(joinPath(tmpdir(), 'glassdrum-web-'));
mkdirSync(joinPath(folder, '.server'));
writeFileSync(joinPath(folder, 'index.html'), PLAIN);
writeFileSync(joinPath(folder, '.server', 'package.json'), '{"type":"module"}');
writeFileSync(joinPath(folder, '.server', 'view.html'), VIEW);
writeFileSync(joinPath(folder, '.server', 'server-main.js'), SCREENS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;
  let link = '';

  beforeAll(async () => {
    app = await makeApp({ webFolder: folder });
    host = await signUp(app);
    link = (await openRaffle(host)).public_link;
  });

  const page = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'GET', url, headers });
  const shownBy = (html: string): string | undefined => /<p>(.*)<\/p>/.exec(html)?.[1];

  test('R7 visitors without cookies share a view for a second, which holds nobody’s entry', async () => {
    const first = await page(`/join/${link}`);
    expect(first.headers['cache-control']).toBe('no-cache');
    const number = Number(/^nobody \$& %data% (\d+)$/.exec(shownBy(first.body) ?? '')?.[1]);
    expect(shownBy((await page(`/join/${link}`)).body)).toBe(`nobody $& %data% ${number}`);
    expect(first.body).toContain(`"now":${app.clock.now()}`);
    await app.clock.advance(1000);
    expect(shownBy((await page(`/join/${link}`)).body)).toBe(`nobody $& %data% ${number + 1}`);
  });

  test('I4 R43 a page with somebody’s entry is theirs alone: never stored, and shown to nobody else', async () => {
    const ada = await join(app, link, 'Ada Lovelace');
    const cookie = `glassdrum=${ada.joined.participant_token ?? ''}`;
    const shared = await page(`/join/${link}`);
    const own = await page(`/join/${link}`, { cookie });
    expect(own.headers['cache-control']).toBe('no-store');
    expect(shownBy(own.body)).toContain('Ada Lovelace');
    for (const other of [shared, await page(`/join/${link}`)]) {
      expect(other.body).not.toContain('Lovelace');
      expect(shownBy(other.body)).toBe(shownBy(shared.body));
    }
    const wrong = await page(`/join/${link}`, { cookie: `glassdrum=${'A'.repeat(43)}` });
    expect([wrong.headers['cache-control'], shownBy(wrong.body)?.split(' ')[0]]).toEqual([
      'no-store',
      'nobody',
    ]);
  });

  test('I4 R43 no cache between may give one visitor’s page to another, or say that it has not changed', async () => {
    const grace = await join(app, link, 'Grace Hopper');
    const cookie = `glassdrum=${grace.joined.participant_token ?? ''}`;
    const shared = await page(`/join/${link}`);
    const own = await page(`/join/${link}`, { cookie });
    for (const { headers } of [shared, own]) expect(headers.vary).toBe('accept-encoding, cookie');
    const seen = String(shared.headers.etag);
    const again = await page(`/join/${link}`, { cookie, 'if-none-match': seen });
    expect([again.statusCode, shownBy(again.body)?.includes('Grace Hopper')]).toEqual([200, true]);
    const after = await page(`/join/${link}`, { 'if-none-match': String(own.headers.etag) });
    expect([after.statusCode, after.body.includes('Hopper')]).toEqual([200, false]);
  });

  test('I4 a page at a secret address is stored nowhere, with or without cookies', async () => {
    const raffle = await openRaffle(host);
    await host.post(`/api/raffles/${raffle.id}/invites`, { invitees: 'Grace Hopper' });
    const [invite] = (await host.get<{ token: string }[]>(`/api/raffles/${raffle.id}/invites`)).body;
    const url = `/r/${invite?.token}`;
    const [one, other] = [await page(url), await page(url)];
    expect(one.headers['cache-control']).toBe('no-store');
    expect(shownBy(one.body)).toBeDefined();
    expect(shownBy(other.body)).not.toBe(shownBy(one.body));
  });

  test('C10 behind a proxy nobody is shown the view of another address of the installation', async () => {
    const proxied = await makeApp({ webFolder: folder, env: { TRUST_PROXY: '10.0.0.1' } });
    const url = `/join/${(await openRaffle(await signUp(proxied))).public_link}`;
    const through = async (address: string) =>
      shownBy(
        (
          await proxied.http.inject({
            method: 'GET',
            url,
            remoteAddress: '10.0.0.1',
            headers: { 'x-forwarded-host': address },
          })
        ).body,
      );
    const first = await through('one.example.org');
    expect(first).toBeDefined();
    expect(await through('one.example.org')).toBe(first);
    expect(await through('other.example.org')).not.toBe(first);
  });

  test('M3 the policy names the one script of these pages by its hash, and no other page’s policy has one', async () => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const policyOf = async (url: string) => String((await page(url)).headers['content-security-policy']);
    expect(await policyOf(`/join/${link}`)).toContain(`script-src 'self' 'sha256-${hash}';`);
    for (const url of ['/verify', '/join/unknown', '/broken/x']) {
      expect(await policyOf(url)).toContain("script-src 'self';");
    }
  });

  test('the plain page serves where a view breaks or a link leads nowhere, and only the first is reported', async () => {
    const broken = await page('/broken/x');
    expect([broken.statusCode, broken.body]).toEqual([200, PLAIN]);
    expect(
      app.logLines.some((line) => line.includes('no first view') && line.includes('A screen broke.')),
    ).toBe(true);
    const before = app.logLines.filter((line) => line.includes('no first view')).length;
    expect((await page('/join/abcdefghijklmnopqrstuv')).body).toBe(PLAIN);
    expect(app.logLines.filter((line) => line.includes('no first view'))).toHaveLength(before);
    expect((await page('/verify')).body).toBe(PLAIN);
  });

  test('H12 a view’s calls count as its visitor’s own', async () => {
    const wrong = (number: number): string => `/join/wrongwrongwrong${1000 + number}`;
    // In the time of the test's clock that each may be rendered in.
    for (let part = 0; part < 4; part += 1) {
      const answers = await Promise.all(
        Array.from({ length: 90 }, (_, number) => page(wrong(90 * part + number))),
      );
      expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([PLAIN]));
      await app.clock.advance(1000);
    }
    expect((await person(app).get(`/api${wrong(0)}`)).status).toBe(429);
  });

  test('more than a server should render in a second come as plain pages', async () => {
    await app.clock.advance(2000);
    const cookie = `glassdrum=${'B'.repeat(43)}`;
    const answers = await Promise.all(Array.from({ length: 120 }, () => page(`/join/${link}`, { cookie })));
    const plain = answers.filter(({ body }) => shownBy(body) === undefined).length;
    expect(plain).toBe(20);
    await app.clock.advance(1000);
    expect(shownBy((await page(`/join/${link}`, { cookie })).body)).toBeDefined();
  });

  test('what renders views is not for browsers', async () => {
    for (const path of ['/.server/server-main.js', '/.server/view.html']) {
      expect((await page(path)).body).not.toContain('viewOf');
      expect((await page(path)).body).not.toContain('%view%');
    }
  });
});
