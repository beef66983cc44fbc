/**
 * Loads a draw's show before it is needed: the small file with the calm picture at once, then the chosen style's world:
 * fetched, compiled and drawn once, out of sight. In the countdown thousands would ask for it at the same time, and a phone
 * that compiles then shows the countdown late.
 */
import type { AnimationStyle } from '@glassdrum/contract';
import type * as Show from '@glassdrum/show';
import { useEffect } from 'react';
import { whenIdle } from '../ui/later.tsx';

/** The page itself comes first, and whatever its visitor does at once. */
const WARM_UP_AFTER_MS = 8000;
/** From one waiting room to the page of the draw, and until the names are there. */
const KEPT_MS = 15_000;

type ShowCode = typeof Show;

interface WarmUp {
  key: string;
  stage: Promise<Show.WarmStage | null>;
  /** Pages that wait for it now. */
  users: number;
}

let showCode: Promise<ShowCode> | null = null;
let warmUp: WarmUp | null = null;

/** The code that opens a show, with the calm picture in it; after a failure the next call tries again. */
export function loadShow(): Promise<ShowCode> {
  showCode ??= import('@glassdrum/show').catch((error: unknown) => {
    showCode = null;
    throw error;
  });
  return showCode;
}

/**
 * @param style null: no draw is near
 * @param hasGround as the show will be opened
 */
export function usePreloadedShow(style: AnimationStyle | null, hasGround = true): void {
  useEffect(() => {
    if (style === null) return;
    const takeBack = whenIdle(() => void loadShow().catch(() => undefined));
    let used: WarmUp | null = null;
    const timer = setTimeout(() => (used = acquire(style, hasGround)), WARM_UP_AFTER_MS);
    return () => {
      takeBack();
      clearTimeout(timer);
      if (used !== null) release(used);
    };
  }, [style, hasGround]);
}

/** What was made ready for such a show, if it was; belongs to the caller from now on. */
export async function takeWarmStage(
  style: AnimationStyle,
  hasGround: boolean,
): Promise<Show.WarmStage | null> {
  const found = warmUp;
  if (found === null || found.key !== keyOf(style, hasGround)) return null;
  warmUp = null;
  return found.stage;
}

/** As this page shows a draw. */
export function sceneLook(): { theme: 'light' | 'dark'; calm: boolean } {
  return {
    theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
    calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/** Lets the page answer, paint and play sound first. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function keyOf(style: AnimationStyle, hasGround: boolean): string {
  const { theme, calm } = sceneLook();
  return [style, hasGround, theme, calm].join(' ');
}

function acquire(style: AnimationStyle, hasGround: boolean): WarmUp {
  const key = keyOf(style, hasGround);
  if (warmUp === null || warmUp.key !== key) {
    if (warmUp !== null) discard(warmUp);
    warmUp = { key, stage: warm(style, hasGround), users: 0 };
  }
  warmUp.users += 1;
  return warmUp;
}

async function warm(style: AnimationStyle, hasGround: boolean): Promise<Show.WarmStage | null> {
  try {
    const { warmShow } = await loadShow();
    return await warmShow({ style, hasGround, yieldToMain, ...sceneLook() });
  } catch {
    // Asked for again when the draw starts.
    return null;
  }
}

function release(used: WarmUp): void {
  used.users -= 1;
  setTimeout(() => {
    if (warmUp === used && used.users === 0) discard(used);
  }, KEPT_MS);
}

function discard(unused: WarmUp): void {
  if (warmUp === unused) warmUp = null;
  void unused.stage.then((stage) => stage?.dispose());
}
