/**
 * An installation whose server is killed (-9) again and again and started on the same data and port, as after power
 * cuts. The next processes are loaded ahead, so that a restart is quick.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { type Clock, systemClock } from '../../src/platform/clock/clock.ts';
import { program } from './programs.ts';
import type { Storage } from './storage.ts';

/** As many as are wanted within the time that loading takes. */
const LOADED = 3;

/** What makes the beacon's chain, here and in the server's process. */
export const KILLABLE_CHAIN: Parameters<typeof createTestChain> = [
  new Uint8Array(32).fill(7),
  { genesisTime: 1_600_000_000, period: 3 },
];

/** Said to a loaded process. */
export interface StartWord {
  /** 0: any free one. */
  port: number;
  clock: OwnTime;
  /** Whether its clock is compared with the database's. */
  watchClock?: boolean;
}

/** A clock of several processes: it showed the machine's time at an instant, and runs faster since. */
export interface OwnTime {
  /** Epoch ms. */
  since: number;
  /** How far it is ahead of the machine's. */
  aheadMs: number;
  /** 1: as fast as the machine's. */
  speed: number;
}

const MACHINE_TIME: OwnTime = { since: 0, aheadMs: 0, speed: 1 };

/** The same in every process of this machine. */
export function clockOf({ since, aheadMs, speed }: OwnTime): Clock {
  const clock = systemClock();
  const base = since + aheadMs;
  return {
    now: () => base + (clock.now() - since) * speed,
    at: (due, task) => clock.at(since + (due - base) / speed, task),
    after: (ms, task) => clock.after(ms / speed, task),
  };
}

interface Killable {
  /** Local address, always the same. */
  url(): string;
  /** Resolves when the server answers, or was killed before it did. */
  start(aheadMs?: number): Promise<void>;
  /** Resolves when it is dead. */
  kill(): Promise<void>;
  /** Kills all processes, loaded ones too. */
  end(): Promise<void>;
}

/** @param env further variables, as an operator would set them */
export function killableInstallation(storage: Storage, env: Record<string, string>): Killable {
  const alive = new Map<ChildProcess, Promise<void>>();
  let port = 0;
  const loaded = Array.from({ length: LOADED }, load);
  let running: ChildProcess | null = null;

  function load(): ChildProcess {
    const child = loadProcess(storage, env);
    const dead = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    alive.set(child, dead);
    void dead.then(() => alive.delete(child));
    return child;
  }

  async function killOne(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL');
    await alive.get(child);
  }

  return {
    url: () => `http://127.0.0.1:${port}`,
    async start(aheadMs = 0) {
      const child = loaded.shift() ?? load();
      loaded.push(load());
      running = child;
      const answered = new Promise<void>((resolve) =>
        child.once('message', (message: { port: number }) => {
          ({ port } = message);
          resolve();
        }),
      );
      child.send({ port, clock: { ...MACHINE_TIME, aheadMs } } satisfies StartWord);
      await Promise.race([answered, alive.get(child)]);
    },
    async kill() {
      const child = running;
      running = null;
      if (child !== null) await killOne(child);
    },
    async end() {
      running = null;
      loaded.length = 0;
      await Promise.all([...alive.keys()].map(killOne));
    },
  };
}

/** A process that waits for its word. @param env further variables, as an operator would set them */
export function loadProcess(storage: Storage, env: Record<string, string>): ChildProcess {
  return fork(program('node'), {
    execArgv: [],
    env: {
      ...process.env,
      JOIN_LIMIT: 'off',
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl ?? '',
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
}
