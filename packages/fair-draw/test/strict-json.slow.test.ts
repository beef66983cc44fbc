/** Time and memory of reading JSON files that are made to take as much as they can (draw protocol §1). */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hostileFiles } from './support/hostile-files.ts';

/**
 * Each file is read by a process of its own, whose heap may grow to five times the file's size; with the file's own bytes
 * that is six times. A process that needs more dies. Time is compared with that of hashing the same bytes: reading takes up to
 * 15 times as long; looking at each byte once more for every byte before it would take a thousand times as long and more.
 */
describe('hostile files', () => {
  const MIB = 2 ** 20;
  const size = 12 * MIB;
  const run = promisify(execFile);
  // A small young generation, so that what is garbage already hardly counts; 12 MiB are for Node itself.
  const limits = ['--max-semi-space-size=1', `--max-old-space-size=${(5 * size) / MIB + 12}`];
  const script = new URL('support/read-hostile-file.ts', import.meta.url).pathname;

  async function measure(kind: string) {
    const { stdout } = await run(process.execPath, [
      '--import',
      'tsx',
      ...limits,
      script,
      kind,
      String(size),
    ]);
    return JSON.parse(stdout) as {
      outcome: string;
      bytes: number;
      reading: number;
      hashing: number;
      memory: number;
    };
  }

  test.each(Object.keys(hostileFiles))(
    '%s',
    async (kind) => {
      const { outcome, bytes, reading, hashing, memory } = await measure(kind);
      expect(outcome).toMatch(/^(read$|RefusedFile: )/);
      expect(memory + bytes).toBeLessThan(6 * size);
      expect(reading).toBeLessThan(200 * hashing);
    },
    60_000,
  );

  test('a reader that builds everything dies of the same limit', async () => {
    const code = `JSON.parse('[' + '{},'.repeat(${Math.floor(size / 3) - 1}) + '{}]')`;
    await expect(run(process.execPath, [...limits, '-e', code])).rejects.toThrow('heap out of memory');
  }, 60_000);
});
