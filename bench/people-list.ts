/**
 * A list of 10,000 people whom the host enters in one call (R66): how long it takes until all of them have their numbers, how long
 * the server's event loop pauses meanwhile, and how long others wait who join at the same time. Compared in the same run with
 * inviting the same people, which gives them links but no entries. The server is a process of its own with 512 MB.
 */
import type { HostRaffle, PeopleAnswer } from '@glassdrum/contract';
import type { Caller } from '../apps/server/src/demo/fill.ts';
import { othersJoin, startFloodedServer } from '../apps/server/test/support/floods.ts';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { openRaffle } from './full-hall.ts';
import { percentile, report } from './measure.ts';

const PEOPLE = 10_000;
const ROUNDS = 3;
/** Others join from a moment before each list until well after it. */
const JOINING_MS = 4_000;
const BEFORE_MS = 500;

const ENTERED = {
  mode: 'enter',
  people: Array.from({ length: PEOPLE }, (_, n) =>
    JSON.stringify({
      line: n + 2,
      name: `Person Number ${n}`,
      email: `person${n}@example.org`,
      groups: n % 10 === 0 ? ['VIP'] : [],
    }),
  ).join('\n'),
};
const INVITED = {
  invitees: Array.from({ length: PEOPLE }, (_, n) => `Person Number ${n},person${n}@example.org`).join('\n'),
};

interface Figures {
  ms: number;
  /** Of the event loop, ms. */
  pauseMs: number;
  /** Joins of other people, ms. */
  joins: number[];
}

type Server = Awaited<ReturnType<typeof startFloodedServer>>;

/** Sends a list to a raffle of its own, while others join that raffle. */
async function sendList(server: Server, name: string, path: 'people' | 'invites'): Promise<Figures> {
  const { host, id, link } = await openRaffle(server.url, name);
  const target = { url: server.url, publicLink: link, raffleId: id, hostCookie: '', secret: '' };
  const others = othersJoin(target, JOINING_MS);
  await new Promise((resolve) => setTimeout(resolve, BEFORE_MS));
  await server.facts();
  const begun = performance.now();
  const answer = await host.post<PeopleAnswer>(
    `/api/raffles/${id}/${path}`,
    path === 'people' ? ENTERED : INVITED,
  );
  const ms = performance.now() - begun;
  const { pauseMs } = await server.facts();
  const { times, wrong } = await others;
  if (wrong.length > 0) throw new Error(wrong[0]);
  await check(host, { id, added: answer.added, joined: times.length, entered: path === 'people' });
  return { ms, pauseMs, joins: times };
}

async function check(
  host: Caller,
  { id, added, joined, entered }: { id: string; added: number; joined: number; entered: boolean },
): Promise<void> {
  const raffle = await host.get<HostRaffle>(`/api/raffles/${id}`);
  const expected = joined + (entered ? PEOPLE : 0);
  if (added !== PEOPLE || raffle.entry_count !== expected) {
    throw new Error(
      `${added} people were added, and ${raffle.entry_count} of ${expected} entries are there.`,
    );
  }
}

async function measure(kind: DatabaseKind, name: string): Promise<void> {
  const storage = await makeStorage(kind);
  const server = await startFloodedServer(storage);
  try {
    const medianOf = async (path: 'people' | 'invites'): Promise<Figures> => {
      const runs: Figures[] = [];
      for (let run = 0; run < ROUNDS; run += 1) runs.push(await sendList(server, `${path}${run}`, path));
      return {
        ms: percentile(
          runs.map(({ ms }) => ms),
          0.5,
        ),
        pauseMs: Math.max(...runs.map(({ pauseMs }) => pauseMs)),
        joins: runs.flatMap(({ joins }) => joins),
      };
    };
    const invited = await medianOf('invites');
    const entered = await medianOf('people');
    for (const [what, figures] of [
      ['invited', invited],
      ['entered', entered],
    ] as const) {
      report(`10,000 people ${what}, ${name}`, figures.ms, 'ms', `one call; median of ${ROUNDS}`);
      report(`longest pause meanwhile, ${what}, ${name}`, figures.pauseMs, 'ms', 'of the event loop');
      const slowest = Math.max(...figures.joins).toFixed(0);
      report(
        `another person's join, ${what}, ${name}`,
        percentile(figures.joins, 0.95),
        'ms',
        `95th percentile of ${figures.joins.length}; slowest ${slowest} ms`,
      );
    }
    report(`entered to invited, ${name}`, entered.ms / invited.ms, '×', 'lower is better');
  } finally {
    await server.end();
    await storage.drop();
  }
}

const kinds: [DatabaseKind, string][] = [['sqlite', 'SQLite']];
if (postgresServer !== undefined) kinds.push(['postgres', 'PostgreSQL']);
for (const [kind, name] of kinds) await measure(kind, name);
