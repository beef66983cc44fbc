/**
 * Whether the server answers, as far as this page knows: the browser's own word, and what became of the latest calls.
 * One state for the whole app, so that one notice can tell people before they press a button in vain.
 */

export type Reachability =
  | 'reachable'
  /** The device has no network. */
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

function tell(): void {
  for (const listener of listeners) listener();
}

/** Each call reports whether any answer came; a refusal is an answer. */
export function noteAnswer(came: boolean): void {
  if (answered === came) return;
  answered = came;
  tell();
}

export function currentReachability(): Reachability {
  return reachabilityOf(navigator.onLine, answered);
}

export function subscribeReachability(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', tell);
    window.addEventListener('offline', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Asks the server now and then until it answers; hidden pages wait. @returns ends the asking */
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
