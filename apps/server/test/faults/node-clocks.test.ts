/** R33: a node whose clock is off draws nothing and shows nothing early, and says so. */
import type { DrawAnswer, ErrorBody, HostRaffle, InstallationInfo, Readiness } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestRelay } from '../../src/platform/beacon/test-relay.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { openDatabaseBeside } from '../../src/platform/database/database.ts';
import { nodeClocks } from '../../src/platform/database/node-clocks.ts';
import { signUp as signUpAt, visitor } from '../../src/demo/fill.ts';
import { drawDueTimes } from '../../src/features/draws/running/draw-clock.ts';
import { KILLABLE_CHAIN } from '../support/killable.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { startNode } from '../support/nodes.ts';
import { eventually, join, openRaffle, person, signUp } from '../support/people.ts';
import { makeStorage } from '../support/storage.ts';
import { watch } from '../support/watch.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
/** What a comparison may be wrong by on a busy machine. */
const TOLERANCE_MS = 400;

forEachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('nodes with other clocks than their database', () => {
    it('D6: one six seconds ahead leads nothing and shows nothing early; one and a half are corrected', async () => {
      const storage = await makeStorage(kind);
      afterAll(storage.drop);
      const relay = await startTestRelay({
        testChain: createTestChain(...KILLABLE_CHAIN),
        clock: systemClock(),
      });
      afterAll(relay.close);
      const env = { BEACON_URLS: relay.url };
      const ahead = (aheadMs: number) =>
        startNode(storage, env, { since: 0, aheadMs, speed: 1 }, { watchClock: true });
      const wrong = await ahead(6_000);
      const corrected = await ahead(1_500);

      const readyOf = async ({ url }: { url: string }): Promise<{ status: number; body: unknown }> => {
        const answer = await fetch(`${url}/api/ready`);
        return { status: answer.status, body: await answer.json() };
      };
      await vi.waitFor(
        async () => {
          expect(await readyOf(wrong)).toMatchObject({
            status: 503,
            body: { error: { message: 'The clock is off, so other nodes lead the draws.' } },
          });
        },
        { timeout: 30_000, interval: 500 },
      );
      expect(await readyOf(corrected)).toMatchObject({ status: 200, body: { checks: { clock: 'ok' } } });
      for (const { url } of [wrong, corrected]) {
        const before = Date.now();
        const { time } = await visitor(url).get<InstallationInfo>('/api/installation');
        expect(time).toBeGreaterThan(before - TOLERANCE_MS);
        expect(time).toBeLessThan(Date.now() + TOLERANCE_MS);
      }
      const beside = await openDatabaseBeside(storage);
      afterAll(() => beside.close());
      const noted = (await nodeClocks(beside, Date.now())).toSorted(
        (a, b) => (b.aheadMs ?? 0) - (a.aheadMs ?? 0),
      );
      expect(noted.map(({ mayLead }) => mayLead)).toEqual([false, true]);
      expect(Math.abs((noted[0]?.aheadMs ?? 0) - 6_000)).toBeLessThan(TOLERANCE_MS);
      expect(Math.abs((noted[1]?.aheadMs ?? 0) - 1_500)).toBeLessThan(TOLERANCE_MS);

      const host = await signUpAt(corrected.url, HOST);
      const { id } = await host.post<HostRaffle>('/api/raffles', {
        title: 'Two clocks',
        allow_public_join: true,
      });
      const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
      for (const name of ['Ann', 'Ben', 'Cy']) {
        await visitor(wrong.url).post('/api/join/public', { public_link: link, display_name: name });
      }
      const watchers = [wrong, corrected].map(({ url }) => listen(url, id));
      const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
      if (t0 === null) throw new Error('Nobody adds randomness here.');
      await vi.waitUntil(() => watchers.every((one) => one.has('draw:done')), {
        timeout: 90_000,
        interval: 50,
      });
      const draw = await beside.query.selectFrom('draws').selectAll().executeTakeFirstOrThrow();
      const { seedAt, revealAt, completeAt } = drawDueTimes(draw);
      expect(draw.seed_revealed_at).toBeGreaterThanOrEqual(seedAt);
      for (const one of watchers) {
        expect(one.firstAt('draw:seed')).toBeGreaterThan(seedAt - TOLERANCE_MS);
        expect(one.firstAt('"winners":[{')).toBeGreaterThan((revealAt ?? Infinity) - TOLERANCE_MS);
        expect(one.firstAt('draw:done')).toBeGreaterThan((completeAt ?? Infinity) - TOLERANCE_MS);
        expect(one.firstAt('draw:done')).toBeLessThan((completeAt ?? 0) + 5_000);
      }
    });
  });

  describe.runIf(kind === 'sqlite')('a single node and the beacon', () => {
    const readyOf = async (app: TestApp): Promise<Readiness> =>
      (await person(app).get<Readiness>('/api/ready')).body;
    const clockIs = (app: TestApp, state: 'ok' | 'off'): Promise<unknown> =>
      eventually(app, `the clock ${state}`, async () => (await readyOf(app)).checks.clock === state, 1_000);

    it('D6: rounds that should not exist yet prove that the clock is behind: no draw begins, and none goes on', async () => {
      const app = await makeApp({ watchClock: true });
      const host = await signUp(app);
      const first = await openRaffle(host);
      const second = await openRaffle(host);
      for (const { public_link: link } of [first, second]) await join(app, link, 'Ada');
      const timed = await openRaffle(host, { deadline_at: app.clock.now() + 90_000, auto_draw: true });
      await join(app, timed.public_link, 'Ada');
      const socket = await watch(app, await app.listen(), first.id);
      expect((await host.post(`/api/raffles/${first.id}/draw`)).status).toBe(200);
      await clockIs(app, 'ok');

      app.relay.setLate(-6_000);
      await clockIs(app, 'off');
      const refused = await host.post<ErrorBody>(`/api/raffles/${second.id}/draw`);
      expect(refused.status).toBe(503);
      expect(refused.body.error.message).toContain('The clock of the server is wrong');
      while (app.clock.now() < (timed.deadline_at ?? 0) + 60_000) await app.clock.advance(2_000);
      expect(socket.events().some(({ type }) => type === 'draw:done')).toBe(false);
      const statusOf = async (id: string): Promise<boolean> =>
        (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.draw_started;
      expect(await statusOf(timed.id)).toBe(false);
      expect(app.logLines.filter((line) => line.includes('leads no draws'))).toHaveLength(1);

      app.relay.setLate(0);
      await clockIs(app, 'ok');
      const done = async (): Promise<boolean> => socket.events().some(({ type }) => type === 'draw:done');
      await eventually(app, 'the end of the draw', done, 250);
      await eventually(app, 'the draw at the deadline', () => statusOf(timed.id), 1_000);
      expect((await host.post(`/api/raffles/${second.id}/draw`)).status).toBe(200);
    });

    it('D6: a round that is missing is named, and refuses nothing', async () => {
      const app = await makeApp({ watchClock: true });
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await join(app, link, 'Ada');
      app.relay.setLate(20_000);
      await clockIs(app, 'off');
      expect((await readyOf(app)).status).toBe('ready');
      expect(app.logLines.some((line) => line.includes('seems to be ahead'))).toBe(true);
      app.relay.setLate(0);
      expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
    });
  });
});

/** A socket in a raffle's room, and when it got what, by the machine's clock. */
function listen(url: string, raffleId: string) {
  const received: { at: number; text: string }[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.once('open', () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } })));
  socket.on('message', (data: Buffer) => received.push({ at: Date.now(), text: data.toString() }));
  afterAll(() => socket.terminate());
  const first = (part: string) => received.find(({ text }) => text.includes(part));
  return {
    has: (part: string): boolean => first(part) !== undefined,
    /** Epoch ms. */
    firstAt: (part: string): number => first(part)?.at ?? Number.NaN,
  };
}
