/**
 * Nodes are restarted in the middle of a draw while 300 people watch: each ends in good order within ten seconds, and nobody
 * misses anything or is without a live connection for longer than promised.
 */
import { type IncomingMessage, request } from 'node:http';
import type { DrawAnswer, HostRaffle } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { type Caller, signUp, visitor } from '../../apps/server/src/demo/fill.ts';
import { brokenPromises } from '../../apps/server/test/support/checker.ts';
import { KILLABLE_CHAIN } from '../../apps/server/test/support/killable.ts';
import { loadNode, type Node, startNode } from '../../apps/server/test/support/nodes.ts';
import { makeStorage, postgresServer, type Storage } from '../../apps/server/test/support/storage.ts';
import { type Watcher, watchThrough } from '../support/proxied-watcher.ts';
import { isInstalled, startProxy } from '../support/proxies.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const MACHINE_TIME = { since: 0, aheadMs: 0, speed: 1 };
const WATCHERS = 300;
/** docs/several-nodes.md. */
const ENDS_WITHIN_MS = 10_000;
const LONGEST_GAP_MS = 5_000;
/** As nginx's configuration has it. */
const HEALTH_WITHIN_MS = 500;
/** After T0: all three within the draw. A proxy takes a node for dead for two seconds. */
const FIRST_AT_MS = 2_000;
const APART_MS = 10_000;

async function raffleAt(url: string): Promise<{ id: string; host: Caller }> {
  const host = await signUp(url, HOST);
  const { id } = await host.post<HostRaffle>('/api/raffles', { title: 'Restarted', allow_public_join: true });
  const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
  for (let n = 1; n <= 20; n += 1) {
    await visitor(url).post('/api/join/public', { public_link: link, display_name: `Guest ${n}` });
  }
  return { id, host };
}

const allLive = (watchers: readonly Watcher[]): Promise<void> =>
  vi.waitFor(() => expect(watchers.filter((one) => !one.isLive())).toHaveLength(0), {
    timeout: 60_000,
    interval: 50,
  });

interface HalfCall {
  /** Sends the rest. @returns the answer's status and what becomes of the connection */
  finish(): Promise<{ status: number | undefined; connection: string | undefined }>;
}

/** A call of which the server has the head, and not yet the body. */
async function halfCall(url: string): Promise<HalfCall> {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'nothing of the kind' });
  const call = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.once('error', reject);
  });
  answered.catch(() => undefined);
  await new Promise((resolve) => {
    call.once('continue', resolve);
    call.flushHeaders();
  });
  return {
    async finish() {
      call.end(body);
      const { statusCode: status, headers } = await answered;
      return { status, connection: headers.connection };
    },
  };
}

/** SIGTERM while a call is on its way. @returns how long it took to end */
async function endNode(node: Node): Promise<number> {
  const call = await halfCall(node.url);
  const start = performance.now();
  node.signal('SIGTERM');
  await refusesConnections(node.url);
  expect(await call.finish()).toEqual({ status: 401, connection: 'close' });
  expect(await node.ended).toBe(0);
  return performance.now() - start;
}

function isRefused(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

function refusesConnections(url: string): Promise<void> {
  return vi.waitFor(() => expect(isRefused(url)).resolves.toBe(true), {
    timeout: 10_000,
    interval: 10,
  });
}

/** Asks all nodes again and again, as the proxy does. @returns how long the slowest answer of a node that was there took, ms */
function slowestHealth(nodes: readonly Node[]): () => number {
  let slowest = 0;
  const timer = setInterval(() => {
    for (const { url } of nodes) {
      const start = performance.now();
      fetch(`${url}/api/health`).then(
        () => (slowest = Math.max(slowest, performance.now() - start)),
        () => undefined,
      );
    }
  }, 200);
  return () => {
    clearInterval(timer);
    return slowest;
  };
}

/** What everybody must know at the end, whatever they missed meanwhile. */
function endOf(watcher: Watcher): string {
  const room = watcher.room();
  return JSON.stringify({
    plan: room?.draw?.freeze_hash,
    t0: room?.draw?.t0,
    seed: room?.draw?.seed_reveal,
    beacon: room?.draw?.beacon_value,
    winners: room?.result?.winners.map((row) => row.entry_number),
  });
}

async function seenByAll(watchers: readonly Watcher[]): Promise<void> {
  await vi.waitFor(
    () => expect(watchers.filter((one) => one.wonAt() === null).map((one) => one.story())).toEqual([]),
    { timeout: 60_000, interval: 100 },
  );
  await allLive(watchers);
  await vi.waitFor(() => expect(new Set(watchers.map(endOf)).size).toBe(1), {
    timeout: 30_000,
    interval: 100,
  });
  expect(endOf(watchers[0] as Watcher)).toMatch(
    /"seed":"[0-9a-f]{64}","beacon":"[0-9a-f]{64}","winners":\[\d/,
  );
}

async function keptPromises(storage: Storage, id: string): Promise<void> {
  const database = await openDatabase(storage);
  afterAll(database.close);
  const { chain } = createTestChain(...KILLABLE_CHAIN);
  expect(await brokenPromises(database, { chain, drawn: [id] })).toEqual([]);
}

async function startRelay(): Promise<string> {
  const relay = await startTestRelay({ testChain: createTestChain(...KILLABLE_CHAIN), clock: systemClock() });
  afterAll(relay.close);
  return relay.url;
}

const runs = isInstalled('nginx') && postgresServer !== undefined;

test.runIf(runs)(
  `D4 R33: ${runs ? 'three nodes' : 'nginx or PostgreSQL is not installed here'}: all are restarted one after the other in a draw, and 300 watchers miss nothing`,
  async () => {
    const storage = await makeStorage('postgres');
    afterAll(storage.drop);
    const env = { BEACON_URLS: await startRelay(), TRUST_PROXY: 'loopback' };
    const start = () => startNode(storage, env, MACHINE_TIME, { watchClock: true });
    // The first one makes keys and tables.
    const nodes = [await start(), await start(), await start()];
    const proxy = await startProxy(
      'nginx',
      nodes.map(({ url }) => url),
    );
    const { id, host } = await raffleAt(proxy);
    const watchers = Array.from({ length: WATCHERS }, () => watchThrough(proxy, id));
    await allLive(watchers);

    const successors = nodes.map(() => loadNode(storage, env));
    const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    if (t0 === null) throw new Error('Nobody adds randomness here.');
    const ends: number[] = [];
    const slowest = slowestHealth(nodes);
    for (const [index, node] of nodes.entries()) {
      await pause(Math.max(0, t0 + FIRST_AT_MS + APART_MS * index - Date.now()));
      ends.push(await endNode(node));
      const startAgain = successors[index] ?? loadNode(storage, env);
      const port = Number(new URL(node.url).port);
      nodes[index] = await startAgain(MACHINE_TIME, { watchClock: true, port });
      await allLive(watchers);
    }
    await seenByAll(watchers);
    expect(Math.max(...ends)).toBeLessThan(ENDS_WITHIN_MS);
    // Every connection was at a node that ended.
    expect(Math.min(...watchers.map((one) => one.connections()))).toBeGreaterThanOrEqual(2);
    // On a machine so busy that a node answers later than the proxy waits, the proxy takes all nodes for dead now and then.
    const isJudged = slowest() < HEALTH_WITHIN_MS;
    const late = watchers.filter((one) => isJudged && one.longestGap() >= LONGEST_GAP_MS);
    expect(late.map((one) => one.story())).toEqual([]);
    await vi.waitFor(
      async () => {
        const { status } = await visitor(nodes[0]?.url ?? '').get<{ status: string }>(`/api/raffles/${id}`);
        expect(status).toBe('drawn');
      },
      { timeout: 60_000 },
    );
    for (const node of nodes) await endNode(node);
    await keptPromises(storage, id);
  },
);

test('D4 R33: one node: it is restarted in a draw, everybody is back, and the show goes on at the right second', async () => {
  const storage = await makeStorage('sqlite');
  afterAll(storage.drop);
  const env = { BEACON_URLS: await startRelay() };
  const node = await startNode(storage, env, MACHINE_TIME);
  const { id, host } = await raffleAt(node.url);
  const watchers = Array.from({ length: WATCHERS }, () => watchThrough(node.url, id));
  await allLive(watchers);
  const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
  if (t0 === null) throw new Error('Nobody adds randomness here.');
  await pause(Math.max(0, t0 + 5_000 - Date.now()));
  expect(await endNode(node)).toBeLessThan(ENDS_WITHIN_MS);
  const again = await startNode(storage, env, MACHINE_TIME, { port: Number(new URL(node.url).port) });
  await allLive(watchers);
  for (const one of watchers) expect(one.room()?.draw?.t0).toBe(t0);
  // What a page shows follows from T0 and its idea of the server's time.
  expect(Math.max(...watchers.map((one) => Math.abs(one.now() - Date.now())))).toBeLessThan(1_000);
  await seenByAll(watchers);
  await vi.waitFor(
    async () => {
      const { status } = await visitor(again.url).get<{ status: string }>(`/api/raffles/${id}`);
      expect(status).toBe('drawn');
    },
    { timeout: 60_000 },
  );
  await endNode(again);
  await keptPromises(storage, id);
});
