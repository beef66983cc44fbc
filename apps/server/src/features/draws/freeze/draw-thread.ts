/** The worker thread of heavy-work.ts: one task, one answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { buildProof, entriesRoot } from '@glassdrum/fair-draw';
import type { HeavyTask } from './heavy-work.ts';

const task = workerData as HeavyTask;
parentPort?.postMessage(
  task.kind === 'root'
    ? entriesRoot(task.drawId, task.entries)
    : buildProof({ ...task.input, names: () => null }),
);
