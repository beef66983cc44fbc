/**
 * Start and size: how long from starting the built server until it answers GET /api/health, on an empty and on a filled
 * data folder, and how much memory it holds when nothing happens. Compared in the same run with a bare server of the
 * same framework. Both are run by `node` alone, as they are deployed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { monotonicMs, percentile, report } from './measure.ts';

const RUNS = 5;
const IDLE_MS = 5_000;
const ENTRANTS = 10_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-bench-'));

interface Started {
  child: ChildProcess;
  base: string;
  /** From spawning the process until the first answer, ms. */
  startMs: number;
}

/** @param script prints its address when it listens */
async function start(script: string, environment: Record<string, string> = {}): Promise<Started> {
  const startedAt = monotonicMs();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}.`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /ready at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const answer = await fetch(`${base}/api/health`);
  if (!answer.ok) throw new Error(`${script} answered ${answer.status}.`);
  return { child, base, startMs: monotonicMs() - startedAt };
}

async function stop({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Resident memory of a process in MB, from /proc; null where there is none. */
function residentMb({ child }: Started): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
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
    await stop(started);
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
  await stop(started);
}

try {
  const server = join(ROOT, 'apps/server/dist/main.js');
  const hello = await measure(join(ROOT, 'bench/start-hello.mjs'), () => ({}));
  let installations = 0;
  const empty = await measure(server, () => {
    installations += 1;
    return { DATA_DIR: join(folder, `empty-${installations}`) };
  });
  const filledDir = join(folder, 'filled');
  await fill(server, filledDir);
  const filled = await measure(server, () => ({ DATA_DIR: filledDir }));

  const middle = `median of ${RUNS} starts until GET /api/health answers`;
  const people = `${ENTRANTS.toLocaleString('en')} entries`;
  report('start, bare fastify', hello.startMs, 'ms', middle);
  report('start, new installation', empty.startMs, 'ms', `${middle}; makes keys and tables`);
  report(`start, ${people}`, filled.startMs, 'ms', middle);
  report('start, filled to bare fastify', filled.startMs / hello.startMs, '×', 'lower is better');
  const idle = `resident, ${IDLE_MS / 1000} s after the start`;
  for (const [name, { residentMb: size }] of Object.entries({
    'bare fastify': hello,
    'new installation': empty,
    [people]: filled,
  })) {
    if (size !== null) report(`idle memory, ${name}`, size, 'MB', idle);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
