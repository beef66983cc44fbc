/**
 * What attackers did to the server (H9 to H13), each as something that goes on until it is told to stop, and the people who
 * join meanwhile. The server is a process of its own with 512 MB; tests and the measurement use the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { HostRaffle, JoinAnswer } from '@glassdrum/contract';
import { WebSocket } from 'ws';
import type { Storage } from './storage.ts';

/** As it is delivered: source would bring a compiler along, which needs memory itself. */
const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const MONITOR = fileURLToPath(new URL('./flood-monitor.mjs', import.meta.url));
/** What the server may have. */
export const MEMORY_BYTES = 512 * 1024 * 1024;
const HEAP_MB = 320;
const MIB = 1024 * 1024;
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const INVITEES = 2_000;
/** Between two joins of other people. */
const JOIN_EVERY_MS = 100;

interface FloodFacts {
  /** Longest pause of the event loop since the last asking. */
  pauseMs: number;
  /** Resident, the most so far. */
  peakBytes: number;
}

interface FloodedServer {
  url: string;
  /** Since the last asking. */
  facts(): Promise<FloodFacts>;
  hasEnded(): boolean;
  /** Whether the kernel holds it to its memory. */
  isLimited: boolean;
  end(): Promise<void>;
}

/**
 * Has the kernel end a process that takes more memory than it may, as a container's limit would. False where this machine
 * lets nobody set one; then only what was resident at most can be looked at.
 */
function limitMemory(pid: number): { isLimited: boolean; lift(): void } {
  const name = `glassdrum-${randomUUID()}`;
  const kinds = [
    { folder: join('/sys/fs/cgroup/memory', name), limit: 'memory.limit_in_bytes' },
    { folder: join('/sys/fs/cgroup', name), limit: 'memory.max' },
  ];
  for (const { folder, limit } of kinds) {
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const lift = (): void => {
      try {
        rmdirSync(folder);
      } catch {
        // A child of the server is still ending; an empty group costs nothing.
      }
    };
    try {
      if (!existsSync(join(folder, limit))) throw new Error('This group has no memory to limit.');
      writeFileSync(join(folder, limit), String(MEMORY_BYTES));
      writeFileSync(join(folder, 'cgroup.procs'), String(pid));
      return { isLimited: true, lift };
    } catch {
      lift();
    }
  }
  return { isLimited: false, lift: () => undefined };
}

/** @param storage of an installation that no other process serves @param main the built server */
export async function startFloodedServer(
  storage: Pick<Storage, 'dataDir' | 'databaseUrl'>,
  main = BUILT,
): Promise<FloodedServer> {
  const child: ChildProcess = fork(main, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--import', pathToFileURL(MONITOR).href],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl ?? '',
      TRUST_PROXY: 'loopback',
      // Nobody listens there: nothing is drawn.
      BEACON_URLS: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
    },
  });
  const limit = limitMemory(child.pid ?? 0);
  let ended = false;
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void end.then(() => (ended = true));
  const nextFacts = (): Promise<FloodFacts> =>
    new Promise((resolve, reject) => {
      const gone = (code: number | null): void => reject(new Error(`The server ended with code ${code}.`));
      child.once('exit', gone);
      child.once('message', (message) => {
        child.off('exit', gone);
        resolve(message as FloodFacts);
      });
    });
  const port = await new Promise<string>((resolve, reject) => {
    void end.then(() => reject(new Error('The server ended at start.')));
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /ready at \S+:(\d+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    facts() {
      const facts = nextFacts();
      child.send({});
      return facts;
    },
    hasEnded: () => ended,
    isLimited: limit.isLimited,
    async end() {
      if (!ended) child.kill('SIGKILL');
      await end;
      limit.lift();
    },
  };
}

/** What a flood needs. */
interface Target {
  url: string;
  /** Signed in, with a raffle of many invitees. */
  hostCookie: string;
  raffleId: string;
  publicLink: string;
  /** Somebody who joined. */
  secret: string;
}

/** Signs a host up, invites many, opens the raffle, and lets the attacker join it. */
export async function prepareTarget(url: string): Promise<Target> {
  /** `body` is a raffle where the call is one about raffles; nothing else is read. */
  const call = async (
    path: string,
    body: object,
    cookie = '',
  ): Promise<{ body: HostRaffle; cookie: string }> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    return { body: (await answer.json()) as HostRaffle, cookie: cookies.join('; ') };
  };
  const { cookie: hostCookie } = await call('/api/auth/register', HOST);
  const fields = { title: 'Flooded', allow_public_join: true };
  const { id } = (await call('/api/raffles', fields, hostCookie)).body;
  const list = Array.from({ length: INVITEES }, (_, n) => `Person Number ${n},person${n}@example.org`);
  await call(`/api/raffles/${id}/invites`, { invitees: list.join('\n') }, hostCookie);
  const opened = await call(`/api/raffles/${id}/open`, {}, hostCookie);
  const publicLink = opened.body.public_link ?? '';
  const person = { public_link: publicLink, display_name: 'Mallory' };
  const { cookie } = await call('/api/join/public', person);
  return { url, hostCookie, raffleId: id, publicLink, secret: cookie };
}

export interface Flood {
  name: string;
  /** What one attacker does again and again. Failed connections are the attacker's own. */
  once(target: Target): Promise<void>;
  /** Attackers at the same time. */
  attackers: number;
}

/** The attacker's own address, so that others are not in its network. */
const ATTACKER = '203.0.113.66';

async function send(
  { url }: Target,
  path: string,
  { method = 'POST', cookie = '', body }: { method?: string; cookie?: string; body?: string },
): Promise<void> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'x-forwarded-for': ATTACKER,
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
}

/** A socket with the attacker's session that says this often what it is given, and is then closed. */
function talk({ url, secret, raffleId }: Target, lines: readonly object[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie: secret, origin: url, 'x-forwarded-for': ATTACKER },
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } }));
      for (const line of lines) socket.send(JSON.stringify(line));
      setTimeout(() => socket.terminate(), 1_000).unref();
    });
  });
}

const OBJECTS = `[${'{},'.repeat(9 * MIB)}{}]`;
const PICTURE = JSON.stringify({ title: 'x', image_url: `data:image/png;base64,${'A'.repeat(4 * MIB)}` });
const IMPORT = JSON.stringify({
  invitees: Array.from({ length: 5_000 }, (_, n) => `"Somebody, ${n}",not an address ${n}`).join('\n'),
});
const PEOPLE = JSON.stringify({
  mode: 'enter',
  people: Array.from({ length: 5_000 }, (_, n) =>
    JSON.stringify({ line: n + 1, name: `Somebody ${n}`, email: `not an address ${n}` }),
  ).join('\n'),
});
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

export const FLOODS: readonly Flood[] = [
  {
    name: 'H9: bodies of 27 MiB of empty objects',
    attackers: 4,
    once: (target) => send(target, '/api/raffles', { cookie: target.hostCookie, body: OBJECTS }),
  },
  {
    name: 'H9: images as long texts that are no images',
    attackers: 8,
    once: (target) => send(target, '/api/raffles', { cookie: target.hostCookie, body: PICTURE }),
  },
  {
    name: 'H9: 25 spreadsheets at once',
    attackers: 25,
    once: (target) =>
      send(target, `/api/raffles/${target.raffleId}/participants/export?format=xlsx`, {
        method: 'GET',
        cookie: target.hostCookie,
      }),
  },
  {
    name: 'H9: 20 long lists at once',
    attackers: 20,
    once: (target) =>
      send(target, `/api/raffles/${target.raffleId}/invites`, { method: 'GET', cookie: target.hostCookie }),
  },
  {
    name: 'H9: imports of 5,000 lines',
    attackers: 6,
    once: (target) =>
      send(target, `/api/raffles/${target.raffleId}/invites`, { cookie: target.hostCookie, body: IMPORT }),
  },
  {
    name: 'H9: lists of 5,000 people to be entered',
    attackers: 6,
    once: (target) =>
      send(target, `/api/raffles/${target.raffleId}/people`, { cookie: target.hostCookie, body: PEOPLE }),
  },
  {
    name: 'H10: sign-ups',
    attackers: 10,
    once: (target) =>
      send(target, '/api/auth/register', {
        body: JSON.stringify({ ...HOST, email: `${randomUUID()}@example.org` }),
      }),
  },
  {
    name: 'H11: joins of one address without a pause',
    attackers: 20,
    once: (target) =>
      send(target, '/api/join/public', {
        body: JSON.stringify({
          public_link: target.publicLink,
          display_name: `Mallory ${randomUUID().slice(0, 8)}`,
        }),
      }),
  },
  {
    name: 'H12: guesses at a password',
    attackers: 10,
    once: (target) =>
      send(target, '/api/auth/login', {
        body: JSON.stringify({ email: HOST.email, password: `guess ${randomUUID()}` }),
      }),
  },
  {
    name: 'H13: chat lines by calls',
    attackers: 20,
    once: (target) =>
      send(target, `/api/raffles/${target.raffleId}/chat`, {
        cookie: target.secret,
        body: JSON.stringify({ raffle_id: target.raffleId, message: 'Buy my tickets' }),
      }),
  },
  {
    name: 'H13: snapshots, lines and reactions over many sockets of one entry',
    attackers: 30,
    once: (target) =>
      talk(target, [
        ...times(50, () => ({ type: 'resync' })),
        ...times(5, () => ({ type: 'reaction', data: { kind: 'heart' } })),
        ...times(4, (n) => ({
          type: 'chat-message',
          data: { text: `Buy ${n}`, clientId: `spam-${randomUUID()}` },
        })),
      ]),
  },
];

interface Running {
  /** Resolves when nobody attacks any more: how often they did. */
  stop(): Promise<number>;
}

/** All of these floods, until they are stopped. */
export function startFloods(target: Target, floods: readonly Flood[]): Running {
  const stopping = new AbortController();
  let count = 0;
  const attack = async (flood: Flood): Promise<void> => {
    while (!stopping.signal.aborted) {
      await flood.once(target).catch(() => pause(10));
      count += 1;
    }
  };
  const all = Promise.all(floods.flatMap((flood) => times(flood.attackers, () => attack(flood))));
  return {
    async stop() {
      stopping.abort();
      await all;
      return count;
    },
  };
}

export interface OtherPeople {
  acknowledged: JoinAnswer[];
  /** What each join took until it was acknowledged, ms, in order. */
  times: number[];
  /** Answers that were neither an entry nor a request to come again. */
  wrong: string[];
}

/** People from other networks who join one after the other, for so long, as patient as their phones. */
export async function othersJoin({ url, publicLink }: Target, forMs: number): Promise<OtherPeople> {
  const people: OtherPeople = { acknowledged: [], times: [], wrong: [] };
  const joinAs = async (n: number): Promise<void> => {
    const start = performance.now();
    const body = JSON.stringify({
      public_link: publicLink,
      display_name: `Guest ${randomUUID().slice(0, 8)}`,
    });
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `198.51.100.${(n % 250) + 1}`,
    };
    for (;;) {
      const answer = await fetch(`${url}/api/join/public`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      const text = (await answer?.text()) ?? 'nobody there';
      if (answer?.status === 201 || answer?.status === 200) {
        people.acknowledged.push(JSON.parse(text) as JoinAnswer);
        people.times.push(performance.now() - start);
        return;
      }
      if (answer?.status !== 503) {
        people.wrong.push(`${answer?.status ?? 0}: ${text}`);
        return;
      }
      await pause(100);
    }
  };
  const until = performance.now() + forMs;
  const joins: Promise<void>[] = [];
  for (let n = 0; performance.now() < until; n += 1) {
    joins.push(joinAs(n));
    await pause(JOIN_EVERY_MS);
  }
  await Promise.all(joins);
  return people;
}
