/** Pages as chats and other sites read them: what a shared link reveals, which links reveal nothing, and that it is only text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { drawNext, drawsOf, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, signUp } from '../../../../test/support/people.ts';

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
    for (const name of ['Lovelace', 'Hopper']) expect(after.body).not.toContain(name);
  });

  test('R4 R69 of several draws a preview says truthfully which one runs, shows earlier results, and never the running one', async () => {
    const { id, link } = await openEvening(
      { app, host },
      [{ name: 'Wine' }, { name: 'Cake', draw: 2 }, { name: 'Piano', draw: 3 }],
      { draws: [{ name: 'Dinner' }, { name: null }, { name: 'Midnight' }] },
    );
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra']) await join(app, link, name);
    const results = `/results/${id}`;
    const previewOf = async (url = results) => {
      const { body } = await page(url);
      for (const name of ['Lovelace', 'Hopper', 'Dijkstra']) expect(body).not.toContain(name);
      const tags = tagsOf(body);
      return [tags.get('og:title'), tags.get('og:description'), tags.get('og:image')?.split(id)[1]];
    };
    expect(await previewOf()).toEqual([
      'Gala',
      'Draw 1 of 3, “Dinner”, is next. No draw has happened yet.',
      '/title-card.png',
    ]);
    const first = await drawNext({ app, host, id });
    const card = `/card.png?draw_id=${first.draw_id}`;
    await app.clock.advance(1000);
    expect(await previewOf()).toEqual([
      'Results so far: Gala',
      'Draw 2 of 3 is next. The results so far are public.',
      card,
    ]);

    const { body: started } = await host.post<{ draw_id: string }>(`/api/raffles/${id}/draw`);
    const running = [
      'Results so far: Gala',
      'Draw 2 of 3 is running. The results of the draws before it are public.',
      card,
    ];
    // A preview is as old as a second.
    await app.clock.advance(1000);
    const isPublic = async (): Promise<boolean> =>
      (await page(`/api/raffles/${id}/results?draw_id=${started.draw_id}`)).statusCode === 200;
    const images = new Set<string>();
    let looks = 0;
    await eventually(
      app,
      'the result of the second draw',
      async () => {
        if (await isPublic()) return true;
        const looked = [
          await previewOf(),
          // Nor does a link to the running draw itself.
          await previewOf(`${results}?draw=${started.draw_id}`),
          (await page(`/api/raffles/${id}/card.png?draw_id=${started.draw_id}`)).statusCode,
        ];
        const image = String((await page(`/api/raffles/${id}/card.png`)).headers.etag);
        // The result may have become public while these were read, one after the other.
        if (await isPublic()) return true;
        looks += 1;
        expect(looked).toEqual([running, running, 404]);
        images.add(image);
        return false;
      },
      1000,
    );
    expect(looks).toBeGreaterThan(10);
    expect(images.size).toBe(1);
    await eventually(app, 'its end', async () => (await drawsOf({ app, id }))[1]?.state === 'drawn', 500);

    await host.post(`/api/raffles/${id}/draws/3/skip`, { reason: 'It is late & the piano is locked' });
    await app.clock.advance(1000);
    expect(await previewOf()).toEqual([
      'Results: Gala',
      'All draws are over. See who won, and check each of them on your own device. Draw 3 of 3, “Midnight”, was skipped: It is late &amp; the piano is locked',
      `/card.png?draw_id=${started.draw_id}`,
    ]);
    const ofFirst = await page(`${results}?draw=${first.draw_id}&utm_source=chat`);
    expect(tagsOf(ofFirst.body).get('og:title')).toBe('Results: Gala, Dinner');
    expect(tagsOf(ofFirst.body).get('og:url')).toBe(
      `https://raffles.example.org${results}?draw=${first.draw_id}`,
    );
    const foreign = await page(`${results}?draw=${'n'.repeat(22)}`);
    expect(tagsOf(foreign.body).get('og:url')).toBe(`https://raffles.example.org${results}`);
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
