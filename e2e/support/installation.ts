/**
 * A blank installation on a test beacon, as a process of its own, so that a test can kill it like a power cut would.
 * Its relay lives in the test's process: it outlives the server, as the real beacon would.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BeaconChainInfo } from '@glassdrum/contract';
import { program } from '../../apps/server/test/support/programs.ts';
import { startWitnesses } from '../../apps/server/src/demo/witnesses.ts';
import { startRelay } from './relay.ts';
import { WEB_FOLDER } from './web-folder.ts';
import { addServer, clockAheadMs, worldClock } from './world-clock.ts';

export interface Installation {
  url: string;
  /** For commands that run beside the server. */
  dataDir: string;
  /** C2SP verifier keys of the witnesses that cosign its log. */
  witnessKeys: string[];
  /** Its beacon's chain, as a verifier's `--test-chain` file has it; null where no relay answers. */
  chain: BeaconChainInfo | null;
  /** kill -9, then the same data again on the same port. */
  killAndRestart(): Promise<void>;
  /** SIGTERM, as for an update, then the same data again on the same port. */
  endAndRestart(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing listens there. */
const NO_RELAY = 'http://127.0.0.1:9';

interface InstallationOptions {
  /** False: no relay can be reached. */
  hasRelay?: boolean;
  /** With two witnesses, which run in the test's process. */
  witnessed?: boolean;
  /** The address that it listens on. */
  host?: string;
  /** Further environment variables. */
  environment?: Record<string, string>;
}

export async function startInstallation({
  hasRelay = true,
  witnessed = false,
  host = '127.0.0.1',
  environment = {},
}: InstallationOptions = {}): Promise<Installation> {
  const relay = hasRelay ? await startRelay() : null;
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-e2e-'));
  const witnesses = witnessed ? await startWitnesses(dataDir, worldClock) : null;
  const configuration = witnesses?.configuration ?? '';
  let port = 0;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [program('e2e-installation')], {
      env: {
        ...process.env,
        HOST: host,
        WEB_FOLDER,
        DATA_DIR: dataDir,
        PORT: String(port),
        BEACON_URLS: relay?.url ?? NO_RELAY,
        WITNESSES: configuration,
        CLOCK_AHEAD_MS: String(clockAheadMs()),
        ...environment,
      },
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

  const setClock = async (aheadMs: number): Promise<void> => {
    const running = child;
    if (running === undefined) return;
    await new Promise<void>((resolve) => {
      running.once('message', () => resolve());
      running.send({ aheadMs });
    });
  };

  await start();
  const leaveClock = addServer(setClock);
  return {
    url: `http://${host}:${port}`,
    dataDir,
    witnessKeys: configuration.split('\n').flatMap((entry) => /^(.+?)=https?:/.exec(entry)?.[1] ?? []),
    chain: relay?.chain ?? null,
    kill: () => end('SIGKILL'),
    restart: start,
    async killAndRestart() {
      await end('SIGKILL');
      await start();
    },
    async endAndRestart() {
      await end('SIGTERM');
      await start();
    },
    async stop() {
      leaveClock();
      await end('SIGTERM');
      await witnesses?.close();
      await relay?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
