/** Pages without the answers that come with a first view: the app asks the server for them, and a test may change what it is told. */
import type { Page } from '@playwright/test';

/** From now on, for the documents of this page. They stay the server's own: a browser lets no others reach a local network. */
export async function withoutFirstViews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The app is loaded after the page was read.
    new MutationObserver(() => document.getElementById('first-view')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  });
}
