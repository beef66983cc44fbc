/**
 * A style whose file does not come: the calm show is part of the page's own files, plays the draw to its end on every
 * screen, and gives way to the style's world where that comes late.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import type { HostRaffle, StageLinkAnswer } from '@glassdrum/contract';
import { type Caller, raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';
import { WEB_FOLDER } from './support/web-folder.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const PEOPLE = Array.from({ length: 12 }, (_, index) => `Person ${index + 1}`);
/** Of a whole draw with what comes before it. */
const TO_THE_END = { timeout: 90_000 };
const ERROR_PAGE = /Something went wrong|could not be loaded/i;

// WebGL 2 is there: only the file is not.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const painted = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...painted] });
  },
});

let installation: Installation;
let host: Caller;

test.beforeAll(async () => {
  installation = await startInstallation();
  host = await signUp(installation.url, HOST);
});

test.afterAll(() => installation.stop());

/** The address of the file with a style's world. */
function worldFile(style: string): string {
  const manifest = JSON.parse(readFileSync(join(WEB_FOLDER, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const found = Object.entries(manifest).find(([source]) => source.endsWith(`styles/${style}/world.ts`));
  if (found === undefined) throw new Error(`${style} is not a file of its own.`);
  return `**/${found[1].file}`;
}

async function openPage(browser: Browser, width = 390, height = 844): Promise<Page> {
  const context = await browser.newContext({
    baseURL: installation.url,
    viewport: { width, height },
    serviceWorkers: 'block',
  });
  return context.newPage();
}

/** From now on the server answers 500 for the style's file. @returns the requests for it, as they come */
async function withoutWorld(page: Page, style = 'classic'): Promise<Request[]> {
  const refused: Request[] = [];
  await page.route(worldFile(style), (route) => {
    refused.push(route.request());
    return route.fulfill({ status: 500 });
  });
  return refused;
}

/** The calm picture is what stays, and it is seen. */
async function expectCalm(page: Page): Promise<void> {
  const scene = page.locator('[data-scene=open][data-picture=calm]');
  await expect(scene).toHaveCSS('opacity', '1', TO_THE_END);
  expect(await scene.locator('canvas').evaluateAll(contextsOf)).toEqual(['2d']);
}

/** Of canvases in the order in which they lie over each other. */
function contextsOf(canvases: Element[]): string[] {
  return canvases.map((canvas) =>
    (canvas as HTMLCanvasElement).getContext('2d') === null ? 'webgl2' : '2d',
  );
}

const phase = (page: Page, name: string | RegExp): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-phase', name, TO_THE_END);

test('R35 a draw and its stage play to the end with the calm show when the style answers 500 twice', async ({
  browser,
}) => {
  const raffle = await raffleWithEntrants(
    installation.url,
    host,
    { title: 'Summer party', allow_public_join: true },
    PEOPLE,
  );
  const visitor = await openPage(browser);
  const stage = await openPage(browser, 1280, 720);
  const pages = [visitor, stage];
  const refused = await Promise.all(pages.map((page) => withoutWorld(page)));
  const { url } = await host.post<StageLinkAnswer>(`/api/raffles/${raffle.id}/stage-link`);
  await visitor.goto(`/draw/${raffle.id}`);
  await stage.goto(new URL(url).pathname + new URL(url).search);
  // Once in the waiting room, to be ready for the draw.
  await expect.poll(() => refused.map(({ length }) => length), TO_THE_END).toEqual([1, 1]);
  await host.post(`/api/raffles/${raffle.id}/draw`, {});
  await Promise.all(
    pages.map(async (page) => {
      await expectCalm(page);
      await phase(page, 'reveal');
      await expect(page.locator('[data-scene=open][data-picture=calm]')).toHaveCSS('opacity', '1');
      await phase(page, 'complete');
      await expect(page.getByText(ERROR_PAGE)).toHaveCount(0);
    }),
  );
  await expect(visitor.getByRole('heading', { name: 'The Winners' })).toBeVisible();
  // And again when the show began.
  expect(refused.map(({ length }) => length)).toEqual([2, 2]);
  await Promise.all(pages.map((page) => page.context().close()));
});

test('R34 a replay plays to the end with the calm show, and a world that comes late takes its place', async ({
  browser,
}) => {
  const drawn = (await host.get<HostRaffle[]>('/api/raffles')).find(({ status }) => status === 'drawn');
  if (drawn === undefined) throw new Error('There is no finished draw.');
  const page = await openPage(browser);
  const refused = await withoutWorld(page);
  const position = page.getByRole('slider', { name: 'Position in the show' });
  for (const time of [1, 2]) {
    await page.goto(`/draw/${drawn.id}?replay=true`);
    await expectCalm(page);
    expect(refused).toHaveLength(time);
  }
  for (const second of [12, 24, 29]) await position.fill(String(second * 1000));
  await phase(page, 'reveal');
  await position.fill(await position.evaluate((bar: HTMLInputElement) => bar.max));
  await expect(page.getByRole('heading', { name: 'The Winners' })).toBeVisible();

  await page.unrouteAll();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(worldFile('classic'), async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/draw/${drawn.id}?replay=true`);
  const scene = page.locator('[data-scene]');
  await expect(scene).toHaveCSS('opacity', '1');
  await expect(scene).toHaveAttribute('data-scene', 'opening');
  expect(await scene.locator('canvas').evaluateAll(contextsOf)).toEqual(['2d']);
  release();
  await expect(page.locator('[data-scene=open][data-picture=world]')).toBeAttached({ timeout: 60_000 });
  await expect.poll(() => scene.locator('canvas').evaluateAll(contextsOf)).toEqual(['webgl2']);
  await page.context().close();
});

test('R34 a rehearsal plays to the end with the calm show, and begins again with it', async ({ browser }) => {
  const page = await signedInHost(browser, installation.url, 'rehearsal@example.org', {
    viewport: { width: 1280, height: 800 },
  });
  const refused = await withoutWorld(page, 'neon');
  await page.getByRole('button', { name: 'Test Animations' }).click();
  const styles = page.getByRole('dialog', { name: 'Test Animation Styles' });
  await styles.getByRole('button', { name: 'Select Neon' }).click();
  await styles.getByRole('button', { name: 'Rehearse the whole draw' }).click();
  await expectCalm(page);
  const again = page.getByRole('button', { name: 'Rehearse again' });
  await expect(again).toBeVisible(TO_THE_END);
  await again.click();
  await expectCalm(page);
  expect(refused).toHaveLength(2);
  await expect(page.getByText(ERROR_PAGE)).toHaveCount(0);
  await page.context().close();
});
