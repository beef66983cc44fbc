/**
 * "Frozen, never finished" (draw protocol §8): a frozen draw that has shown no result an hour after its announced time,
 * as in the public log.
 */
import { useEffect, useState } from 'react';
import type { DrawPlan } from '@glassdrum/contract';
import { UNFINISHED_AFTER_SECONDS } from '@glassdrum/fair-draw';

/** @param drawAt Unix seconds, as in the freeze record @returns epoch ms of the first instant that counts */
export function unfinishedFrom(drawAt: number): number {
  return (drawAt + UNFINISHED_AFTER_SECONDS + 1) * 1000;
}

/**
 * True from then on; renders again when it becomes so.
 * @param plan a draw that has no result yet; null where there is none, or where it has one
 * @param now epoch ms, the server's clock where the page has it
 */
export function useNeverFinished(plan: Pick<DrawPlan, 'draw_at'> | null, now: () => number): boolean {
  const from = plan === null ? null : unfinishedFrom(plan.draw_at);
  const [, setPassed] = useState(0);
  const isPast = from !== null && now() >= from;
  useEffect(() => {
    if (from === null || isPast) return;
    const timer = setTimeout(() => setPassed((count) => count + 1), from - now());
    return () => clearTimeout(timer);
  }, [from, isPast, now]);
  return isPast;
}
