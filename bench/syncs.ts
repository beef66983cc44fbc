/**
 * That joining fast skips no flush: how often the disk is flushed while people join, counted by the operating system (strace), and,
 * on the embedded database, in which order pages are written, flushed and answered. Needs strace and the right to trace processes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { answer, BUILT_SERVER, end, request, serve, start } from './children.ts';
import { type Calls, openRaffle } from './full-hall.ts';
import { report } from './measure.ts';

const CONNECTIONS = 200;
const WARM_UP = 1_000;
const JOINS = 4_000;
const ATTACHING_MS = 1_000;
const FILE = join(tmpdir(), `glassdrum-syncs-${process.pid}`);

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

/** The processes of a PostgreSQL server: whoever of them flushes what is committed. */
async function processesOf(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = rows[0]?.pid ?? 0;
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${own}/status`, 'utf8'))?.[1]);
  await client.end();
  return [parent, ...childrenOf(parent).filter((pid) => pid !== own)];
}

function trace(pids: readonly number[], calls: string): ChildProcess {
  const options = ['-f', '-y', '-s', '20', '-o', FILE, '-e', `trace=${calls}`];
  return spawn('strace', [...options, ...pids.flatMap((pid) => ['-p', String(pid)])], { stdio: 'ignore' });
}

/** The lines of the trace while people joined: calls, each as it ended. */
async function linesOfJoins(kind: DatabaseKind): Promise<string[]> {
  const storage = await makeStorage(kind);
  const { databaseUrl } = storage;
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const served = await serve(BUILT_SERVER, { JOIN_LIMIT: 'off', DATA_DIR: storage.dataDir, ...url });
  const { link } = await openRaffle(served.base, 'storm');
  const client = start('joins-client.ts', new URL(served.base).port, String(CONNECTIONS), link);
  await answer(client);
  await request(client, { joins: WARM_UP });
  const tracer =
    databaseUrl === undefined
      ? trace([served.pid ?? 0], 'fsync,fdatasync,pwrite64,writev')
      : trace(await processesOf(databaseUrl), 'fsync,fdatasync');
  await pause(ATTACHING_MS);
  const { accepted } = await request<Calls>(client, { joins: JOINS });
  const traced = new Promise((resolve) => tracer.once('exit', resolve));
  tracer.kill('SIGINT');
  await traced;
  await end(client);
  await served.stop();
  await storage.drop();
  if (accepted !== JOINS) throw new Error(`${JOINS - accepted} joins were refused.`);
  return readFileSync(FILE, 'utf8').split('\n');
}

const isFlush = (line: string): boolean => /\bf(?:data)?sync(?:\(| resumed)/.test(line);
const isUnfinished = (line: string): boolean => line.includes('<unfinished ...>');

function reportFlushes(name: string, lines: readonly string[]): void {
  const flushes = lines.filter((line) => isFlush(line) && !isUnfinished(line)).length;
  report(`flushes, ${name}`, flushes, '', `fsync and fdatasync while ${JOINS} joins were acknowledged`);
  report(`joins for each flush, ${name}`, JOINS / flushes, '', `${CONNECTIONS} connections: a batch at most`);
}

function hasTracer(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

if (!hasTracer()) {
  report('databases that were traced', 0, '', 'strace is not installed');
  process.exit(0);
}
try {
  const lines = await linesOfJoins('sqlite');
  reportFlushes('SQLite', lines);
  // Where receipts are signed beside the event loop, the next batch may be on its way when the last answers are sent.
  let isFlushed = true;
  let answers = 0;
  let early = 0;
  for (const line of lines) {
    if (line.includes('pwrite64(') && line.includes('-wal>')) isFlushed = false;
    else if (isFlush(line) && line.includes('-wal>')) isFlushed = true;
    else if (line.includes('HTTP/1.1 201')) {
      answers += 1;
      if (!isFlushed) early += 1;
    }
  }
  report('joins answered while pages of the log waited for a flush', early, '', `of ${answers} answers`);
  if (postgresServer !== undefined) reportFlushes('PostgreSQL', await linesOfJoins('postgres'));
} finally {
  rmSync(FILE, { force: true });
}
process.exit(0);
