/** Pages as chats and other sites read them: what a shared link reveals, which links reveal nothing, and that it is only text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, signUp } from '../../../../test/support/people.ts';

const PLAIN = `<!doctype html><html><head>
<meta
  name="description"
  content="The product's own description."
/>
<meta property="og:title" content="The product" />
<meta property="og:image" content="/social.png" />
<meta name="twitter:card" content="summary_large_image" />
</head><body><div id="root"></div></body></html>`;

const folder = mkdtempSync(joinPath(tmpdir(), 'glassdrum-web-'));
writeFileSync(joinPath(folder, 'index.html'), PLAIN);
/** Readers of previews take no relative addresses. */
const SENT = PLAIN.replace('/social.png', 'https://raffles.example.org/social.png');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;

  beforeAll(async () => {
    app = await makeApp({ webFolder: folder, env: { PUBLIC_URL: 'https://raffles.example.org' } });
    host = await signUp(app);
  });

  const page = (url: string) => app.http.inject({ method: 'GET', url });

  /** By name or property. */
  function tagsOf(html: string): Map<string, string> {
    const metas = html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)" \/>/g);
    return new Map(Array.from(metas, ([, name = '', content = '']) => [name, content]));
  }

  test('R4 R43 a results page names its raffle before the draw, shows the card after it, and never a name', async () => {
    const { id, public_link: link } = await openRaffle(host, { title: 'Sommerfest' });
    for (const name of ['Ada Lovelace', 'Grace Hopper']) await join(app, link, name);
    const before = await page(`/results/${id}`);
    expect(before.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    const tags = tagsOf(before.body);
    expect(tags.get('og:title')).toBe('Sommerfest');
    expect(tags.get('og:url')).toBe(`https://raffles.example.org/results/${id}`);
    expect(tags.get('og:image')).toBe(`https://raffles.example.org/api/raffles/${id}/title-card.png`);
    expect(tags.get('description')).toBe(tags.get('og:description'));
    expect(before.body).not.toContain("The product's own description.");
    for (const name of ['og:title', 'og:image', 'twitter:card']) {
      expect([name, before.body.split(`"${name}"`).length - 1]).toEqual([name, 1]);
    }

    const drawn = await host.post(`/api/raffles/${id}/draw`);
    expect(drawn.status).toBe(200);
    await app.clock.advance(20_000);
    expect(tagsOf((await page(`/results/${id}`)).body).get('og:image')).toContain('/title-card.png');

    await drawToTheEnd(app, host, id);
    const after = await page(`/results/${id}`);
    expect(tagsOf(after.body).get('og:title')).toBe('Results: Sommerfest');
    expect(tagsOf(after.body).get('og:image')).toBe(`https://raffles.example.org/api/raffles/${id}/card.png`);
    for (const name of ['Ada', 'Grace']) expect(after.body).not.toContain(name);
  });

  test('C9 title and description are text, whatever they contain', async () => {
    const title = `"/><script>alert('x')</script> $& $' &amp;`;
    const { public_link: link } = await openRaffle(host, {
      title,
      description: `</head>\n"'<img onerror=x>`,
    });
    const { body } = await page(`/join/${link}`);
    expect(body).not.toMatch(/<script|<img/);
    expect(body.match(/<\/head>/g)).toHaveLength(1);
    expect(tagsOf(body).get('og:title')).toBe(
      '&quot;/&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; $&amp; $&#39; &amp;amp;',
    );
    expect(tagsOf(body).get('og:description')).toBe('&lt;/head&gt; &quot;&#39;&lt;img onerror=x&gt;');
  });

  describe('pages without a preview', () => {
    test('I4 personal links, drafts, unknown raffles and links that are off are the plain page', async () => {
      const draft = await host.post<{ id: string; public_link: string }>('/api/raffles', {
        title: 'Secret',
        allow_public_join: true,
      });
      const off = await openRaffle(host, { title: 'Secret' });
      await host.patch(`/api/raffles/${off.id}/public-join`, { allow: false });
      const invited = await host.post<{ invitees: { token: string }[] }>(`/api/raffles/${off.id}/invites`, {
        invitees: 'Ada',
      });
      await app.clock.advance(2000);
      const paths = [
        `/r/${invited.body.invitees[0]?.token ?? ''}`,
        `/results/${draft.body.id}`,
        `/join/${draft.body.public_link}`,
        `/join/${off.public_link}`,
        `/results/${'n'.repeat(22)}`,
        '/results/..%2f..%2fetc',
        '/draw/x',
        '/',
      ];
      for (const path of paths) expect([path, (await page(path)).body]).toEqual([path, SENT]);
    });

    test('a link that is switched off has no preview a second later', async () => {
      const { id, public_link: link } = await openRaffle(host, { title: 'Gone soon' });
      expect((await page(`/join/${link}`)).body).toContain('Gone soon');
      await host.patch(`/api/raffles/${id}/public-join`, { allow: false });
      await app.clock.advance(1000);
      expect((await page(`/join/${link}`)).body).toBe(SENT);
    });
  });

  test('pages are sent compressed, and not at all where the browser has them', async () => {
    const { id } = await openRaffle(host, { title: 'Small' });
    for (const url of ['/', `/results/${id}`]) {
      const { headers, rawPayload } = await app.http.inject({
        method: 'GET',
        url,
        headers: { 'accept-encoding': 'br' },
      });
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
      expect(brotliDecompressSync(rawPayload).toString()).toBe((await page(url)).body);
      const again = { 'if-none-match': String(headers.etag) };
      expect((await app.http.inject({ method: 'GET', url, headers: again })).statusCode).toBe(304);
    }
  });

  test('M3 only the overlay of a stage may be framed by others', async () => {
    const framed = async (url: string): Promise<[string | undefined, unknown]> => {
      const { headers } = await page(url);
      const policy = String(headers['content-security-policy']);
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']];
    };
    const id = 'n'.repeat(22);
    expect(await framed(`/stage/${id}?key=k&overlay=1`)).toEqual(['*', undefined]);
    expect(await framed(`/stage/${id}?overlay=1&key=k`)).toEqual(['*', undefined]);
    for (const url of [`/stage/${id}?key=k`, `/stage/${id}?overlay=10`, '/host?/stage/x?overlay=1', '/']) {
      expect([url, ...(await framed(url))]).toEqual([url, "'none'", 'DENY']);
    }
  });
});
