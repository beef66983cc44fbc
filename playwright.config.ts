/** Browser tests in the system's Chromium; each file starts the installations that it needs (e2e/support). */
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

/** What is watched against the clock, or measured. */
const WATCHED = /(?:from-invitation-to-proof|kill-and-restart|live-draw|show-picture|threats)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './apps/server/test/support/programs.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // A test that needs a second run has failed.
  retries: 0,
  workers: 2,
  // Against hanging only: what a story may take on a busy machine says nothing about the product.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Containers run as root and have a small /dev/shm.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
  projects: [
    { name: 'calm', testIgnore: WATCHED },
    // Two of them at once would measure each other.
    { name: 'watched', testMatch: WATCHED, workers: 1 },
  ],
});
