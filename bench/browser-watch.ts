/**
 * What measurements of screens have in common: a server of the build, and a page whose processor is slowed down. For each
 * thing that somebody does: how long until it is there, and the longest task in which the page could not answer. Tasks
 * below 50 ms are not told by the browser and count as 0.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { report } from './measure.ts';

export const SLOWER = 4;

interface Watched {
  longest: number;
  clickedAt: number;
}

declare global {
  var watched: Watched;
}

interface ServedBuild {
  base: string;
  stop(): Promise<void>;
}

export async function serveBuild(dataDir: string): Promise<ServedBuild> {
  const child: ChildProcess = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /ready at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return {
    base,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Notes each long task and each press, in the page itself. Before its first address. */
export async function watchTasks(page: Page): Promise<void> {
  // What runs TypeScript here marks functions with their names; pages don't know how.
  await page.addInitScript('globalThis.__name = (it) => it;');
  await page.addInitScript(() => {
    globalThis.watched = { longest: 0, clickedAt: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        globalThis.watched.longest = Math.max(globalThis.watched.longest, duration);
      }
    }).observe({ type: 'longtask' });
    const press = (event: Event): void => {
      globalThis.watched.clickedAt = event.timeStamp;
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, press, { capture: true });
  });
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Milliseconds from the last press until the page's text answers `seen`, as painted. */
function untilSeen(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ([where, what]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const found = [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(what));
          if (found) requestAnimationFrame(() => resolve(performance.now() - globalThis.watched.clickedAt));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text] as const,
  );
}

/** Does one thing, and tells the longest task that came with it. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.watched.longest = 0;
  });
  await act();
  // Long tasks are told a little later than they end.
  await page.waitForTimeout(300);
  return page.evaluate(() => globalThis.watched.longest);
}

/** Reports the longest task, and with `seen` how long after the press its text is in an element of that selector. */
export async function timed(
  page: Page,
  name: string,
  act: () => Promise<void>,
  seen?: [selector: string, text: string],
): Promise<void> {
  let shown = 0;
  const longest = await longestTask(page, async () => {
    await act();
    if (seen !== undefined) shown = await untilSeen(page, ...seen);
  });
  if (seen !== undefined) report(`${name}: first rows`, shown, 'ms', `after the press; ${SLOWER}× slower`);
  report(`${name}: longest task`, longest, 'ms', `${SLOWER}× slower`);
}

/** @param by pixels a step, upwards when negative @param selector of what scrolls; empty: the page */
export async function scrollThrough(page: Page, selector: string, by = 2000): Promise<void> {
  for (let step = 0; step < 25; step += 1) {
    await page.evaluate(
      ([where, far]) => {
        (where === '' ? document.scrollingElement : document.querySelector(where))?.scrollBy(0, far);
      },
      [selector, by] as const,
    );
    await page.waitForTimeout(60);
  }
}
