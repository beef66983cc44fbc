/** Many askers share reads, and each gets the answer of a read that began after the question. */
import { expect, it } from 'vitest';
import { gatherReads } from './gather.ts';

it('a crowd is answered by a few reads, each key once', async () => {
  const reads: string[][] = [];
  const ask = gatherReads(async (keys) => {
    reads.push(keys);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `of ${key}`]));
  });
  const keys = Array.from({ length: 5_000 }, (_, i) => `key ${i % 100}`);
  const answers = await Promise.all([...keys, 'none'].map(ask));
  expect(answers).toEqual([...keys.map((key) => `of ${key}`), undefined]);
  expect(reads.map((one) => one.length)).toEqual([101]);
});

it('who asks during a read gets the next one, which sees what was written meanwhile', async () => {
  let stored = 'old';
  let reads = 0;
  let goOn = (): void => undefined;
  const ask = gatherReads(async () => {
    reads += 1;
    const seen = stored;
    await new Promise<void>((resolve) => (goOn = resolve));
    return new Map([['key', seen]]);
  });
  const first = ask('key');
  await expect.poll(() => reads).toBe(1);
  stored = 'new';
  const second = ask('key');
  goOn();
  expect(await first).toBe('old');
  await expect.poll(() => reads).toBe(2);
  goOn();
  expect(await second).toBe('new');
});

it('a read that fails fails for those whom it was to answer, and the next is tried', async () => {
  let broken = true;
  const ask = gatherReads(async (keys) => {
    if (broken) throw new Error('The database is away.');
    return new Map(keys.map((key) => [key, 1]));
  });
  const failed = await Promise.allSettled([ask('one'), ask('two')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await ask('one')).toBe(1);
});
