/** Processes that a measurement runs beside itself; each message to one is an order, and is answered by one message. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const children = new Set<ChildProcess>();

/** @param file beside this one */
export function start(file: string, ...args: string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
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

export function ask<T>(child: ChildProcess, order: object): Promise<T> {
  const answered = answer<T>(child);
  child.send(order);
  return answered;
}

/** Ends all that still run. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}
