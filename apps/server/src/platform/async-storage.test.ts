/** Storages cost nothing while nobody uses them, and keep the values of runs apart. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { offWhileUnused } from './async-storage.ts';

test('a run sees its own value through promises, also beside and inside other runs', async () => {
  const storage = offWhileUnused(new AsyncLocalStorage<string>());
  const readLater = async (): Promise<string | undefined> => {
    await turn();
    await turn();
    return storage.getStore();
  };
  const outer = storage.run('outer', async () => [await storage.run('inner', readLater), await readLater()]);
  const [short, both] = await Promise.all([storage.run('short', readLater), outer]);
  expect(short).toBe('short');
  expect(both).toEqual(['inner', 'outer']);
  expect(storage.run('at once', () => storage.getStore())).toBe('at once');
  expect(storage.getStore()).toBeUndefined();
});

test('it is off when the last run has ended, however that ended', async () => {
  const storage = new AsyncLocalStorage<string>();
  let switchedOff = 0;
  const disable = storage.disable.bind(storage);
  storage.disable = () => {
    switchedOff += 1;
    disable();
  };
  offWhileUnused(storage);
  const first = storage.run('first', () => turn());
  const failing = storage.run('second', () => Promise.reject(new Error('fails')));
  await expect(failing).rejects.toThrow('fails');
  expect(switchedOff).toBe(0);
  await first;
  expect(switchedOff).toBe(1);
  const throws = (): never => {
    throw new Error('throws');
  };
  expect(() => storage.run('third', throws)).toThrow('throws');
  expect(switchedOff).toBe(2);
});
