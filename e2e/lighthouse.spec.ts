/** What Lighthouse says that depends on no machine's speed: full marks for accessibility, best practices and SEO. */
import { expect } from '@playwright/test';
import { lighthouse } from '../scripts/lib/lighthouse.mjs';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

for (const path of ['/', '/auth', '/legal']) {
  test(`full marks for ${path}`, async () => {
    // The first one may install Lighthouse.
    const { scores, faults } = await lighthouse(installation.url + path, [
      'accessibility',
      'best-practices',
      'seo',
    ]);
    expect(faults).toEqual([]);
    expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
  });
}
