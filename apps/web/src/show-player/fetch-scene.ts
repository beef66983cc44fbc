/**
 * Who waits for a draw gets its world meanwhile: fetched, compiled and drawn once, out of sight. In the countdown thousands
 * would ask for it at once, and a phone that compiles then shows the countdown late.
 */
import type { AnimationStyle } from '@glassdrum/contract';
import type { WarmStage } from '@glassdrum/show';
import { useEffect } from 'react';

/** The page itself comes first, and whatever its visitor does at once. */
const AFTER_MS = 8000;
/** From one waiting room to the page of the draw, and until the names are there. */
const KEPT_MS = 15_000;

interface Waiting {
  key: string;
  stage: Promise<WarmStage | null>;
  /** Pages that wait for it now. */
  users: number;
}

let waiting: Waiting | null = null;

/**
 * @param style null: nothing is near
 * @param hasGround as the show will be opened
 */
export function useSceneFetched(style: AnimationStyle | null, hasGround = true): void {
  useEffect(() => {
    if (style === null) return;
    let mine: Waiting | null = null;
    const timer = setTimeout(() => (mine = waitFor(style, hasGround)), AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (mine !== null) leave(mine);
    };
  }, [style, hasGround]);
}

/** What was made ready for such a show, if it was; belongs to the caller from now on. */
export async function takeWarmStage(style: AnimationStyle, hasGround: boolean): Promise<WarmStage | null> {
  const found = waiting;
  if (found === null || found.key !== keyOf(style, hasGround)) return null;
  waiting = null;
  return found.stage;
}

/** As this page shows a draw. */
export function sceneLook(): { theme: 'light' | 'dark'; calm: boolean } {
  return {
    theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
    calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/** Whatever waits on the page comes first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function keyOf(style: AnimationStyle, hasGround: boolean): string {
  const { theme, calm } = sceneLook();
  return [style, hasGround, theme, calm].join(' ');
}

function waitFor(style: AnimationStyle, hasGround: boolean): Waiting {
  const key = keyOf(style, hasGround);
  if (waiting === null || waiting.key !== key) {
    if (waiting !== null) discard(waiting);
    waiting = { key, stage: warm(style, hasGround), users: 0 };
  }
  waiting.users += 1;
  return waiting;
}

async function warm(style: AnimationStyle, hasGround: boolean): Promise<WarmStage | null> {
  try {
    const { warmShow } = await import('@glassdrum/show');
    return await warmShow({ style, hasGround, breathe, ...sceneLook() });
  } catch {
    // Fetched again when the draw starts.
    return null;
  }
}

function leave(left: Waiting): void {
  left.users -= 1;
  setTimeout(() => {
    if (waiting === left && left.users === 0) discard(left);
  }, KEPT_MS);
}

function discard(unused: Waiting): void {
  if (waiting === unused) waiting = null;
  void unused.stage.then((stage) => stage?.dispose());
}
