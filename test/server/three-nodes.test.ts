/**
 * Three nodes behind nginx, 600 watchers, one draw: a node is killed, another freezes, and the database is restarted.
 * Everybody ends with the same winners, and nobody sees them later than promised.
 */
import type { DrawAnswer, HostRaffle } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { signUp, visitor } from '../../apps/server/src/demo/fill.ts';
import { drawDueTimes } from '../../apps/server/src/features/draws/running/draw-clock.ts';
import { brokenPromises } from '../../apps/server/test/support/checker.ts';
import { KILLABLE_CHAIN } from '../../apps/server/test/support/killable.ts';
import { startNode } from '../../apps/server/test/support/nodes.ts';
import { makeStorage } from '../../apps/server/test/support/storage.ts';
import { findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs';
import { watchThrough } from '../support/proxied-watcher.ts';
import { isInstalled, startProxy } from '../support/proxies.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const MACHINE_TIME = { since: 0, aheadMs: 0, speed: 1 };
const WATCHERS = 600;
/** After T0, ms: the reveal is due at 28 s. */
const KILL_AT = 5_000;
const FREEZE_AT = 11_000;
const RESTART_AT = 18_000;
/** After the reveal is due. */
const PROMISED_MS = 5_000;

const runs = isInstalled('nginx') && findPostgres() !== null;

test.runIf(runs)(
  `C5 R33 D4: ${runs ? '600 watchers' : 'nginx or PostgreSQL is not installed here'}: a kill, a freeze and a restart of the database in one draw, and everybody sees the same winners in time`,
  async () => {
    // Its own server: others are not to be restarted with it.
    const postgres = await startPostgres();
    afterAll(postgres.stop);
    const local = await makeStorage('sqlite');
    afterAll(local.drop);
    const storage = { ...local, kind: 'postgres' as const, databaseUrl: postgres.url };
    const testChain = createTestChain(...KILLABLE_CHAIN);
    const relay = await startTestRelay({ testChain, clock: systemClock() });
    afterAll(relay.close);
    const env = { BEACON_URLS: relay.url, TRUST_PROXY: 'loopback' };
    const start = () => startNode(storage, env, MACHINE_TIME, { watchClock: true });
    // The first one makes keys and tables.
    const stays = await start();
    const [dies, freezes] = await Promise.all([start(), start()]);
    const proxy = await startProxy('nginx', [stays.url, dies.url, freezes.url]);

    const host = await signUp(stays.url, HOST);
    const { id } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Three nodes',
      allow_public_join: true,
    });
    const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
    for (let n = 1; n <= 20; n += 1) {
      await visitor(stays.url).post('/api/join/public', { public_link: link, display_name: `Guest ${n}` });
    }
    const watchers = Array.from({ length: WATCHERS }, () => watchThrough(proxy, id));
    const allLive = (): Promise<void> =>
      vi.waitFor(() => expect(watchers.filter((one) => !one.isLive())).toHaveLength(0), {
        timeout: 60_000,
        interval: 100,
      });
    await allLive();

    const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    if (t0 === null) throw new Error('Nobody adds randomness here.');
    const until = (afterT0: number): Promise<void> => pause(Math.max(0, t0 + afterT0 - Date.now()));
    await until(KILL_AT);
    dies.signal('SIGKILL');
    await until(FREEZE_AT);
    freezes.signal('SIGSTOP');
    await until(RESTART_AT);
    await postgres.restart();

    const waiting = () => watchers.filter((one) => one.wonAt() === null).map((one) => one.story());
    await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 60_000, interval: 100 });
    freezes.signal('SIGCONT');
    const winnersOf = (one: (typeof watchers)[number]): string =>
      JSON.stringify(one.room()?.result?.winners.map((row) => row.entry_number));
    expect(new Set(watchers.map(winnersOf)).size).toBe(1);
    const beaconAt = watchers[0]?.room()?.draw?.beacon_at ?? null;
    const { revealAt } = drawDueTimes({ t0, beacon_at: beaconAt });
    if (revealAt === null) throw new Error('A draw with winners has its beacon.');
    // The beacon was there in time, so nothing hides behind a late one.
    expect(revealAt).toBeLessThanOrEqual(t0 + 28_000);
    const times = watchers.map((one) => (one.wonAt() ?? Infinity) - revealAt);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...times)).toBeLessThan(PROMISED_MS);

    const database = await openDatabase(storage);
    afterAll(database.close);
    const completed = (): Promise<object[]> =>
      database.query.selectFrom('draws').select('id').where('completed_at', 'is not', null).execute();
    await vi.waitFor(async () => expect(await completed()).toHaveLength(1), { timeout: 30_000 });
    for (const node of [stays, freezes]) {
      node.signal('SIGTERM');
      expect(await node.ended).toBe(0);
    }
    expect(await brokenPromises(database, { chain: testChain.chain, drawn: [id] })).toEqual([]);
  },
);
