/** Browser tests in the system's Chromium; each file starts the installations that it needs (e2e/support). */
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

/** What is watched against the clock, or measured. */
const WATCHED = /(?:from-invitation-to-proof|kill-and-restart|live-draw|show-picture)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // Pages are looked at while two cores do everything else: a machine that stalls gets a second look.
  retries: 1,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
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
