/**
 * Freezing the list of a full hall: until the host's call is answered, and until the list counts as sealed, without witnesses
 * and with three. Server, devices and witnesses are processes of their own on this machine, so what a network adds is missing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrawPlan } from '@glassdrum/contract';
import { visitor } from '../apps/server/src/demo/fill.ts';
import { startWitnesses } from '../apps/server/src/demo/witnesses.ts';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { answer, request, end, start, startWith } from './children.ts';
import { type Calls, openRaffle } from './full-hall.ts';
import { report } from './measure.ts';

const HALL = 10_000;
const RUNS = 3;
const CONNECTIONS = 200;
const POLL_EVERY_MS = 5;
const THREE = ['one.example.org', 'two.example.org', 'three.example.org'];

interface Frozen {
  answered: number;
  sealed: number;
}

async function freeze(base: string, client: ReturnType<typeof start>, run: number): Promise<Frozen> {
  const { host, id, link } = await openRaffle(base, `hall${run}`);
  const joins = await request<Calls>(client, { join: { publicLink: link, count: HALL, withKeys: true } });
  if (joins.accepted !== HALL) throw new Error(`${HALL - joins.accepted} joins were refused.`);
  const begun = performance.now();
  await host.post(`/api/raffles/${id}/draw`);
  const answered = performance.now() - begun;
  for (;;) {
    const { sealing } = await visitor(base).get<DrawPlan>(`/api/raffles/${id}/draw`);
    if (sealing.done) {
      if (sealing.cosigned.length !== sealing.known) throw new Error('A witness is missing.');
      return { answered, sealed: performance.now() - begun };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

async function measure(witnessNames: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
  const witnesses = await startWitnesses(dataDir, systemClock(), witnessNames);
  const env = witnessNames.length === 0 ? {} : { WITNESSES: witnesses.configuration };
  const server = startWith(env, 'audience-server.ts', dataDir);
  const { port } = await answer<{ port: number }>(server);
  const client = start('audience-client.ts', String(port), String(CONNECTIONS));
  await answer(client);
  try {
    const runs: Frozen[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await freeze(`http://127.0.0.1:${port}`, client, run));
    const median = (of: keyof Frozen): number =>
      runs.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    const label = `freeze of 10,000 entries, ${witnessNames.length} witnesses`;
    report(`${label}: answered`, median('answered'), 'ms', `median of ${RUNS}; close, freeze and checkpoint`);
    report(`${label}: sealed`, median('sealed'), 'ms', 'after the call; witnesses on this machine');
  } finally {
    await end(client);
    await end(server);
    await witnesses.close();
    await rm(dataDir, { recursive: true });
  }
}

await measure([]);
await measure(THREE);
