/** Pages without the answers that come with a first view: the app asks the server for them, and a test may change what it is told. */
import type { Page } from '@playwright/test';

const DATA = /<script type="application\/json" id="first-view">[^<]*<\/script>/;

/** From now on, for the documents of this page. */
export async function withoutFirstViews(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
    return route.fulfill({ response, headers, body: (await response.text()).replace(DATA, '') });
  });
}
