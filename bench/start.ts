/**
 * Start and size: how long from starting the built server until it answers GET /api/health, on an empty and on a filled
 * data folder, and how much memory it holds when nothing happens. Compared in the same run with a bare server of the
 * same framework. Both are run by `node` alone, as they are deployed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { BUILT_SERVER, serve, type Served } from './children.ts';
import { monotonicMs, percentile, report } from './measure.ts';

const RUNS = 5;
/** What starting alone needed is given back by then. */
const IDLE_MS = 25_000;
const ENTRANTS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-bench-'));

/** @returns the server, with the time from spawning its process until its first answer, ms */
async function start(script: string, environment: Record<string, string> = {}) {
  const spawnedAt = monotonicMs();
  const served = await serve(script, environment);
  const answer = await fetch(`${served.base}/api/health`);
  if (!answer.ok) throw new Error(`${script} answered ${answer.status}.`);
  return { ...served, startMs: monotonicMs() - spawnedAt };
}

/** Resident memory of a process in MB, from /proc; null where there is none. */
function residentMb({ pid }: Served): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : (Number(kib) * 1024) / 1e6;
  } catch {
    return null;
  }
}

interface Figures {
  startMs: number;
  residentMb: number | null;
}

/** Starts `RUNS` times; the last one is left alone for a while before its memory is read. */
async function measure(script: string, environment: () => Record<string, string>): Promise<Figures> {
  const times: number[] = [];
  let size: number | null = null;
  for (let run = 0; run <= RUNS; run += 1) {
    const started = await start(script, environment());
    // The first run warms the file cache.
    if (run > 0) times.push(started.startMs);
    if (run === RUNS) {
      await pause(IDLE_MS);
      size = residentMb(started);
    }
    await started.stop();
  }
  return { startMs: percentile(times, 0.5), residentMb: size };
}

async function fill(script: string, dataDir: string): Promise<void> {
  const started = await start(script, { DATA_DIR: dataDir });
  const host = await signUp(started.base, {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  const people = Array.from({ length: ENTRANTS }, (_, number) => `Person ${number + 1}`);
  await raffleWithEntrants(started.base, host, { title: 'A full hall' }, people);
  await started.stop();
}

try {
  const bare = await measure('bench/bare-fastify.mjs', () => ({}));
  let installations = 0;
  const empty = await measure(BUILT_SERVER, () => {
    installations += 1;
    return { DATA_DIR: join(folder, `empty-${installations}`) };
  });
  const filledDir = join(folder, 'filled');
  await fill(BUILT_SERVER, filledDir);
  const filled = await measure(BUILT_SERVER, () => ({ DATA_DIR: filledDir }));

  const middle = `median of ${RUNS} starts until GET /api/health answers`;
  const people = `${ENTRANTS.toLocaleString('en')} entries`;
  report('start, bare fastify', bare.startMs, 'ms', middle);
  report('start, new installation', empty.startMs, 'ms', `${middle}; makes keys and tables`);
  report(`start, ${people}`, filled.startMs, 'ms', middle);
  report('start, filled to bare fastify', filled.startMs / bare.startMs, '×', 'lower is better');
  const idle = `resident, ${IDLE_MS / 1000} s after the start`;
  for (const [name, { residentMb: size }] of Object.entries({
    'bare fastify': bare,
    'new installation': empty,
    [people]: filled,
  })) {
    if (size !== null) report(`idle memory, ${name}`, size, 'MB', idle);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
