import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What kills, freezes and floods processes of its own. */
const FAULTS = ['apps/server/test/faults/**/*.test.ts', 'test/server/**/*.test.ts'];

/** What is waited for comes when it comes: against hanging only. */
const patient = { poll: { timeout: 60_000, interval: 20 } };

/** Tests on a real database. */
const onDatabase = {
  expect: patient,
  globalSetup: ['apps/server/test/support/programs.ts', 'apps/server/test/support/migrated.ts'],
  // Against hanging only: what a test may take on a busy machine says nothing about the product.
  testTimeout: 180_000,
  // PostgreSQL drops a database only once all its processes answered; one that writes to a node which another test
  // has frozen answers when that node goes on.
  hookTimeout: 240_000,
};

/**
 * One Vitest run for all workspaces; `unit` is pure and parallel, `slow` too, `server` starts real servers on a real database,
 * `faults` kills and floods them, `repository` runs the project's own tools.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which halves a machine of two: its own process has nearly nothing to do.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/node_modules/**', 'packages/*/test/**/*.slow.test.ts'],
          testTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'slow',
          expect: patient,
          include: ['packages/*/test/**/*.slow.test.ts', 'test/**/*.slow.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...FAULTS],
          // Loading the server anew for each file would cost a third of the time; no test changes what modules share.
          isolate: false,
        },
      },
      { test: { ...onDatabase, name: 'faults', include: FAULTS } },
      {
        test: {
          name: 'repository',
          expect: patient,
          include: ['test/**/*.test.ts'],
          exclude: ['test/server/**', 'test/**/*.slow.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
