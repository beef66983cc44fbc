/** A phone whose owner joined a raffle and watches its draw: a real page, and everything that its seal ever showed. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type RewrittenPage, rewritePage, type Rewriting } from './dishonest-server.ts';
import { until } from './stories.ts';

type SealColour = 'pending' | 'green' | 'yellow' | 'red';

export interface Seal {
  colour: SealColour;
  /** What stands in it. */
  text: string;
  /** Each colour that it ever had. */
  shown: SealColour[];
}

export interface Phone {
  page: Page;
  /** What the server gives to this phone. */
  rewritten: RewrittenPage;
  /** @throws when the seal does not take this colour */
  seal(colour: SealColour): Promise<Seal>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    sealColours?: string[];
  }
}

/** From freezing the list to the last thing that a device asks for, with witnesses and on a busy machine. */
const DRAW_MS = 200_000;
/** For everything that a person sees at once. */
const ANSWER_MS = 60_000;

export async function newPhone(
  browser: Browser,
  url: string,
  { rewriting = {}, like }: { rewriting?: Rewriting; like?: BrowserContext } = {},
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  if (like !== undefined) await context.addCookies(await like.cookies());
  const page = await context.newPage();
  page.setDefaultTimeout(ANSWER_MS);
  await page.addInitScript(() => {
    const colours = new Set<string>();
    const look = (): void => {
      const colour = document.querySelector<HTMLElement>('[data-seal]')?.dataset['seal'];
      if (colour === undefined || colours.has(colour)) return;
      colours.add(colour);
      window.sealColours = [...colours];
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const rewritten = await rewritePage(page, rewriting);
  const seal = page.locator('[data-seal]');
  return {
    page,
    rewritten,
    async seal(colour) {
      await expect(seal)
        .toHaveAttribute('data-seal', colour, { timeout: DRAW_MS })
        .catch(async () => {
          const shown = await seal.innerText({ timeout: 5_000 }).catch(() => 'There is no seal.');
          throw new Error(`The seal did not become ${colour}: ${shown.replaceAll(/\s+/g, ' ')}`);
        });
      return {
        colour,
        text: (await seal.innerText()).replaceAll(/\s+/g, ' '),
        shown: (await page.evaluate(() => window.sealColours ?? [])) as SealColour[],
      };
    },
    close: () => context.close(),
  };
}

/** Joins, and waits until the phone has stored what it will rely on (draw protocol §10). */
export async function join({ page }: Phone, raffle: { public_link: string }, name: string): Promise<void> {
  await page.goto(`/join/${raffle.public_link}`);
  await page.getByLabel(/Your Name/).fill(name);
  await page.getByRole('button', { name: /join/i }).first().click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  const isStored = async (): Promise<boolean> => {
    const { openings, checkpoints } = await stored(page);
    return openings.length === 1 && checkpoints === 1;
  };
  await until('the phone has stored what it relies on', isStored, ANSWER_MS);
}

/** Waits until the phone has stored what was promised about this draw. */
export async function storesOpening({ page }: Phone, drawId: string): Promise<void> {
  const isStored = async (): Promise<boolean> => (await stored(page)).openings.includes(drawId);
  await until('the phone has stored the opening', isStored, ANSWER_MS);
}

interface Stored {
  /** The draws of which an entry's evidence has the opening. */
  openings: string[];
  /** Of how many logs there is one. */
  checkpoints: number;
}

/** What is in the page's own database so far. */
function stored(page: Page): Promise<Stored> {
  return page.evaluate(
    () =>
      new Promise<Stored>((resolve, reject) => {
        const opening = indexedDB.open('glassdrum-evidence');
        // Not there yet: it is the page that creates it, with what belongs in it.
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction?.abort();
          resolve({ openings: [], checkpoints: 0 });
        });
        opening.addEventListener('error', () => reject(new Error('The database does not open.')));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(['entries', 'checkpoints']);
          const entries = reading.objectStore('entries').getAll();
          const checkpoints = reading.objectStore('checkpoints').count();
          reading.oncomplete = () => {
            database.close();
            const all = entries.result as { terms: { draw_id: string }[] }[];
            const openings = all.flatMap(({ terms }) => terms.map(({ draw_id }) => draw_id));
            resolve({ openings, checkpoints: checkpoints.result });
          };
        };
      }),
  );
}

/** Like a phone in a pocket: for so long no line of the page's own code runs, and whatever comes waits. */
export async function sleep({ page }: Phone, ms: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  await paused;
  await new Promise((resolve) => setTimeout(resolve, ms));
  await devtools.send('Debugger.resume');
  await devtools.detach();
}
