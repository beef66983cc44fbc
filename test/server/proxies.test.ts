/**
 * A node freezes behind each of the proxies that the documentation configures: those who watch it are elsewhere within five
 * seconds in a draw and ten outside of one, and calls are answered. Server and page's live client together, so outside of
 * both apps.
 */
import type { DrawAnswer, HostRaffle } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { type Caller, signUp, visitor } from '../../apps/server/src/demo/fill.ts';
import { KILLABLE_CHAIN } from '../../apps/server/test/support/killable.ts';
import { startNode } from '../../apps/server/test/support/nodes.ts';
import { makeStorage, postgresServer } from '../../apps/server/test/support/storage.ts';
import { type Watcher, watchThrough } from '../support/proxied-watcher.ts';
import { isInstalled, startProxy } from '../support/proxies.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const MACHINE_TIME = { since: 0, aheadMs: 0, speed: 1 };
/** In turn over three nodes, so that each has its share. */
const WATCHERS = 12;
const IN_DRAW_MS = 5_000;
const OUTSIDE_MS = 10_000;

/** The host says a line on a node that works; how long it takes from now until each watcher has it. */
async function timesOfLine(
  host: Caller,
  raffleId: string,
  watchers: readonly Watcher[],
  text: string,
): Promise<number[]> {
  const start = Date.now();
  await host.post(`/api/raffles/${raffleId}/chat`, { raffle_id: raffleId, message: text });
  return Promise.all(
    watchers.map(async (one) => {
      const at = await vi.waitUntil(() => one.readAt(text), { timeout: 60_000, interval: 10 });
      return at - start;
    }),
  );
}

/** @returns the slowest */
async function slowestRead(url: string, calls: number): Promise<number> {
  const times = await Promise.all(
    Array.from({ length: calls }, async () => {
      const start = Date.now();
      expect((await fetch(url)).status).toBe(200);
      return Date.now() - start;
    }),
  );
  return Math.max(...times);
}

const total = (watchers: readonly Watcher[]): number =>
  watchers.reduce((sum, one) => sum + one.connections(), 0);

describe.each(['nginx', 'caddy'] as const)('behind %s', (kind) => {
  const runs = postgresServer !== undefined && isInstalled(kind);
  const title = runs ? 'with its documented configuration' : `${kind} or PostgreSQL is not installed here`;
  test.runIf(runs)(`D4: ${title}: a frozen node is left in time, outside of a draw and in one`, async () => {
    const storage = await makeStorage('postgres');
    afterAll(storage.drop);
    const relay = await startTestRelay({
      testChain: createTestChain(...KILLABLE_CHAIN),
      clock: systemClock(),
    });
    afterAll(relay.close);
    const env = { BEACON_URLS: relay.url, TRUST_PROXY: 'loopback' };
    const start = () => startNode(storage, env, MACHINE_TIME, { watchClock: true });
    // The first one makes keys and tables.
    const stays = await start();
    const [first, second] = await Promise.all([start(), start()]);
    const proxy = await startProxy(kind, [stays.url, first.url, second.url]);

    const host = await signUp(stays.url, HOST);
    const { id } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Behind a proxy',
      allow_public_join: true,
    });
    const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
    for (const name of ['Ann', 'Ben', 'Cy']) {
      await visitor(stays.url).post('/api/join/public', { public_link: link, display_name: name });
    }
    const watchers = Array.from({ length: WATCHERS }, () => watchThrough(proxy, id));
    const allLive = (): Promise<void> =>
      vi.waitFor(() => expect(watchers.every((one) => one.isLive())).toBe(true), { timeout: 30_000 });
    await allLive();
    const before = total(watchers);

    first.signal('SIGSTOP');
    const outside = await timesOfLine(host, id, watchers, 'Outside of a draw');
    expect(Math.max(...outside)).toBeLessThan(OUTSIDE_MS);
    expect(total(watchers)).toBeGreaterThan(before);
    expect(await slowestRead(`${proxy}/api/raffles/${id}`, 9)).toBeLessThan(OUTSIDE_MS);
    first.signal('SIGCONT');
    // The watchers are spread over two nodes now, whichever of the three they reach next.
    await allLive();

    const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    await vi.waitFor(() => watchers.forEach((one) => expect(one.room()?.draw?.t0).toBe(t0)), {
      timeout: 30_000,
    });
    const inDraw = total(watchers);
    second.signal('SIGSTOP');
    const during = await timesOfLine(host, id, watchers, 'In a draw');
    expect(Math.max(...during)).toBeLessThan(IN_DRAW_MS);
    expect(total(watchers)).toBeGreaterThan(inDraw);
    await vi.waitFor(
      () => {
        const lists = watchers.map((one) => one.room()?.result?.winners.map((row) => row.entry_number));
        expect(lists[0]).toHaveLength(3);
        for (const list of lists) expect(list).toEqual(lists[0]);
      },
      { timeout: 60_000, interval: 50 },
    );
  });
});
