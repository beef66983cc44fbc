/**
 * Devices that sign that they hold the freeze (R87): how long a hall of 10,000 takes from the first call to the last answer,
 * each signature checked and durably stored before its answer. Compared in the same run with storing them one by one, both
 * without HTTP; and joins with device keys, which are checked too, with joins without. Server and devices are processes of
 * their own.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { visitor } from '../apps/server/src/demo/fill.ts';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import type { SignedSeen } from './audience-client.ts';
import { answer, request, end, start, startWith } from './children.ts';
import { type Calls, frozenHall, openRaffle } from './full-hall.ts';
import { percentile, report } from './measure.ts';

const CONNECTIONS = 200;
const HALL = 10_000;
const SAMPLE = 500;
const WARM_UP = 2_000;
/** As many as the product stores at once at most. */
const TOGETHER = 500;

async function measure(kind: DatabaseKind, name: string): Promise<void> {
  const storage = await makeStorage(kind);
  const server = startWith(
    storage.databaseUrl === undefined ? {} : { DATABASE_URL: storage.databaseUrl },
    'audience-server.ts',
    storage.dataDir,
  );
  const { port } = await answer<{ port: number }>(server);
  const base = `http://127.0.0.1:${port}`;
  const client = start('audience-client.ts', String(port), String(CONNECTIONS));
  await answer(client);
  try {
    const { link: plainLink } = await openRaffle(base, 'plain');
    await request<Calls>(client, { join: { publicLink: plainLink, count: WARM_UP, withKeys: false } });
    const plain = await request<Calls>(client, {
      join: { publicLink: plainLink, count: HALL, withKeys: false },
    });

    const hall = await frozenHall(base, client, 'hall', HALL);
    const joinRate = (1000 * HALL) / hall.joins.ms;
    report(`joins with device keys, ${name}`, joinRate, '/s', `${CONNECTIONS} connections, 10,000 joins`);
    report(`joins without, ${name}`, (1000 * HALL) / plain.ms, '/s', 'the same, without a key to check');
    const before = await request<{ ms: number }>(server, { cpu: true });
    const sent = await request<Calls>(client, {
      sign: { publicLink: hall.link, raffleId: hall.id, plan: hall.plan, send: true },
    });
    const after = await request<{ ms: number }>(server, { cpu: true });
    const { audience } = await visitor(base).get<DrawPlan>(`/api/raffles/${hall.id}/draw`);
    if (sent.accepted !== HALL || audience.count !== HALL) {
      throw new Error(`${sent.accepted} signatures were acknowledged, ${audience.count} are there.`);
    }
    const limits = `median ${percentile(sent.times, 0.5).toFixed(0)} ms, 99th percentile ${percentile(sent.times, 0.99).toFixed(0)} ms`;
    report(`10,000 signatures over HTTP, ${name}`, sent.ms, 'ms', `first call to last answer; ${limits}`);

    report(`processor time for them, ${name}`, after.ms - before.ms, 'ms', 'all threads of the server');

    const rates = [];
    for (const atOnce of [TOGETHER, 1]) {
      const { id, link, plan } = await frozenHall(base, client, `sample${atOnce}`, SAMPLE);
      const { signed } = await request<{ signed: SignedSeen[] }>(client, {
        sign: { publicLink: link, raffleId: id, plan, send: false },
      });
      const { ms } = await request<{ ms: number }>(server, { atOnce, raffleId: id, signed });
      rates.push((1000 * SAMPLE) / ms);
    }
    const [together = 0, alone = 0] = rates;
    report(`signatures checked and stored, ${name}`, together, '/s', 'in groups, without HTTP; 500 at once');
    report(`signatures one by one, ${name}`, alone, '/s', 'a transaction each');
    report(`signatures in groups to one by one, ${name}`, together / alone, '×', 'higher is better');
  } finally {
    await end(client);
    await end(server);
    await storage.drop();
  }
}

const kinds: [DatabaseKind, string][] = [['sqlite', 'SQLite']];
if (postgresServer !== undefined) kinds.push(['postgres', 'PostgreSQL']);
for (const [kind, name] of kinds) await measure(kind, name);
