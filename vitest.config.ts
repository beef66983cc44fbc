import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One Vitest run for all workspaces; `unit` is pure and parallel, `server` starts real servers on a real
 * database, `repository` runs the project's own tools. */
export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which halves a machine of two: its own process has nearly nothing to do.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/node_modules/**', 'packages/*/test/**/*.slow.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['packages/*/test/**/*.slow.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'apps/server/src/**/*.test.ts',
            'apps/server/test/**/*.test.ts',
            'test/server/**/*.test.ts',
          ],
          globalSetup: 'apps/server/test/support/migrated.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          exclude: ['test/server/**'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
