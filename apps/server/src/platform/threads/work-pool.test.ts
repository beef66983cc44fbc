import { expect, test } from 'vitest';
import { RefusalError } from '../refusal.ts';
import { createWorkPool } from './work-pool.ts';

test('H9: two run, three wait in their order, and the sixth is asked to come again', async () => {
  const pool = createWorkPool({ atOnce: 2, waiting: 3 });
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const results = Array.from({ length: 6 }, (_, n) =>
    pool
      .run(async () => {
        started.push(n);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (n === 1) throw new Error('failed');
        return n;
      })
      .catch((error: unknown) => (error instanceof RefusalError ? [error.code, error.retryAfter] : 'failed')),
  );
  expect(await results[5]).toEqual(['unavailable', 5]);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    expect(started).toHaveLength(Math.min(5, turn + 2));
    finish.shift()?.();
  }
  expect(await Promise.all(results.slice(0, 5))).toEqual([0, 'failed', 2, 3, 4]);
  expect(await pool.run(async () => 'free again')).toBe('free again');
});
