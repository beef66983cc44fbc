/**
 * H9: heavy work a few at a time, so that many who ask for it at once neither take the processor from everyone else nor fill the
 * memory. What finds the queue full is asked to come again.
 */
import PQueue from 'p-queue';
import { RefusalError } from '../refusal.ts';

export interface WorkPool {
  /** Runs the task when its turn comes. @throws RefusalError unavailable (503 with Retry-After) when the queue is full */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** @param size.atOnce tasks that run @param size.waiting tasks that may wait for them */
export function createWorkPool({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkPool {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    async run(task) {
      if (queue.pending >= atOnce && queue.size >= waiting) throw new RefusalError('unavailable');
      return queue.add(task);
    },
  };
}
