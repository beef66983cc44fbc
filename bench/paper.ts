/**
 * The PDF of 2,000 paper tickets (R67): how long it takes until all of it has arrived, how large it is, and how much memory the
 * server needs for it. Compared in the same run with a document of PDFKit with the same number of codes of the same length and
 * nothing else, made by a process of its own.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaffle } from '@glassdrum/contract';
import { answer, BUILT_SERVER, end, serve, start } from './children.ts';
import { monotonicMs, percentile, report } from './measure.ts';

const RUNS_OF = 500;
const RUNS = 4;
const TIMES = 3;
const TITLES = { Latin: 'Summer raffle of the harbour choir', Chinese: '海港合唱团夏季抽奖活动' };

interface Made {
  ms: number;
  bytes: number;
}

/** Calls of a new host. */
async function newHost(base: string) {
  let cookie = '';
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const response = await fetch(base + path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const set = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    if (set.length > 0) cookie = set.join('; ');
    return response;
  };
  await call('POST', '/api/auth/register', {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  return call;
}

type Call = Awaited<ReturnType<typeof newHost>>;

/** @returns the id of a raffle with all its tickets */
async function paperRaffle(call: Call, title: string): Promise<string> {
  const { id } = (await (await call('POST', '/api/raffles', { title })).json()) as HostRaffle;
  await call('POST', `/api/raffles/${id}/open`);
  for (let run = 0; run < RUNS; run += 1) {
    await call('POST', `/api/raffles/${id}/paper/runs`, { size: RUNS_OF });
  }
  return id;
}

async function print(call: Call, id: string): Promise<Made & { firstMs: number }> {
  const begun = monotonicMs();
  const response = await call('GET', `/api/raffles/${id}/paper/pdf?paper=a4`);
  let [bytes, firstMs] = [0, 0];
  for await (const piece of response.body ?? []) {
    if (bytes === 0) firstMs = monotonicMs() - begun;
    bytes += piece.length;
  }
  return { ms: monotonicMs() - begun, bytes, firstMs };
}

/** The most memory that a process ever held, and what it holds now, in MB; null where there is no /proc. */
function memoryMb(pid: number | undefined): { most: number; now: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mb = (name: string): number =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
    return { most: mb('VmHWM'), now: mb('VmRSS') };
  } catch {
    return null;
  }
}

const medianMs = (made: readonly { ms: number }[]): number =>
  percentile(
    made.map(({ ms }) => ms),
    0.5,
  );

async function measureTickets(folder: string): Promise<number> {
  const served = await serve(BUILT_SERVER, { DATA_DIR: folder });
  try {
    const call = await newHost(served.base);
    const idle = memoryMb(served.pid);
    const medians: number[] = [];
    for (const [script, title] of Object.entries(TITLES)) {
      const id = await paperRaffle(call, title);
      const made = [];
      for (let time = 0; time < TIMES; time += 1) made.push(await print(call, id));
      medians.push(medianMs(made));
      const first = percentile(
        made.map(({ firstMs }) => firstMs),
        0.5,
      );
      const [size] = made;
      const how = `all of the file over HTTP; median of ${TIMES}, first bytes after ${first.toFixed(0)} ms`;
      report(`2,000 tickets, ${script} title`, medianMs(made), 'ms', how);
      report(`size of the file, ${script} title`, (size?.bytes ?? 0) / 1e6, 'MB', '200 pages of A4');
    }
    const memory = memoryMb(served.pid);
    if (memory !== null && idle !== null) {
      const before = `the whole server; ${idle.now.toFixed(0)} MB before the first file`;
      report('most memory meanwhile', memory.most, 'MB', before);
    }
    return medians[0] ?? 0;
  } finally {
    await served.stop();
  }
}

async function measureCodes(): Promise<number> {
  const child = start('paper-codes.ts', String(RUNS * RUNS_OF), String(TIMES));
  const { made, mostMb } = await answer<{ made: Made[]; mostMb: number }>(child);
  await end(child);
  report('2,000 codes alone', medianMs(made), 'ms', `PDFKit, no words; median of ${TIMES}`);
  report('size of the file, codes alone', (made[0]?.bytes ?? 0) / 1e6, 'MB', '200 pages of A4');
  report('most memory meanwhile, codes alone', mostMb, 'MB', 'a process that does nothing else');
  return medianMs(made);
}

const folder = mkdtempSync(join(tmpdir(), 'glassdrum-bench-'));
try {
  const codes = await measureCodes();
  const tickets = await measureTickets(folder);
  report('tickets to codes alone', tickets / codes, '×', 'lower is better');
} finally {
  rmSync(folder, { recursive: true });
}
