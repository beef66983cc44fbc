/** Several nodes of one installation, each a process of its own that a test may kill, freeze or end. */
import { onTestFinished } from 'vitest';
import { loadProcess, type OwnTime, type StartWord } from './killable.ts';
import type { Storage } from './storage.ts';

export interface Node {
  /** Local address. */
  url: string;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a killing signal. */
  ended: Promise<number | null>;
}

interface StartOptions {
  watchClock?: boolean;
  /** 0: any free one. */
  port?: number;
}

/** SIGTERM lets it finish what it does. @param storage of all nodes @param clock the same for all, unless it is watched */
export async function startNode(
  storage: Storage,
  env: Record<string, string>,
  clock: OwnTime,
  options: StartOptions = {},
): Promise<Node> {
  return loadNode(storage, env)(clock, options);
}

/** A process that has loaded everything and touches nothing yet, so that its start is quick. @returns starts it */
export function loadNode(
  storage: Storage,
  env: Record<string, string>,
): (clock: OwnTime, options?: StartOptions) => Promise<Node> {
  const child = loadProcess(storage, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return async (clock, { watchClock = false, port: wanted = 0 } = {}) => {
    const answered = new Promise<{ port: number }>((resolve, reject) => {
      child.once('message', resolve);
      void ended.then((code) => reject(new Error(`The node ended at start with code ${code}.`)));
    });
    child.send({ port: wanted, clock, watchClock } satisfies StartWord);
    const { port } = await answered;
    return { url: `http://127.0.0.1:${port}`, signal: (name) => void child.kill(name), ended };
  };
}
