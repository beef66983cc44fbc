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
