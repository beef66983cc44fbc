/** Collects what a page logs that it should not: errors, warnings, refusals by the browser, and exceptions nobody caught. */
import type { Page } from '@playwright/test';

const REPORTED = new Set(['error', 'warning']);
/** What the way of testing causes, or the moment; no page can help it. */
const EXPECTED = [
  // Chromium speaks so of its own graphics driver, where a program paints what a graphics card would.
  /GL Driver Message \(OpenGL, Performance/,
  // `serviceWorkers: 'block'`.
  /Service Worker registration blocked by Playwright/,
  // A device that asks a relay of the beacon itself may be a moment early; Chromium logs every refusal.
  /status of 425 \(Too Early\)/,
];

/** Start before the first navigation. @returns a list that grows: one line each, with the address of the page */
export function watchConsole(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!REPORTED.has(message.type())) return;
    if (EXPECTED.some((known) => known.test(message.text()))) return;
    complaints.push(`${page.url()}: ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  return complaints;
}
