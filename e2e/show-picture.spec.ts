/**
 * The show's picture itself, painted by the processor: two browsers show the same at the same second (R35), and over a
 * stream the world has no ground.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import type { StageLinkAnswer } from '@glassdrum/contract';
import { signIn } from '../apps/server/src/demo/fill.ts';
import { type Filled, HOST, startFilledInstallation } from './support/filled-installation.ts';
import { opacityAt, pixelsOf, shareDifferent } from './support/pictures.ts';
import { test } from './support/test.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const painted = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...painted] });
  },
});

let filled: Filled;

test.beforeAll(async () => {
  filled = await startFilledInstallation({ crowd: 12, spareInvites: 1 });
});

test.afterAll(() => filled.stop());

async function stoppedReplay(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: filled.url,
    viewport: { width: 360, height: 640 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`/draw/${filled.raffles.drawn.id}?replay=true`);
  await page.locator('[data-scene=open]').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  // Its tooltip would be in the picture.
  await page.mouse.move(0, 0);
  return page;
}

/** The picture at a second of the show. */
async function pictureAt(page: Page, second: number): Promise<Buffer> {
  await page.getByRole('slider', { name: 'Position in the show' }).fill(String(second * 1000));
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.locator('[data-scene]').screenshot({ animations: 'disabled', timeout: 60_000 });
}

test('R35 two browsers show the same picture at the same second', async ({ browser }) => {
  const pages = [await stoppedReplay(browser), await stoppedReplay(browser)];
  const [one, other] = await Promise.all(pages.map(async (page) => pixelsOf(await pictureAt(page, 12))));
  if (one === undefined || other === undefined) throw new Error('A page is missing.');
  expect(shareDifferent(one, other)).toBeLessThan(0.005);
  // A jump ahead and back ends at the same picture; half a second later it is another one.
  const [first] = pages as [Page, Page];
  await pictureAt(first, 27);
  expect(shareDifferent(one, await pixelsOf(await pictureAt(first, 12)))).toBeLessThan(0.005);
  expect(shareDifferent(one, await pixelsOf(await pictureAt(first, 12.5)))).toBeGreaterThan(0.02);
  await Promise.all(pages.map((page) => page.context().close()));
});

test('a stage for a stream shows the world, and the stream where the world is not', async ({ browser }) => {
  const host = await signIn(filled.url, HOST);
  const { url } = await host.post<StageLinkAnswer>(`/api/raffles/${filled.raffles.live.id}/stage-link`);
  await filled.moveDrawTo(9_000);
  const context = await browser.newContext({
    baseURL: filled.url,
    viewport: { width: 640, height: 360 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const { pathname, search } = new URL(url);
  await page.goto(`${pathname}${search}&overlay=1`);
  await page.locator('[data-scene=open]').waitFor({ timeout: 60_000 });
  await expect(page.locator('html')).toHaveAttribute('data-phase', 'animation');
  const shown = await pixelsOf(
    await page.screenshot({ omitBackground: true, animations: 'disabled', timeout: 60_000 }),
  );
  const opaque = shown.data.filter((value, index) => index % 4 === 3 && value > 200).length;
  expect(opacityAt(shown, 20, 200), 'beside the world').toBe(0);
  expect(opaque / (shown.width * shown.height), 'drum, title and caption').toBeGreaterThan(0.1);

  await page.goto(`${pathname}?key=not-the-key&overlay=1`);
  await expect(page.locator('[data-scene]')).toHaveCount(0);
  await context.close();
});
