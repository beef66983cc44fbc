/** A long list that is rendered some items at a time, so that the page answers in between also on a slow phone. */
import { startTransition, useEffect, useState } from 'react';

const STEP = 20;
const BETWEEN_MS = 40;

/** @returns how many of `total` items to render now; all of them within moments */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(STEP);
  const isGrowing = count < total;
  useEffect(() => {
    if (!isGrowing) return;
    const timer = setInterval(() => startTransition(() => setCount((known) => known + STEP)), BETWEEN_MS);
    return () => clearInterval(timer);
  }, [isGrowing]);
  return Math.min(count, total);
}
