/** Cards over HTTP: no winner before the reveal is due, a real image after it, and the same one for the same content. */
import type { HostPrizes } from '@glassdrum/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawnRaffle } from '../../../../test/support/drawn.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;

  beforeAll(async () => {
    app = await makeApp();
    host = await signUp(app);
  });

  const fetch = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'GET', url, headers });
  const codeOf = (answer: { json(): unknown }): string =>
    (answer.json() as { error: { code: string } }).error.code;

  async function looksLike(bytes: Buffer): Promise<{ format: string; size: string; colours: number }> {
    const { format, width, height } = await sharp(bytes).metadata();
    const { channels } = await sharp(bytes).removeAlpha().stats();
    return {
      format: format ?? '',
      size: `${width}×${height}`,
      colours: channels.reduce((sum, { stdev }) => sum + (stdev > 5 ? 1 : 0), 0),
    };
  }

  test('R4 C3 there is no result card at any moment before the reveal, and one right after it', async () => {
    const { id, public_link: link } = await openRaffle(host, { max_winners: 2 });
    for (const name of ['Ada', 'Grace', 'Edsger']) await join(app, link, name);
    const url = `/api/raffles/${id}/card.png`;
    expect((await fetch(url)).statusCode).toBe(404);
    const { body: plan } = await host.post<{ t0: number }>(`/api/raffles/${id}/draw`);
    const card = await eventually(
      app,
      'the card',
      async () => {
        for (const headers of [{}, host.headers]) {
          const answer = await fetch(url, headers);
          if (answer.statusCode === 200) return answer;
          expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'results_not_available']);
        }
        // As long as there is no card there are no results either.
        expect((await person(app).get(`/api/raffles/${id}/results`)).status).toBe(404);
        return null;
      },
      500,
    );
    expect(app.clock.now() - plan.t0).toBeGreaterThanOrEqual(28_000);
    expect(card.headers['content-type']).toBe('image/png');
    expect(await looksLike(card.rawPayload)).toMatchObject({ format: 'png', size: '1200×630', colours: 3 });
  });

  test('R14 the card shows who holds the prizes now', async () => {
    const { id, results } = await drawnRaffle(app, host, 5, { max_winners: 1 });
    const url = `/api/raffles/${id}/card.png`;
    const before = await fetch(url);
    const passed = await host.post(`/api/raffles/${id}/pass-over`, {
      entry_number: results.winners[0]?.entry_number ?? 0,
      reason: 'absent',
    });
    expect(passed.status).toBe(200);
    const after = await fetch(url);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
    expect((await fetch(url, { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304);
  });

  test('R76 each prize has a card with its image and present holder, and no other prize has one', async () => {
    const evening = await openEvening({ app, host }, [{ name: 'Bicycle' }, { name: 'Lamp' }]);
    for (const name of ['Ada', 'Grace', 'Edsger']) await join(app, evening.link, name);
    const url = (prize: number | string): string => `/api/raffles/${evening.id}/card.png?prize=${prize}`;
    expect(codeOf(await fetch(url(1)))).toBe('results_not_available');
    const { body: drawn } = await host.get<HostPrizes>(`/api/raffles/${evening.id}/prizes`);
    const blueImage = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const set = await host.put(`/api/raffles/${evening.id}/prizes/${drawn.prizes[0]?.id}/image`, {
      image_url: `data:image/png;base64,${blueImage.toString('base64')}`,
    });
    expect(set.status).toBe(200);
    const results = await drawNext(evening);
    const [first, second] = [await fetch(url(1)), await fetch(url(2))];
    expect(await looksLike(second.rawPayload)).toMatchObject({ format: 'png', size: '1200×630' });
    expect(first.headers.etag).not.toBe(second.headers.etag);
    const blue = async ({ rawPayload }: typeof first): Promise<number[]> => [
      ...(await sharp(rawPayload)
        .extract({ left: 200, top: 300, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer()),
    ];
    expect(await blue(first)).toEqual([0, 0, 255]);
    expect(await blue(second)).not.toEqual([0, 0, 255]);
    for (const [prize, code] of [
      [3, 'not_found'],
      [0, 'invalid_input'],
      ['wine', 'invalid_input'],
    ] as const) {
      expect([prize, codeOf(await fetch(url(prize)))]).toEqual([prize, code]);
    }
    await host.post(`/api/raffles/${evening.id}/pass-over`, {
      prize: 2,
      entry_number: results.winners.find(({ prize }) => prize === 2)?.entry_number ?? 0,
      reason: 'absent',
    });
    expect((await fetch(url(2))).headers.etag).not.toBe(second.headers.etag);
    expect((await fetch(url(1))).headers.etag).toBe(first.headers.etag);
  });

  describe('the title card', () => {
    test('R10 R43 exists from the opening on, independent of who joined', async () => {
      const draft = await host.post<{ id: string }>('/api/raffles', { title: 'Draft' });
      expect((await fetch(`/api/raffles/${draft.body.id}/title-card.png`)).statusCode).toBe(404);
      const { id, public_link: link } = await openRaffle(host, { title: 'Sommerfest <&> 夏祭り 🎉' });
      const url = `/api/raffles/${id}/title-card.png`;
      const empty = await fetch(url);
      expect(await looksLike(empty.rawPayload)).toMatchObject({ format: 'png', size: '1200×630' });
      await join(app, link, 'Grace Hopper');
      expect((await fetch(url)).headers.etag).toBe(empty.headers.etag);
    });
  });
});
