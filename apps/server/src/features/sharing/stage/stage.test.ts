/** The stage over HTTP and the socket: opened by its link alone, names in full, no identity. */
import type { StageInfo } from '@glassdrum/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestHost, browser, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';
import { connect, type Watch } from '../../../../test/support/watch.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  let host: TestHost;

  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    host = await newHost(app);
  });

  async function linkOf(raffleId: string): Promise<{ url: string; key: string }> {
    const answer = await host.call('POST', `/api/raffles/${raffleId}/stage-link`);
    const { url } = answer.body as { url: string };
    return { url, key: new URL(url).searchParams.get('key') ?? '' };
  }

  async function openWithOneEntry(): Promise<{ id: string; link: string }> {
    const { id, public_link: link } = await host.openRaffle({ allow_public_join: true });
    const join = { public_link: link, display_name: 'Grace Hopper', email: 'grace@example.org' };
    const joined = await browser(app).call('POST', '/api/join/public', join);
    if (joined.status !== 201 || link === null) throw new Error(`Not joined: ${joined.text}`);
    return { id, link };
  }

  describe('the link', () => {
    test('I4 has 128 random bits or more, and stays the same, also for fifty concurrent calls', async () => {
      const { id } = await host.openRaffle();
      const links = await Promise.all(Array.from({ length: 50 }, () => linkOf(id)));
      expect(new Set(links.map(({ url }) => url)).size).toBe(1);
      const { url, key } = await linkOf(id);
      expect(url).toBe(`http://localhost:80/stage/${id}?key=${key}`);
      expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(16);
      const rows = await app.parts.database.query.selectFrom('raffles').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(key);
      expect(app.logLines.join('\n')).not.toContain(key);
    });

    test('I4 without the right key there is no stage, for any caller', async () => {
      const { id } = await openWithOneEntry();
      const stage = (who: TestHost, query: string) => who.call('GET', `/api/raffles/${id}/stage${query}`);
      expect((await stage(host, '')).status).toBe(404);
      const { key } = await linkOf(id);
      const other = await openWithOneEntry();
      const { key: otherKey } = await linkOf(other.id);
      const unknown = await host.call('GET', `/api/raffles/${'n'.repeat(22)}/stage?key=${key}`);
      for (const query of ['', '?key=', `?key=${otherKey}`, `?key=${key}x`, `?key=${'k'.repeat(200)}`]) {
        const answer = await stage(host, query);
        expect([query, answer.status, answer.text]).toEqual([query, 404, unknown.text]);
      }
      expect((await stage(host, `?key=${key}`)).status).toBe(200);
    });
  });

  test('R43 the stage shows names in full and how to join, and no other personal data', async () => {
    const { id, link } = await openWithOneEntry();
    const { key } = await linkOf(id);
    const answer = await browser(app).call('GET', `/api/raffles/${id}/stage?key=${key}`);
    const stage = answer.body as StageInfo;
    expect(stage.takenNumbers).toEqual([{ entry_number: 1, display_name: 'Grace Hopper' }]);
    expect(stage).toMatchObject({
      raffle: { id, status: 'open', entry_count: 1 },
      public_url: `http://localhost:80/join/${link}`,
      join_code_url: `http://localhost:80/j/${stage.join_code ?? ''}`,
    });
    expect(answer.text).not.toContain('grace@example.org');
    expect(Object.keys(stage).toSorted()).toEqual(
      ['join_code', 'join_code_url', 'public_url', 'raffle', 'takenNumbers'].toSorted(),
    );
    const etag = String(answer.headers['etag']);
    const again = await browser(app).call('GET', `/api/raffles/${id}/stage?key=${key}`, undefined, {
      'if-none-match': etag,
    });
    expect(again.status).toBe(304);
  });

  test('I4 with the public link off, the stage shows no way to join; a draft has no stage yet', async () => {
    const { id } = await openWithOneEntry();
    const { key } = await linkOf(id);
    await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow: false });
    const stage = (await browser(app).call('GET', `/api/raffles/${id}/stage?key=${key}`)).body as StageInfo;
    expect(stage).toMatchObject({ public_url: null, join_code: null, join_code_url: null });

    const draft = await host.draft();
    const { key: draftKey } = await linkOf(draft.id);
    expect((await browser(app).call('GET', `/api/raffles/${draft.id}/stage?key=${draftKey}`)).status).toBe(
      404,
    );
  });

  describe('the socket', () => {
    async function stageSocket(
      raffleId: string,
      stageKey: string,
      headers: Record<string, string> = {},
    ): Promise<Watch> {
      const socket = await connect(app, address, headers);
      socket.send({ type: 'join-room', data: { raffleId, stageKey } });
      return socket;
    }

    test('R43 I3 the key opens the room with names in full and without an identity, also after a resync', async () => {
      const { id, link } = await openWithOneEntry();
      const { key } = await linkOf(id);
      const entrant = await browser(app).call('POST', '/api/join/public', {
        public_link: link,
        display_name: 'Alan Turing',
      });
      const { participant_token: secret } = entrant.body as { participant_token: string };
      // Even on an entrant's own device the stage is nobody's.
      const socket = await stageSocket(id, key, { authorization: `Bearer ${secret}` });
      const { data } = await socket.next('snapshot');
      expect(data.me).toBeNull();

      for (const name of ['Ada Lovelace', 'Edsger Dijkstra']) {
        const before = socket.received.length;
        await browser(app).call('POST', '/api/join/public', { public_link: link, display_name: name });
        await app.clock.advance(300);
        const added = (): string[] =>
          socket.received
            .slice(before)
            .flatMap(({ message }) => (message.type === 'entries-added' ? message.data.entries : []))
            .map(({ display_name }) => display_name);
        await eventually(app, 'the entry', async () => added().includes(name), 100);
        // Nobody gets two in two seconds.
        await app.clock.advance(2_000);
        const resynced = socket.received.length;
        socket.send({ type: 'resync' });
        expect((await socket.next('snapshot', resynced)).data.me).toBeNull();
      }
    });

    test('I4 a wrong key is an unknown room, for the host and for entrants too', async () => {
      const { id } = await openWithOneEntry();
      const wrong = (await linkOf((await host.openRaffle()).id)).key;
      const cookie = Array.from(host.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      for (const headers of [{}, { cookie, origin: address }]) {
        for (const key of [wrong, '', 'k'.repeat(32)]) {
          const socket = await stageSocket(id, key, headers);
          expect(await socket.closed).toBe(4404);
          expect(socket.received.map(({ message }) => message.type)).toEqual(['error']);
        }
      }
    });
  });
});
