import { defineConfig } from 'vitest/config';

/** One Vitest run for all workspaces; `unit` is pure and parallel, `server` starts real servers on a real
 * database, `repository` runs the project's own tools. */
export default defineConfig({
  test: {
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
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
