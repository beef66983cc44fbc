/**
 * Three nodes behind nginx: 10,000 watchers through a whole draw, beside one node without a proxy in the same run. How much
 * later the last watcher has each step of the draw than the first, what is lost, and what it costs. PostgreSQL, nodes, nginx with
 * its documented configuration and four processes of watchers share the machine.
 *
 * WATCHERS in the environment makes it smaller.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrawAnswer, HostRaffle } from '@glassdrum/contract';
import { signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { startRelay } from '../e2e/support/relay.ts';
import { answer, cpuOf, end, killChildren, request, start } from './children.ts';
import { report } from './measure.ts';
import { hasNginx, startNginx } from './nginx.ts';
import type { Arrivals } from './several-nodes-client.ts';
import type { NodeFacts } from './several-nodes-server.ts';

const WATCHERS = Number(process.env['WATCHERS'] ?? 10_000);
const CLIENTS = 4;
const ENTRANTS = 100;
/** From T0 until everything has been said. */
const SHOW_MS = 45_000;
const EVENTS = ['draw:starting', 'draw:seed', 'draw:beacon', 'draw:frame reveal', 'draw:done'];

interface Figures {
  /** By event, ms. */
  spread: Map<string, number>;
  missing: number;
  lost: number;
  cpuMs: number;
  proxyCpuMs: number;
  bytesEach: number;
}

async function measure(nodeCount: number, isProxied: boolean): Promise<Figures> {
  const storage = await makeStorage('postgres');
  const relay = await startRelay();
  const args = [storage.dataDir, storage.databaseUrl ?? '', relay.url];
  const nodes: ChildProcess[] = [];
  const urls: string[] = [];
  try {
    // One after the other: the first makes keys and tables.
    for (let i = 0; i < nodeCount; i += 1) {
      const node = start('several-nodes-server.ts', ...args);
      nodes.push(node);
      urls.push(`http://127.0.0.1:${(await answer<{ port: number }>(node)).port}`);
    }
    const proxy = isProxied ? await startNginx(urls, 4 * WATCHERS) : null;
    const url = proxy?.url ?? urls[0] ?? '';
    try {
      const host = await signUp(url, {
        name: 'Hanna Host',
        email: 'hanna@example.org',
        password: 'a long enough passphrase',
      });
      const made = await host.post<HostRaffle>('/api/raffles', {
        title: 'Measured',
        allow_public_join: true,
      });
      const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
      for (let n = 1; n <= ENTRANTS; n += 1) {
        await visitor(url).post('/api/join/public', { public_link: link, display_name: `Guest ${n}` });
      }
      const facts = (): Promise<NodeFacts[]> =>
        Promise.all(nodes.map((node) => request<NodeFacts>(node, { facts: true })));
      const idle = await facts();
      const clients = Array.from({ length: CLIENTS }, (_, i) =>
        start('several-nodes-client.ts', new URL(url).port, id, `127.0.0.${i + 2}`),
      );
      await Promise.all(clients.map((client) => answer(client)));
      await Promise.all(clients.map((client) => request(client, { open: WATCHERS / CLIENTS })));
      const watched = await facts();
      const proxyBefore = cpuOf(proxy?.pid);
      const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, {});
      if (t0 === null) throw new Error('This raffle asks devices for no randomness.');
      await pause(t0 + SHOW_MS - Date.now());
      const arrivals = await Promise.all(
        clients.map((client) => request<Arrivals>(client, { frames: true })),
      );
      const after = await facts();
      const proxyCpuMs = cpuOf(proxy?.pid) - proxyBefore;
      for (const client of clients) await end(client);
      const memory = (list: readonly NodeFacts[]): number => list.reduce((sum, one) => sum + one.memory, 0);
      const cpu = (list: readonly NodeFacts[]): number => list.reduce((sum, one) => sum + one.cpuMs, 0);
      return {
        ...together(arrivals),
        cpuMs: cpu(after) - cpu(watched),
        proxyCpuMs,
        bytesEach: (memory(watched) - memory(idle)) / WATCHERS,
      };
    } finally {
      await proxy?.stop();
    }
  } finally {
    for (const node of nodes) if (node.connected) await end(node);
    await relay.stop();
    await storage.drop();
  }
}

function together(arrivals: readonly Arrivals[]): Pick<Figures, 'spread' | 'missing' | 'lost'> {
  const spread = new Map<string, number>();
  let missing = 0;
  for (const name of EVENTS) {
    const found = arrivals.flatMap(({ events }) => events[name] ?? []);
    missing += WATCHERS - found.reduce((sum, { count }) => sum + count, 0);
    if (found.length === 0) continue;
    spread.set(
      name,
      Math.max(...found.map(({ last }) => last)) - Math.min(...found.map(({ first }) => first)),
    );
  }
  return { spread, missing, lost: arrivals.reduce((sum, one) => sum + one.lost, 0) };
}

function reportFigures(name: string, figures: Figures): void {
  const each = [...figures.spread]
    .map(([event, ms]) => `${event.replace('draw:', '')} ${ms.toFixed(0)} ms`)
    .join(', ');
  report(`last watcher after the first, ${name}`, Math.max(...figures.spread.values()), 'ms', each);
  report(
    `steps that did not arrive, ${name}`,
    figures.missing,
    'frames',
    `of ${(EVENTS.length * WATCHERS).toLocaleString('en')}`,
  );
  report(
    `connections that were lost, ${name}`,
    figures.lost,
    'sockets',
    `of ${WATCHERS.toLocaleString('en')}`,
  );
  report(
    `processor time of a draw, ${name}`,
    figures.cpuMs,
    'ms',
    figures.proxyCpuMs > 0 ? `all nodes; the proxy's ${figures.proxyCpuMs.toFixed(0)} ms` : 'the node',
  );
  report(`memory a watcher, ${name}`, figures.bytesEach / 1000, 'kB', 'of the nodes, all threads');
}

if (postgresServer === undefined || !hasNginx()) {
  console.error('This measurement needs PostgreSQL and nginx.');
  process.exit(1);
}
try {
  const alone = await measure(1, false);
  const behind = await measure(3, true);
  reportFigures('one node', alone);
  reportFigures('three nodes behind nginx', behind);
  const latest = ({ spread }: Figures): number => Math.max(...spread.values());
  report(
    'three nodes behind nginx to one node',
    latest(behind) / latest(alone),
    '×',
    'last watcher after the first',
  );
} finally {
  killChildren();
}
