/** R85: a raffle on other sites: who may show it, what they are given, and nothing before the reveal (R4). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { DrawAnswer, EmbedSettings, EmbedView, ResultsAnswer } from '@glassdrum/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { codeOf } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';

const SITE = 'https://club.example';
const PAGE = '<!doctype html><title>Embed</title>';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;
  let webFolder: string;
  beforeAll(async () => {
    webFolder = await mkdtemp(joinPath(tmpdir(), 'embed-page-'));
    await writeFile(joinPath(webFolder, 'embed.html'), PAGE);
    await writeFile(joinPath(webFolder, 'index.html'), '<!doctype html><head></head>');
    app = await makeApp({ webFolder });
    host = await signUp(app);
  });
  afterAll(() => rm(webFolder, { recursive: true }));

  const settingsPath = (id: string): string => `/api/raffles/${id}/embed`;
  const turnOn = async (id: string, body: object = { origins: [SITE] }): Promise<string> => {
    const answer = await host.put<EmbedSettings>(settingsPath(id), body);
    if (answer.status !== 200) throw new Error(answer.text);
    return new URL(answer.body.url ?? '').pathname.replace('/embed/', '');
  };
  const viewOf = async (key: string): Promise<EmbedView> => {
    const answer = await person(app).get<EmbedView>(`/api/embed/${key}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };

  describe('the settings', () => {
    test('R85 it is off until the host names sites, and its address stays until the host wants another (M8)', async () => {
      const { id } = await openRaffle(host);
      expect((await host.get(settingsPath(id))).body).toEqual({ url: null, origins: [] });
      const key = await turnOn(id, { origins: ['https://Club.example/', SITE] });
      expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(16);
      expect((await host.get<EmbedSettings>(settingsPath(id))).body).toEqual({
        url: expect.stringMatching(new RegExp(`/embed/${key}$`)) as string,
        origins: [SITE],
      });
      expect(await turnOn(id, { origins: [SITE, 'https://other.example'] })).toBe(key);
      const next = await turnOn(id, { origins: [SITE], renew: true });
      expect(next).not.toBe(key);
      expect((await person(app).get(`/api/embed/${key}`)).status).toBe(404);
      expect((await person(app).get(`/embed/${key}`)).status).toBe(404);
      expect((await viewOf(next)).title).toBe('Summer party');
      const stored = await app.parts.database.query.selectFrom('embeds').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(next);
      expect(app.logLines.join('\n')).not.toContain(next);

      expect((await host.remove(settingsPath(id))).status).toBe(200);
      expect((await host.remove(settingsPath(id))).status).toBe(200);
      expect((await person(app).get(`/api/embed/${next}`)).status).toBe(404);
      const log = (await host.get<{ action: string }[]>(`/api/raffles/${id}/audit`)).body;
      expect(
        log
          .map(({ action }) => action)
          .filter((action) => action.startsWith('embed'))
          .toSorted(),
      ).toEqual(['embed_changed', 'embed_link_renewed', 'embed_turned_off', 'embed_turned_on']);
    });

    test('R85 M4 a text that is no origin is refused at its line, and nothing changes', async () => {
      const { id } = await openRaffle(host);
      await turnOn(id);
      for (const origins of [[SITE, 'https://a;b.example'], ['http://club.example']]) {
        const answer = await host.put(settingsPath(id), { origins });
        expect([answer.status, codeOf(answer)]).toEqual([422, 'embed_origin_invalid']);
        expect(answer.text).toContain(`origins.${origins.length - 1}`);
      }
      for (const origins of [[], Array.from({ length: 11 }, (_, at) => `https://club-${at}.example`)]) {
        expect((await host.put(settingsPath(id), { origins })).status).toBe(400);
      }
      expect((await host.get<EmbedSettings>(settingsPath(id))).body.origins).toEqual([SITE]);
    });

    test('R85 R53 it ends when the raffle is erased', async () => {
      const { id } = await openRaffle(host);
      const key = await turnOn(id);
      expect((await host.post(`/api/raffles/${id}/erase`)).status).toBe(200);
      expect((await person(app).get(`/api/embed/${key}`)).status).toBe(404);
      expect(
        await app.parts.database.query.selectFrom('embeds').selectAll().where('raffle_id', '=', id).execute(),
      ).toEqual([]);
    });
  });

  describe('the page', () => {
    test('R85 M3 exactly the named sites may frame it, and no other page may be framed', async () => {
      const { id } = await openRaffle(host);
      const key = await turnOn(id, { origins: [SITE, 'https://other.example:8443'] });
      const page = await person(app).get(`/embed/${key}?theme=dark`);
      expect([page.status, page.text]).toEqual([200, PAGE]);
      expect(page.headers['content-security-policy']).toContain(
        'frame-ancestors https://club.example https://other.example:8443',
      );
      expect(page.headers['content-security-policy']).not.toContain("frame-ancestors 'none'");
      expect(page.headers['x-frame-options']).toBeUndefined();
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      for (const path of [`/embed/${key}x`, '/embed/', '/', `/results/${id}`, '/embed.html', '/host']) {
        const other = await person(app).get(path);
        expect([path, other.headers['x-frame-options']]).toEqual([path, 'DENY']);
        expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      }
    });

    test('R85 no cookie is read or set, nothing is cached, and other origins read nothing', async () => {
      const { id } = await openRaffle(host);
      const key = await turnOn(id);
      for (const path of [`/embed/${key}`, `/api/embed/${key}`, `/api/embed/${key}x`]) {
        const plain = await person(app).get(path);
        const withCookie = await host.call('GET', path, undefined, { origin: SITE });
        expect([path, withCookie.text]).toEqual([path, plain.text]);
        for (const { headers } of [plain, withCookie]) {
          expect(headers['set-cookie']).toBeUndefined();
          expect(headers['cache-control']).toBe('no-store');
          expect(headers['access-control-allow-origin']).toBeUndefined();
        }
      }
    });

    test('I4 H6 a draft, and an embed that is off, look like a wrong key; guesses are limited', async () => {
      const draft = await host.post<{ id: string }>('/api/raffles', { title: 'Not yet' });
      const key = await turnOn(draft.body.id);
      const unknown = await person(app).get(`/api/embed/${'k'.repeat(32)}`);
      const answer = await person(app).get(`/api/embed/${key}`);
      expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
      expect((await person(app).get(`/embed/${key}`)).status).toBe(404);
      await host.post(`/api/raffles/${draft.body.id}/open`);
      await app.clock.advance(1000);
      expect((await viewOf(key)).status).toBe('open');
      const tries = await Promise.all(
        Array.from({ length: 310 }, () => person(app).get(`/api/embed/${'w'.repeat(32)}`)),
      );
      expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
      // Who has the right key is not locked out.
      expect((await viewOf(key)).status).toBe('open');
    });
  });

  describe('what it shows', () => {
    test('R85 a raffle before its draw: status, counts, deadline, prizes, where to join, and nobody', async () => {
      const deadline = app.clock.now() + 3_600_000;
      const raffle = await openRaffle(host, { title: 'Gala', deadline_at: deadline, auto_draw: true });
      await host.put(`/api/raffles/${raffle.id}/prizes`, {
        revision: 0,
        policy: 'once',
        reveal_order: 'list',
        prizes: [
          { name: 'Bicycle', quantity: 1, sponsor_name: 'Wheels' },
          { quantity: 2, name: 'Cake' },
        ],
      });
      const key = await turnOn(raffle.id);
      await join(app, raffle.public_link, 'Wilhelmina Visible');
      await app.clock.advance(1000);
      const view = await viewOf(key);
      expect(view).toMatchObject({
        title: 'Gala',
        status: 'open',
        participant_count: 1,
        deadline_at: deadline,
        auto_draw: true,
        running: null,
        results: [],
        page: `/join/${raffle.public_link}`,
        prizes: [
          { name: 'Bicycle', quantity: 1, sponsor_name: 'Wheels' },
          { name: 'Cake', quantity: 2 },
        ],
      });
      expect(JSON.stringify(view)).not.toContain('Wilhelmina');
      await host.patch(`/api/raffles/${raffle.id}/public-join`, { allow: false });
      await app.clock.advance(1000);
      expect((await viewOf(key)).page).toBe(`/draw/${raffle.id}`);
    });

    test('R78 R14 the winners with the names that they publish, and who moved up in the place of another', async () => {
      const raffle = await openRaffle(host, { max_winners: 1, name_publications: ['initial', 'number'] });
      for (const name of ['Wilhelmina Visible', 'Bartholomew Hidden']) {
        await join(app, raffle.public_link, name);
      }
      const key = await turnOn(raffle.id);
      const { winners } = await drawToTheEnd(app, host, raffle.id);
      await app.clock.advance(1000);
      const [result] = (await viewOf(key)).results;
      const [winner] = winners;
      expect(result?.winners).toEqual([
        { prize: null, entry_number: winner?.entry_number, display_name: winner?.display_name },
      ]);
      expect(result?.winners[0]?.display_name).toMatch(/^(?:Wilhelmina V|Bartholomew H)\./);
      await host.post(`/api/raffles/${raffle.id}/pass-over`, {
        entry_number: winner?.entry_number,
        reason: 'absent',
      });
      await app.clock.advance(1000);
      const after = await viewOf(key);
      expect(after.results[0]?.winners.map((row) => row.entry_number)).toEqual([
        winner?.entry_number === 1 ? 2 : 1,
      ]);
      expect(after.page).toBe(`/results/${raffle.id}`);
    });

    test('R4 through a whole draw neither page nor answer says a winner before the reveal', async () => {
      const raffle = await openRaffle(host, { max_winners: 2 });
      const names = Array.from({ length: 6 }, (_, at) => `Entrantnumber ${'abcdef'[at]}`);
      for (const name of names) await join(app, raffle.public_link, name);
      const key = await turnOn(raffle.id);
      const received: { at: number; text: string }[] = [];
      const listen = async (): Promise<void> => {
        for (const path of [`/api/embed/${key}`, `/embed/${key}`]) {
          const answer = await person(app).get(path);
          expect(answer.status).toBe(200);
          received.push({ at: app.clock.now(), text: answer.text + JSON.stringify(answer.headers) });
        }
      };
      await listen();
      const { t0 } = (await host.post<DrawAnswer>(`/api/raffles/${raffle.id}/draw`)).body;
      const running = await eventually(app, 'the draw on the embed', async () => {
        await app.clock.advance(1000);
        return (await viewOf(key)).running;
      });
      expect(running).toMatchObject({ number: 1, starts_at: t0 });
      const results = await eventually(
        app,
        'the result',
        async () => {
          await listen();
          const answer = await person(app).get<ResultsAnswer>(`/api/raffles/${raffle.id}/results`);
          return answer.status === 200 && answer.body;
        },
        500,
      );
      const dueAt = app.clock.now();
      const early = received.filter(({ at }) => at < dueAt);
      expect(early.length).toBeGreaterThan(40);
      const secrets = [
        ...names,
        results.proof.combined_seed,
        results.proof.seed_reveal,
        ...results.winners.map((row) => row.selection_index),
      ];
      for (const secret of secrets) expect(early.some(({ text }) => text.includes(secret))).toBe(false);
      expect(early.some(({ text }) => text.includes('entry_number'))).toBe(false);
      await app.clock.advance(1000);
      expect((await viewOf(key)).results[0]?.winners.map((row) => row.display_name)).toEqual(
        results.winners.map((row) => row.display_name),
      );
    });
  });
});
