/**
 * Notes when a page's shown phase changes, on the page itself and to the millisecond: `<html data-phase data-step>`.
 * All pages of a test run on one machine, so their `Date.now()` can be compared.
 */
import type { Page } from '@playwright/test';

interface PhaseChange {
  /** e.g. "countdown", "animation/warmup", "reveal" */
  phase: string;
  at: number;
}

declare global {
  interface Window {
    phaseChanges?: PhaseChange[];
  }
}

/** Install before the first navigation. */
export async function watchPhases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: PhaseChange[] = [];
    window.phaseChanges = changes;
    const note = (): void => {
      const { phase, step } = document.documentElement.dataset;
      if (phase === undefined) return;
      const now = step === undefined || step === '' ? phase : `${phase}/${step}`;
      if (changes.at(-1)?.phase !== now) changes.push({ phase: now, at: Date.now() });
    };
    const start = (): void => {
      note();
      new MutationObserver(note).observe(document.documentElement, { attributes: true });
    };
    if (document.documentElement) start();
    else document.addEventListener('readystatechange', start, { once: true });
  });
}

/** The changes so far of the page's current document. */
export function phaseChanges(page: Page): Promise<PhaseChange[]> {
  return page.evaluate(() => window.phaseChanges ?? []);
}

/** First time each phase was shown. */
export function firstTimes(changes: readonly PhaseChange[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { phase, at } of changes) if (!times.has(phase)) times.set(phase, at);
  return times;
}
