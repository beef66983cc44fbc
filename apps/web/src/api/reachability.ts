/**
 * Whether the server answers, as far as this page knows: what the browser says, and the outcome of the latest calls.
 * One state for the whole app, so that one notice can tell people before they press a button in vain.
 */
import { useSyncExternalStore } from 'react';

export type Reachability =
  | 'reachable'
  | 'offline'
  /** The device has a network, and the server gave no answer. */
  | 'silent';

const PROBE_EVERY_MS = 5000;
const PROBE_PATH = '/api/health';

/** The rule: without a network nothing is known of the server. */
export function reachabilityOf(online: boolean, answered: boolean): Reachability {
  if (!online) return 'offline';
  return answered ? 'reachable' : 'silent';
}

let answered = true;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Each call reports whether any answer came; a refusal is an answer. */
export function noteAnswer(came: boolean): void {
  if (answered === came) return;
  answered = came;
  notify();
}

function currentReachability(): Reachability {
  return reachabilityOf(navigator.onLine, answered);
}

function subscribeReachability(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', notify);
    window.addEventListener('offline', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

export function useReachability(): Reachability {
  return useSyncExternalStore(subscribeReachability, currentReachability, () => 'reachable');
}

/** Asks the server every few seconds until it answers; hidden pages wait. @returns stops it */
export function probeUntilAnswered(): () => void {
  const timer = setInterval(() => {
    if (document.hidden || !navigator.onLine) return;
    fetch(PROBE_PATH, { cache: 'no-store' }).then(
      () => noteAnswer(true),
      () => noteAnswer(false),
    );
  }, PROBE_EVERY_MS);
  return () => clearInterval(timer);
}
