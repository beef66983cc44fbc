/**
 * A blank installation on a test beacon, as a process of its own, so that a test can kill it like a power cut would.
 * The relay lives in the test's process: it outlives the server, as the real beacon would.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Installation {
  url: string;
  /** For commands that run beside the server. */
  dataDir: string;
  /** kill -9, then the same data again on the same port. */
  killAndRestart(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const ENTRY = new URL('./installation-process.ts', import.meta.url).pathname;

/** @param relayUrl where the test relay answers */
export async function startInstallation(relayUrl: string): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-e2e-'));
  let port = 0;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, ['--import', 'tsx', ENTRY], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), BEACON_URLS: relayUrl },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    port = await new Promise<number>((resolve, reject) => {
      started.once('message', (message: { port: number }) => resolve(message.port));
      started.once('exit', (code) => reject(new Error(`The server ended at start with code ${code}.`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      ending.once('exit', () => resolve());
      ending.kill(signal);
    });
  };

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    kill: () => end('SIGKILL'),
    restart: start,
    async killAndRestart() {
      await end('SIGKILL');
      await start();
    },
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
