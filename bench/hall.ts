/**
 * A large hall through a whole draw: how much later the last watcher has each step than the first, what is lost, and what it
 * costs; and the same watchers at servers that are nothing but a loop. Nodes, proxy and watchers share the machine.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { DrawAnswer, HostRaffle } from '@glassdrum/contract';
import { signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { makeStorage } from '../apps/server/test/support/storage.ts';
import { startRelay } from '../e2e/support/relay.ts';
import { answer, cpuOf, end, request, start } from './children.ts';
import type { Arrivals } from './hall-client.ts';
import type { NodeFacts } from './hall-node.ts';
import { report } from './measure.ts';
import { startNginx } from './nginx.ts';

export interface Hall {
  watchers: number;
  /** One is asked directly, three behind nginx with its documented configuration. */
  nodes: 1 | 3;
  /** Several nodes share a PostgreSQL database. */
  database: 'sqlite' | 'postgres';
}

export interface Figures {
  hall: Hall;
  /** From the first watcher's to the last one's, by event, ms. */
  spread: Map<string, number>;
  /** Steps that did not arrive, and connections that were lost. */
  missing: number;
  lost: number;
  /** Processor time from the last snapshot to the end, ms. */
  cpuMs: { nodes: number; proxy: number; watchers: number };
  /** Of the nodes' memory, all threads. */
  bytesEach: number;
  /** What a watcher was sent until it was there, and then until the end. */
  sentEach: { joining: number; watching: number };
  /** Transactions of the database from the last snapshot to the end; 0 where none is asked. */
  transactions: number;
}

const CLIENTS = 4;
const ENTRANTS = 100;
/** From T0 until everything has been said. */
const SHOW_MS = 45_000;
const EVENTS = [
  'draw:starting',
  'draw:seed',
  ...['warmup', 'main', 'slowdown', 'pause'].map((step) => `draw:frame ${step}`),
  'draw:beacon',
  ...['runup', 'reveal'].map((step) => `draw:frame ${step}`),
  'draw:done',
];
/** The loop's: as many as a draw has, and as far apart that each is over. */
const BARE_EVENTS = EVENTS.map((_, n) => `draw:bare-${'abcdefghij'.charAt(n)}`);
const BARE_EVERY_MS = 2_000;
/** So that watchers' arrival, and what is said about it, is over. */
const SETTLE_MS = 5_000;

interface Stage {
  hall: Hall;
  nodes: ChildProcess[];
  urls: string[];
  databaseUrl?: string;
}

/** A whole draw of the product. */
export async function measureDraw(hall: Hall): Promise<Figures> {
  const storage = await makeStorage(hall.database);
  const relay = await startRelay();
  const stage: Stage = { hall, nodes: [], urls: [] };
  try {
    const { dataDir, databaseUrl } = storage;
    if (databaseUrl !== undefined) stage.databaseUrl = databaseUrl;
    // One after the other: the first makes keys and tables.
    for (let n = 0; n < hall.nodes; n += 1) {
      await addNode(
        stage,
        'hall-node.ts',
        dataDir,
        relay.url,
        ...(databaseUrl === undefined ? [] : [databaseUrl]),
      );
    }
    return await atStage(stage, EVENTS, async (url) => {
      const { host, id } = await openRaffle(url);
      return {
        raffleId: id,
        async play() {
          const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, {});
          if (t0 === null) throw new Error('This raffle asks devices for no randomness.');
          await pause(t0 + SHOW_MS - Date.now());
        },
      };
    });
  } finally {
    await endNodes(stage);
    await relay.stop();
    await storage.drop();
  }
}

/** As many messages of a bare loop. */
export async function measureLoop(hall: Hall): Promise<Figures> {
  const stage: Stage = { hall, nodes: [], urls: [] };
  try {
    for (let n = 0; n < hall.nodes; n += 1) await addNode(stage, 'hall-bare.ts');
    return await atStage(stage, BARE_EVENTS, async () => ({
      raffleId: 'measured-raffle-0001',
      async play() {
        for (const say of BARE_EVENTS) {
          await Promise.all(stage.nodes.map((node) => request(node, { say })));
          await pause(BARE_EVERY_MS);
        }
      },
    }));
  } finally {
    await endNodes(stage);
  }
}

async function addNode({ nodes, urls }: Stage, file: string, ...args: string[]): Promise<void> {
  const node = start(file, ...args);
  nodes.push(node);
  urls.push(`http://127.0.0.1:${(await answer<{ port: number }>(node)).port}`);
}

async function endNodes({ nodes }: Stage): Promise<void> {
  for (const node of nodes) if (node.connected) await end(node);
}

async function openRaffle(url: string) {
  const account = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
  const host = await signUp(url, account);
  const made = await host.post<HostRaffle>('/api/raffles', { title: 'Measured', allow_public_join: true });
  const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
  for (let n = 1; n <= ENTRANTS; n += 1) {
    await visitor(url).post('/api/join/public', { public_link: link, display_name: `Guest ${n}` });
  }
  return { host, id };
}

interface Play {
  raffleId: string;
  /** Until everything has been said. */
  play(): Promise<void>;
}

async function atStage(
  { hall, nodes, urls, databaseUrl }: Stage,
  events: readonly string[],
  prepare: (url: string) => Promise<Play>,
): Promise<Figures> {
  const proxy = hall.nodes === 1 ? null : await startNginx(urls, hall.watchers);
  try {
    const url = proxy?.url ?? urls[0] ?? '';
    const { raffleId, play } = await prepare(url);
    const facts = (): Promise<NodeFacts[]> =>
      Promise.all(nodes.map((node) => request<NodeFacts>(node, { facts: true })));
    const idle = await facts();
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      start('hall-client.ts', new URL(url).port, raffleId, `127.0.0.${n + 2}`),
    );
    await Promise.all(clients.map((client) => answer(client)));
    await Promise.all(clients.map((client) => request(client, { open: hall.watchers / CLIENTS })));
    await pause(SETTLE_MS);
    const watched = await facts();
    const transactionsBefore = await transactionsOf(databaseUrl);
    const proxyBefore = cpuOf(proxy?.pid);
    await play();
    const arrivals = await Promise.all(clients.map((client) => request<Arrivals>(client, { frames: true })));
    const after = await facts();
    const transactions = (await transactionsOf(databaseUrl)) - transactionsBefore;
    const sent = (part: keyof Arrivals['bytes']): number =>
      arrivals.reduce((sum, { bytes }) => sum + bytes[part], 0) / hall.watchers;
    const proxyMs = cpuOf(proxy?.pid) - proxyBefore;
    for (const client of clients) await end(client);
    const memory = (list: readonly NodeFacts[]): number => list.reduce((sum, one) => sum + one.memory, 0);
    const cpu = (list: readonly NodeFacts[]): number => list.reduce((sum, one) => sum + one.cpuMs, 0);
    return {
      hall,
      ...together(arrivals, events, hall.watchers),
      cpuMs: {
        nodes: cpu(after) - cpu(watched),
        proxy: proxyMs,
        watchers: arrivals.reduce((sum, one) => sum + one.cpuMs, 0),
      },
      bytesEach: (memory(watched) - memory(idle)) / hall.watchers,
      sentEach: { joining: sent('joining'), watching: sent('watching') },
      transactions,
    };
  } finally {
    await proxy?.stop();
  }
}

/** So far. Its processes tell once in a while. */
async function transactionsOf(databaseUrl: string | undefined): Promise<number> {
  if (databaseUrl === undefined) return 0;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.count);
}

function together(
  arrivals: readonly Arrivals[],
  events: readonly string[],
  watchers: number,
): Pick<Figures, 'spread' | 'missing' | 'lost'> {
  const spread = new Map<string, number>();
  let missing = 0;
  for (const name of events) {
    const found = arrivals.flatMap((one) => one.events[name] ?? []);
    missing += watchers - found.reduce((sum, { count }) => sum + count, 0);
    if (found.length === 0) continue;
    spread.set(
      name,
      Math.max(...found.map(({ last }) => last)) - Math.min(...found.map(({ first }) => first)),
    );
  }
  return { spread, missing, lost: arrivals.reduce((sum, one) => sum + one.lost, 0) };
}

/** Of the slowest step, ms. */
export function latest({ spread }: Figures): number {
  return Math.max(...spread.values());
}

export function reportFigures(name: string, figures: Figures): void {
  const { hall, spread, missing, lost, cpuMs, bytesEach, sentEach, transactions } = figures;
  const watchers = hall.watchers.toLocaleString('en');
  const each = [...spread].map(([event, ms]) => `${event.replace(/draw:(frame )?/, '')} ${ms.toFixed(0)}`);
  report(
    `last of ${watchers} after the first, ${name}`,
    latest(figures),
    'ms',
    `ms by step: ${each.join(', ')}`,
  );
  report(`steps that did not arrive, ${name}`, missing, 'frames', `of ${spread.size} × ${watchers}`);
  report(`connections that were lost, ${name}`, lost, 'sockets', `of ${watchers}`);
  const others = `watchers ${cpuMs.watchers.toFixed(0)} ms${cpuMs.proxy > 0 ? `, proxy ${cpuMs.proxy.toFixed(0)} ms` : ''}`;
  report(
    `processor time of the nodes, ${name}`,
    cpuMs.nodes,
    'ms',
    `from the last snapshot to the end; ${others}`,
  );
  report(`memory a watcher, ${name}`, bytesEach / 1000, 'kB', 'of the nodes, all threads');
  const joining = `and ${(sentEach.joining / 1000).toFixed(1)} kB to join`;
  report(
    `sent to a watcher, ${name}`,
    sentEach.watching / 1000,
    'kB',
    `from the last snapshot to the end, ${joining}`,
  );
  if (transactions > 0) {
    report(`transactions of the database, ${name}`, transactions, '', 'from the last snapshot to the end');
  }
}
