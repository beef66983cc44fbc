/**
 * R76: what a host takes along after the draw: the document for auditors, the text of a post, an image of each prize, and a video that
 * this browser makes from the replay.
 */
import type { HostPrizes, ResultsAnswer } from '@glassdrum/contract';
import type { NamePublication } from '@glassdrum/raffle-rules';
import { type Browser, expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { copiedText } from './support/clipboard.ts';
import { asHost, downloads, hostIn, LOOKS, type MadeRaffle } from './support/console.ts';
import { drawWithoutWebGl, read } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { ticketLinks } from './support/paper-tickets.ts';
import { joinByLink } from './support/people.ts';
import { madeUpPicture } from './support/pictures.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const [DESKTOP] = LOOKS;
const GUESTS = ['Ada Lovelace', 'Grace Hopper', 'Łukasz Żółć', '山田太郎'];

/**
 * A drawn raffle, and its host in a browser whose clock is the machine's.
 * @param prizes without them one without a name @param published how much of their names guests publish
 */
async function drawn(
  browser: Browser,
  title: string,
  prizes: readonly { name: string; hue?: number }[] = [],
  published: NamePublication = 'full',
): Promise<{ page: Page; id: string; results: ResultsAnswer }> {
  const host = await hostIn(browser, installation.url, DESKTOP, title.replaceAll(' ', '-'));
  await followClock(host.context());
  const as = <T>(method: 'GET' | 'POST', path: string, data?: object): Promise<T> =>
    asHost<T>(host.request, installation.url, method, path, data);
  const made = await as<MadeRaffle>('POST', '/api/raffles', {
    title,
    allow_public_join: true,
    name_publications: [published],
  });
  const path = `/api/raffles/${made.id}`;
  if (prizes.length > 0) {
    const { revision } = await as<HostPrizes>('GET', `${path}/prizes`);
    const put = async (to: string, data: object): Promise<HostPrizes> => {
      const answer = await host.request.put(to, { headers: { origin: installation.url }, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()) as HostPrizes;
    };
    const saved = await put(`${path}/prizes`, {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: prizes.map(({ name }) => ({ name, quantity: 1 })),
    });
    for (const [index, { hue }] of prizes.entries()) {
      if (hue === undefined) continue;
      await put(`${path}/prizes/${saved.prizes[index]?.id}/image`, { image_url: await madeUpPicture(hue) });
    }
  }
  await as('POST', `${path}/open`);
  for (const name of GUESTS) await joinByLink(installation.url, made.public_link, name, published);
  await as('POST', `${path}/draw`);
  await passDraw(installation.url, made.id);
  const context = await browser.newContext({
    baseURL: installation.url,
    ...DESKTOP.options,
    storageState: await host.context().storageState(),
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
    serviceWorkers: 'block',
  });
  await host.context().close();
  return {
    page: await context.newPage(),
    id: made.id,
    results: await read<ResultsAnswer>(installation, `/api/raffles/${made.id}/results`),
  };
}

test('R76 results and the host’s winners offer the PDF, the text of a post, and an image of each prize', async ({
  browser,
}) => {
  const { page, id, results } = await drawn(browser, 'Gala night', [
    { name: 'Bicycle', hue: 30 },
    { name: 'Lamp' },
  ]);
  await page.goto(`/results/${id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Results PDF' }).click(),
  ]);
  const pdf = await readFile(await download.path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await ticketLinks(pdf)).toEqual([`${installation.url}/results/${id}`]);

  const lines = results.current_winners.map(
    ({ prize, display_name: name, entry_number: number }) =>
      `${results.prizes[prize - 1]?.name}: ${name} (#${number})`,
  );
  await page.getByRole('button', { name: 'Copy Text' }).click();
  const text = await copiedText(page);
  for (const line of ['Gala night', ...lines, `${installation.url}/results/${id}`])
    expect(text).toContain(line);

  const image = page.getByRole('img', { name: /^Image of the (?:result|prize)/ });
  await expect(image).toHaveAttribute('src', new RegExp(`card\\.png\\?draw_id=${results.draw_id}$`));
  await page.getByLabel('Which image').selectOption('Bicycle');
  await expect(image).toHaveAttribute('src', /&prize=1$/);
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(1200);

  await page.goto(`/host/raffles/${id}/winners`);
  await downloads(page, () => page.getByRole('link', { name: 'Results PDF' }).click(), /results\.pdf$/);
  await downloads(page, () => page.getByRole('link', { name: 'Image of Lamp' }).click(), /prize-2\.png$/);
  await page.getByRole('button', { name: 'Copy Text' }).click();
  expect(await copiedText(page)).toBe(text);
  await page.getByRole('link', { name: 'Video' }).click();
  await expect(page.getByRole('button', { name: 'Make a Video' })).toBeInViewport();
  await page.context().close();
});

/** What was written into canvases for the last frame, as `state.last`, and for all of them, as `state.ever`. */
function noteWriting(): void {
  const state = { written: [] as string[], last: [] as string[], ever: new Set<string>() };
  Object.assign(window, { state });
  const { prototype } = CanvasRenderingContext2D;
  const write = prototype.fillText;
  prototype.fillText = function noted(this: CanvasRenderingContext2D, text: string, ...place) {
    state.written.push(text);
    state.ever.add(text);
    return write.call(this, text, ...place);
  };
  const Frame = window.VideoFrame;
  window.VideoFrame = new Proxy(Frame, {
    construct(target, args) {
      // One frame is made of another: only the first of them has been painted for.
      if (state.written.length > 0) state.last = state.written;
      state.written = [];
      return Reflect.construct(target, args) as VideoFrame;
    },
  });
}

/** Of the video in the dialog: its length, and of some instants how many different colours the frame has. */
async function looked(page: Page, seconds: readonly number[]) {
  return page.getByLabel('Preview of the video').evaluate(async (element, times) => {
    const video = element as HTMLVideoElement;
    if (video.readyState < 1)
      await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve));
    const canvas = document.createElement('canvas');
    const [width, height] = [video.videoWidth, video.videoHeight];
    Object.assign(canvas, { width: 108, height: 108 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const colours: number[] = [];
    const pictures: string[] = [];
    /** When the picture of this second is on screen: a busy browser has sought before it shows. */
    const shownAt = (time: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (_now: number, { mediaTime }: { mediaTime: number }): void => {
          if (Math.abs(mediaTime - time) < 0.1) resolve();
          else video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
        video.currentTime = time;
      });
    for (const time of times) {
      await shownAt(Math.min(time, video.duration - 0.01));
      context?.drawImage(video, 0, 0, 108, 108);
      const { data } = context?.getImageData(0, 0, 108, 108) ?? { data: [] };
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4) {
        seen.add(((data[at] ?? 0) >> 4) * 256 + ((data[at + 1] ?? 0) >> 4) * 16 + ((data[at + 2] ?? 0) >> 4));
      }
      colours.push(seen.size);
      pictures.push(canvas.toDataURL());
    }
    return { width, height, duration: video.duration, colours, different: new Set(pictures).size };
  }, seconds);
}

for (const [size, width] of [
  ['Square, 1080 × 1080', 1080],
  ['Wide, 1920 × 1080', 1920],
] as const) {
  test(`R76 a video is made in the browser, as long as the show, with the winners at its end (${size})`, async ({
    browser,
  }) => {
    test.setTimeout(900_000);
    const isWide = width === 1920;
    const { page, id, results } = await drawn(
      browser,
      `Film ${width}`,
      isWide ? [{ name: 'Bicycle', hue: 30 }, { name: 'Lamp' }] : [],
      // R78: in the other one nobody publishes a name.
      isWide ? 'full' : 'number',
    );
    await page.addInitScript(noteWriting);
    await page.goto(`/results/${id}`);
    await page.getByRole('button', { name: 'Make a Video' }).click();
    const dialog = page.getByRole('dialog', { name: 'Video of the Draw' });
    await dialog.getByLabel(size).check();
    // This browser has no WebGL: the other video is a calm one all the same.
    if (!isWide) await dialog.getByRole('switch', { name: 'Calm version' }).click();
    await dialog.getByRole('button', { name: 'Make Video' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.getByText('The video is ready')).toBeVisible({ timeout: 800_000 });

    // Two prizes: 33 seconds, and the pages after them.
    const video = await looked(page, [0.5, 5, 15, 22, 26, 29, 32.9]);
    expect([video.width, video.height]).toEqual([width, 1080]);
    if (isWide) expect(video.duration).toBeGreaterThan(33);
    else expect(Math.abs(video.duration - 33)).toBeLessThanOrEqual(1 / 30);
    expect(Math.min(...video.colours)).toBeGreaterThan(4);
    expect(video.different).toBe(video.colours.length);
    const { written, ever } = await page.evaluate(() => {
      const { state } = window as unknown as { state: { last: string[]; ever: Set<string> } };
      return { written: state.last, ever: [...state.ever].join(' ') };
    });
    if (!isWide)
      for (const name of GUESTS.flatMap((full) => full.split(' '))) expect(ever).not.toContain(name);
    const last = results.winners.find(({ prize }) => prize === 1);
    expect(written.join(' ')).toContain(last?.display_name);
    expect(written).toContain(`Entry #${last?.entry_number}`);

    const ending = await dialog.getByText(/^film-\d+-\d+x1080\.(?:mp4|webm)$/).textContent();
    await downloads(
      page,
      () => dialog.getByRole('button', { name: 'Download Video' }).click(),
      new RegExp(`^${ending}$`),
    );
    await page.context().close();
  });
}

test('R76 a video that is being made can be cancelled, and closing asks first; visitors are not offered one', async ({
  browser,
}) => {
  const { page, id } = await drawn(browser, 'Short film');
  await page.goto(`/results/${id}`);
  await page.getByRole('button', { name: 'Make a Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Video of the Draw' });
  const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click();
  await press('Make Video');
  await press('Cancel');
  await expect(dialog.getByText('Cancelled. No video was saved.')).toBeVisible();
  await press('Make Video');
  await press('Close');
  await expect(dialog.getByText('Stop making the video? What is done so far is lost.')).toBeVisible();
  await press('Continue');
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await press('Close');
  await press('Stop');
  await expect(dialog.getByText('Cancelled. No video was saved.')).toBeVisible();
  await press('Close');
  await expect(dialog).toBeHidden();

  const visitor = await browser.newPage({ baseURL: installation.url });
  await visitor.goto(`/results/${id}`);
  await expect(visitor.getByRole('button', { name: 'Copy Text' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Make a Video' })).toHaveCount(0);
  await page.context().close();
});

test('R76 a browser without encoders says so, and keeps what was chosen', async ({ browser }) => {
  const { page, id } = await drawn(browser, 'No film');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'));
  await page.goto(`/results/${id}`);
  await page.getByRole('button', { name: 'Make a Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Video of the Draw' });
  await dialog.getByLabel('Wide, 1920 × 1080').check();
  await dialog.getByRole('button', { name: 'Make Video' }).click();
  await expect(dialog.getByRole('alert')).toContainText("This browser can't make videos of this size.");
  await expect(dialog.getByLabel('Wide, 1920 × 1080')).toBeChecked();
  await page.context().close();
});
