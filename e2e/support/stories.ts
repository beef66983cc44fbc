/** Stories that take a minute of waiting each, told at the same time and looked at one after the other. */

/** @param atOnce how many are under way together */
export function storyTeller(atOnce: number): <T>(story: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (story) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await story();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

const PAUSE_MS = 100;

/**
 * Waits until it holds. A story goes on when the test ends in which it began, and what waits in Playwright's own polls is let go
 * then as if it held.
 *
 * @throws Error when it does not hold in time
 */
export async function until(what: string, holds: () => Promise<boolean>, ms: number): Promise<void> {
  for (const giveUp = Date.now() + ms; !(await holds());) {
    if (Date.now() > giveUp) throw new Error(`Never happened: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
