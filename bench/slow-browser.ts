/** Two ways to slow a browser down: the main thread of one page, and every thread of every page. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const RUN_MS = 4;

/** Slows down the main thread of a page with Chromium's own tools, which leave its workers alone. */
export async function slowMainThread(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/**
 * Slows down all pages and their workers: their processes are stopped most of the time.
 *
 * @param browserPid of the browser's first process @param times how many times slower @returns what ends it
 */
export function slowBrowser(browserPid: number, times: number): () => void {
  let pids: number[] = [];
  let timer: NodeJS.Timeout;
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended.
      }
    }
  };
  const run = (): void => {
    signal('SIGCONT');
    timer = setTimeout(stop, RUN_MS);
  };
  const stop = (): void => {
    pids = renderersOf(browserPid);
    signal('SIGSTOP');
    timer = setTimeout(run, RUN_MS * (times - 1));
  };
  stop();
  return () => {
    clearTimeout(timer);
    signal('SIGCONT');
  };
}

/** Processes in which pages and their workers run. */
function renderersOf(browserPid: number): number[] {
  const parents = new Map<number, number>();
  const renderers: number[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const parent = /\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      parents.set(pid, Number(parent));
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) renderers.push(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOfBrowser = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === browserPid) return true;
    }
    return false;
  };
  return renderers.filter(isOfBrowser);
}
