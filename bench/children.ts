/** Processes of a measurement: helpers, which answer each message with one message, and built servers. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Of the built server, from the repository's root. */
export const BUILT_SERVER = 'apps/server/dist/main.js';

const children = new Set<ChildProcess>();

/** Starts a helper. @param file beside this one */
export function start(file: string, ...args: string[]): ChildProcess {
  return startWith({}, file, ...args);
}

/** @param env on top of this process's own */
export function startWith(env: NodeJS.ProcessEnv, file: string, ...args: string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** The child's next message. @throws Error when it ends before */
export function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A process ended with code ${code}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

/** Sends a message. @returns its answer */
export function request<T>(child: ChildProcess, message: object): Promise<T> {
  const answered = answer<T>(child);
  child.send(message);
  return answered;
}

/** Disconnects from a helper, which then exits. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
}

/** Kills all helpers that still run. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}

export interface Served {
  base: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts a server with plain `node`, as it is deployed. @param script prints its address when it listens */
export async function serve(script: string, environment: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}.`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /ready at (\S+)\n/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return {
    base,
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Processor time that a process and its children have used, ms. 0 where the system does not tell. */
export function cpuOf(pid: number | undefined): number {
  if (pid === undefined || !existsSync('/proc/self/stat')) return 0;
  const descendants = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '');
  return [pid, ...descendants]
    .map((one) => readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + 10 * (Number(fields[11]) + Number(fields[12])), 0);
}
