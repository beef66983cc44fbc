/**
 * Sticky sessions are not needed: a whole evening on three nodes, from signing up to the claim, in which every call and every
 * live connection goes to another node than the one before.
 */
import type { ErrorBody, OwnClaimsAnswer } from '@glassdrum/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { brokenPromises } from '../support/checker.ts';
import { drawNext, openEvening } from '../support/evening.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, join, type Person, signInAgain, signUp } from '../support/people.ts';
import { type Watch, watch } from '../support/watch.ts';

/** Nodes as one: each call goes to the next. */
function inTurn(nodes: readonly TestApp[]): { app: TestApp; calls: number[]; next(): TestApp } {
  const [first] = nodes;
  if (first === undefined) throw new Error('There are no nodes.');
  const calls = nodes.map(() => 0);
  let turn = 0;
  const next = (): TestApp => {
    turn = (turn + 1) % nodes.length;
    calls[turn] = (calls[turn] ?? 0) + 1;
    return nodes[turn] ?? first;
  };
  const http = new Proxy(first.http, {
    get: (target, name) => (name === 'inject' ? next().http.inject : (Reflect.get(target, name) as unknown)),
  });
  return { app: { ...first, http }, calls, next };
}

forEachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('three nodes on one database', () => {
    it('C5 R40: sign-in, upload, joining, chat, draw and claim, each call and each connection on another node', async () => {
      const one = await makeApp();
      const shared = { storage: one.storage, clock: one.clock };
      const nodes = [one, await makeApp(shared), await makeApp(shared)];
      const { app, calls, next } = inTurn(nodes);
      const addresses = new Map<TestApp, string>();
      for (const node of nodes) addresses.set(node, await node.listen());

      await signUp(app);
      const host = await signInAgain(app);
      const { id, link } = await openEvening({ app, host }, [{ name: 'Basket', claim_window: 600 }]);
      const watchNext = (headers: Record<string, string>) => {
        const node = next();
        return watch(node, addresses.get(node) ?? '', id, headers);
      };
      const guests: Person[] = [];
      for (let number = 1; number <= 6; number += 1) guests.push(await join(app, link, `Guest ${number}`));
      const [ada] = guests;
      if (ada === undefined) throw new Error('Nobody joined.');

      const watchers: Watch[] = [];
      /** Everybody's connection breaks, and the next one is to another node. */
      const reconnect = async (): Promise<void> => {
        for (const watcher of watchers.splice(0)) watcher.close();
        for (const { headers } of guests) {
          const watcher = await watchNext(headers);
          expect(watcher.snapshot).toMatchObject({ raffle: { id }, me: { inviteeId: expect.any(String) } });
          watchers.push(watcher);
        }
      };
      const reads = (text: string): Promise<unknown> =>
        Promise.all(
          watchers.map((watcher) =>
            eventually(
              one,
              text,
              async () => watcher.received.some((received) => received.text.includes(text)),
              50,
            ),
          ),
        );

      await reconnect();
      const image = await uploadedImage(app, ada, id);
      const line = { raffle_id: id, message: 'Look what I baked', image_url: image };
      const said = await ada.post<ErrorBody>(`/api/raffles/${id}/chat`, line);
      expect([said.status, said.text]).toEqual([201, expect.any(String)]);
      await reads('Look what I baked');
      const shown = await Promise.all([1, 2, 3].map(() => host.get(image)));
      expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);

      await reconnect();
      const { winners } = await drawNext({ app, host, id });
      const winner = winners[0]?.entry_number ?? 0;
      await reconnect();
      for (const { headers } of guests) {
        const { snapshot, close } = await watchNext(headers);
        close();
        expect(snapshot.result?.winners.map((row) => row.entry_number)).toEqual([winner]);
      }
      const lucky = guests[winner - 1];
      const claim = { prize: 1, entry_number: winner };
      const claimed = await lucky?.post<OwnClaimsAnswer & ErrorBody>(`/api/raffles/${id}/me/claims`, claim);
      expect([claimed?.status, claimed?.text]).toEqual([200, expect.stringContaining('claimed')]);
      expect((await host.get<{ text: string }>(`/api/raffles/${id}/claims`)).text).toContain('claimed');
      expect((await host.post('/api/auth/logout')).status).toBeLessThan(300);
      for (let node = 0; node < 3; node += 1) expect((await host.get('/api/auth/me')).status).toBe(401);

      expect(Math.min(...calls)).toBeGreaterThan(15);
      expect(Math.max(...calls) - Math.min(...calls)).toBeLessThanOrEqual(1);
      expect(await brokenPromises(one.parts.database, { chain: one.testChain.chain, drawn: [id] })).toEqual(
        [],
      );
    });
  });
});

/** Three calls on three nodes. @returns its path */
async function uploadedImage(app: TestApp, person: Person, raffleId: string): Promise<string> {
  const asked = await person.post<{ uploadURL: string }>('/api/objects/upload', { raffle_id: raffleId });
  const { uploadURL } = asked.body;
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer();
  const put = await app.http.inject({
    method: 'PUT',
    url: uploadURL.slice(uploadURL.indexOf('/api/')),
    headers: { 'content-type': 'image/png' },
    payload: bytes,
  });
  expect([put.statusCode, put.body]).toEqual([200, expect.any(String)]);
  const made = await person.post<{ objectPath: string }>('/api/chat-images', { imageURL: uploadURL });
  expect([made.status, made.text]).toEqual([200, expect.any(String)]);
  return made.body.objectPath;
}
