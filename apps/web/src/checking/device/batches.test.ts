import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';

describe('createBatches', () => {
  it('hands over in order, one batch at a time', async () => {
    const taken: number[][] = [];
    let running = 0;
    const batches = createBatches<number>(async (batch) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      taken.push([...batch]);
      running -= 1;
    });
    await Promise.all([batches.add(1), batches.add(2, 3), batches.add(4)]);
    await batches.add(5);
    expect(taken.flat()).toEqual([1, 2, 3, 4, 5]);
  });

  it('R87: hands over again, before everything newer, what could not be taken', async () => {
    const taken: number[][] = [];
    let isBroken = true;
    const batches = createBatches<number>((batch) => {
      if (isBroken) return Promise.reject(new Error('The check could not run.'));
      taken.push([...batch]);
      return Promise.resolve();
    });
    await batches.add(1, 2);
    await batches.add(3);
    expect(taken).toEqual([]);
    isBroken = false;
    await batches.add(4);
    expect(taken).toEqual([[1, 2, 3, 4]]);
    await batches.again();
    expect(taken).toHaveLength(1);
  });

  it('hands over again without anything newer', async () => {
    const taken: number[] = [];
    let isBroken = true;
    const batches = createBatches<number>((batch) => {
      if (isBroken) return Promise.reject(new Error('The check could not run.'));
      taken.push(...batch);
      return Promise.resolve();
    });
    await batches.add(1);
    isBroken = false;
    await batches.again();
    expect(taken).toEqual([1]);
  });
});
