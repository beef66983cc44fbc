/**
 * What a page does not begin with. Behind a first view that came as HTML it waits until the page stands and the browser has nothing
 * else to do, one part after the other, so that no part makes a finger wait for another. On pages that begin in the browser, and for
 * what appears later, nothing waits.
 */
import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { loadAllStyles } from './all-styles.ts';
import { useIsOnDevice } from './on-device.ts';

/** A busy page gets its parts too. */
const LONGEST_WAIT_MS = 500;

const waiting: (() => void)[] = [];

async function runNext(): Promise<void> {
  await loadAllStyles();
  waiting.shift()?.();
  if (waiting.length > 0) schedule();
}

function schedule(): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window)
    requestIdleCallback(() => void runNext(), { timeout: LONGEST_WAIT_MS });
  else setTimeout(() => void runNext(), 1);
}

/** Calls it when the browser is idle, after whatever waits already. @returns what takes it back */
export function whenIdle(run: () => void): () => void {
  waiting.push(run);
  if (waiting.length === 1) schedule();
  return () => {
    const index = waiting.indexOf(run);
    // Its turn passes without it.
    if (index !== -1) waiting[index] = () => undefined;
  };
}

/** False in a first view and until the browser is idle behind it. */
export function useIsLater(): boolean {
  const [isLater, setLater] = useState(useIsOnDevice());
  useEffect(() => (isLater ? undefined : whenIdle(() => startTransition(() => setLater(true)))), [isLater]);
  return isLater;
}

interface LaterProps {
  /** In its place until it is there. */
  fallback?: ReactNode;
  /** May be loaded on demand. */
  children: ReactNode;
}

/** A part of a page that the first view leaves out. */
export function Later({ fallback = null, children }: LaterProps) {
  return useIsLater() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
