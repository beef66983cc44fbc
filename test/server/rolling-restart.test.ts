/**
 * Nodes are restarted in the middle of a draw while 300 people watch: each ends in good order within ten seconds, tells all of its
 * watchers, and nobody misses anything. What is judged is what comes to pass and in which order, which a busy machine doesn't change:
 * how long it takes to be elsewhere is judged with fewer watchers (proxies.test.ts).
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
import { factsOf, type Watcher, watchThrough } from '../support/proxied-watcher.ts';
import { isInstalled, startProxy } from '../support/proxies.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const MACHINE_TIME = { since: 0, aheadMs: 0, speed: 1 };
const WATCHERS = 300;
/** docs/several-nodes.md. */
const ENDS_WITHIN_MS = 10_000;
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

interface Ending {
  /** How long it took, ms. */
  took: number;
  /** Each answer that its health check gave meanwhile: a status. */
  health: Set<number>;
}

/** SIGTERM while a call is on its way, and the health check is asked again and again. */
async function endNode(node: Node): Promise<Ending> {
  const call = await halfCall(node.url);
  const start = performance.now();
  node.signal('SIGTERM');
  const health = await healthUntilRefused(node.url);
  expect(await call.finish()).toEqual({ status: 401, connection: 'close' });
  expect(await node.ended).toBe(0);
  return { took: performance.now() - start, health };
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

/** As a proxy asks: now and then, with a new connection each time. @returns what it was told until the port was closed */
async function healthUntilRefused(url: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  const asking = setInterval(() => {
    fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(
      ({ status }) => statuses.add(status),
      () => undefined,
    );
  }, 100);
  try {
    await vi.waitFor(() => expect(isRefused(url)).resolves.toBe(true), { timeout: 20_000, interval: 10 });
  } finally {
    clearInterval(asking);
  }
  return statuses;
}

/** What everybody must know at the end, whatever they missed meanwhile. */
const endOf = (watcher: Watcher): string => JSON.stringify(factsOf(watcher.room()));

/** The host says a line, on whichever node the proxy has it: again if that was taken for dead. */
function say(host: Caller, raffleId: string, message: string): Promise<unknown> {
  return vi.waitFor(() => host.post(`/api/raffles/${raffleId}/chat`, { raffle_id: raffleId, message }), {
    timeout: 30_000,
    interval: 1_000,
  });
}

/** Each once at most, by the node that it was at: who came back was at another one. */
function toldOnce(watchers: readonly Watcher[], before: readonly number[]): void {
  const times = watchers.map((one, index) => one.closings() - (before[index] ?? 0));
  expect(times.filter((count) => count === 1).length).toBeGreaterThan(0);
  expect(watchers.filter((_, index) => (times[index] ?? 0) > 1).map((one) => one.story())).toEqual([]);
}

/** Nobody's connection broke, nothing that was shown was taken back, and no line of the host is missing. */
function missedNothing(watchers: readonly Watcher[], lines: readonly string[]): void {
  expect(watchers.filter((one) => one.breaks() > 0).map((one) => one.story())).toEqual([]);
  expect(watchers.flatMap((one) => one.unlearned())).toEqual([]);
  for (const line of lines)
    expect([line, watchers.filter((one) => one.readAt(line) === null).map((one) => one.story())]).toEqual([
      line,
      [],
    ]);
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
    /"beacon":"[0-9a-f]{64}","seed":"[0-9a-f]{64}","winners":"\d/,
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
    const lines = nodes.flatMap((_, index) => [`While node ${index} ends`, `After node ${index}`]);
    for (const [index, node] of nodes.entries()) {
      await pause(Math.max(0, t0 + FIRST_AT_MS + APART_MS * index - Date.now()));
      const before = watchers.map((one) => one.closings());
      const [ending] = await Promise.all([endNode(node), say(host, id, `While node ${index} ends`)]);
      expect(ending.took).toBeLessThan(ENDS_WITHIN_MS);
      // The proxy could know before the port was closed.
      expect(ending.health).toContain(503);
      const startAgain = successors[index] ?? loadNode(storage, env);
      const port = Number(new URL(node.url).port);
      // Not yet there again: whoever is live is at another node.
      await allLive(watchers);
      toldOnce(watchers, before);
      nodes[index] = await startAgain(MACHINE_TIME, { watchClock: true, port });
      await say(host, id, `After node ${index}`);
    }
    await seenByAll(watchers);
    // Every connection was at a node that ended.
    expect(Math.min(...watchers.map((one) => one.connections()))).toBeGreaterThanOrEqual(2);
    await vi.waitFor(() => missedNothing(watchers, lines), { timeout: 60_000, interval: 500 });
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
  const before = watchers.map((one) => one.closings());
  expect((await endNode(node)).took).toBeLessThan(ENDS_WITHIN_MS);
  const again = await startNode(storage, env, MACHINE_TIME, { port: Number(new URL(node.url).port) });
  await allLive(watchers);
  toldOnce(watchers, before);
  for (const one of watchers) expect(one.room()?.draw?.t0).toBe(t0);
  // What a page shows follows from T0 and its idea of the server's time.
  expect(Math.max(...watchers.map((one) => Math.abs(one.now() - Date.now())))).toBeLessThan(1_000);
  await seenByAll(watchers);
  missedNothing(watchers, []);
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
