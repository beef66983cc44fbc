/** The server as a process of its own, so that a test can kill, freeze or end it as an operator or a power cut would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { program } from './programs.ts';
import type { Storage } from './storage.ts';

/** Nobody listens there: these servers draw nothing. */
const NO_RELAY = 'http://127.0.0.1:9';

interface ServerProcess {
  /** Local address. */
  url: string;
  pid: number;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a killing signal. */
  ended: Promise<number | null>;
}

/** Resolves when the server answers. @param storage may be another process's too, on PostgreSQL */
export async function startServer(storage: Pick<Storage, 'dataDir' | 'databaseUrl'>): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [program('main')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      JOIN_LIMIT: 'off',
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl ?? '',
      BEACON_URLS: NO_RELAY,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const kill = (): void => void child.kill('SIGKILL');
  // Whatever became of the test, and also when its whole process is ended.
  onTestFinished(kill);
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`The server ended at start with code ${code}.`)));
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /ready at \S+:(\d+)\n/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { url, pid: child.pid ?? 0, signal: (name) => void child.kill(name), ended };
}
