/** Starts a worker thread of this server, built or from source. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Runs one task in a thread of its own.
 * @param folder of the calling file; the built thread lies beside the built server, its source beside the caller
 * @param name of the thread's file, without extension
 * @returns what the thread posts. Rejects when it throws, or ends without an answer
 */
export function runInThread(folder: string, name: string, task: unknown): Promise<unknown> {
  const worker = start(folder, name, task);
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread ${name} ended early with code ${code}.`)));
  });
}

/**
 * Runs one task in a thread of its own whose answer comes in pieces: the thread posts byte arrays, and null as the last word.
 * Who stops reading ends the thread.
 * @param folder, name as above
 * @returns the pieces, and what resolves when the thread has ended
 */
export function streamFromThread(
  folder: string,
  name: string,
  task: unknown,
): { pieces: AsyncGenerator<Uint8Array>; ended: Promise<void> } {
  const worker = start(folder, name, task);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const arrived: (Uint8Array | null | Error)[] = [];
  let wake = (): void => undefined;
  const arrive = (piece: Uint8Array | null | Error): void => {
    arrived.push(piece);
    wake();
  };
  worker.on('message', arrive);
  worker.once('error', (error: unknown) =>
    arrive(error instanceof Error ? error : new Error(`The thread ${name} failed.`)),
  );
  worker.once('exit', (code) => arrive(new Error(`The thread ${name} ended early with code ${code}.`)));

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = arrived.shift();
        if (next === null) return;
        if (next instanceof Error) throw next;
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else {
          yield next;
        }
      }
    } finally {
      await worker.terminate();
    }
  }
  return { pieces: read(), ended };
}

/** From source, TypeScript has to be registered in the thread first. */
function start(folder: string, name: string, task: unknown): Worker {
  const built = join(folder, `${name}.js`);
  if (existsSync(built)) return new Worker(built, { workerData: task });
  const source = JSON.stringify(pathToFileURL(join(folder, `${name}.ts`)).href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(code, { eval: true, workerData: task });
}
