/** Who waits for a draw gets its world meanwhile; in the countdown thousands would ask for it at once, and be late. */
import type { AnimationStyle } from '@glassdrum/contract';
import { useEffect } from 'react';

/** The page itself comes first. */
const AFTER_MS = 2000;

/** @param style null: nothing is near */
export function useSceneFetched(style: AnimationStyle | null): void {
  useEffect(() => {
    if (style === null) return;
    const timer = setTimeout(() => {
      // Fetched again when the draw starts, if it fails now.
      fetchScene(style).catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [style]);
}

async function fetchScene(style: AnimationStyle): Promise<void> {
  const { fetchShow } = await import('@glassdrum/show');
  await fetchShow(style, matchMedia('(prefers-reduced-motion: reduce)').matches);
}
