/**
 * The `test` of browser stories. When a story ends, the windows that it left open are closed: pages of a draw go on drawing,
 * and would take the machine from the stories after it.
 */
import { test as base } from '@playwright/test';

export const test = base.extend<{ closingWindows: void }>({
  closingWindows: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const left = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
});
