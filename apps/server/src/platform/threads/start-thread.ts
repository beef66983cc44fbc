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

/** From source, TypeScript has to be registered in the thread first. */
function start(folder: string, name: string, task: unknown): Worker {
  const built = join(folder, `${name}.js`);
  if (existsSync(built)) return new Worker(built, { workerData: task });
  const source = JSON.stringify(pathToFileURL(join(folder, `${name}.ts`)).href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(code, { eval: true, workerData: task });
}
