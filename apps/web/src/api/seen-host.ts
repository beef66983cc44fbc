/** Whether a host was signed in in this browser last time; it only decides what is fetched and shown first. */

const SEEN_KEY = 'glassdrum-host';

export function wasHostSeen(): boolean {
  try {
    return localStorage.getItem(SEEN_KEY) !== null;
  } catch {
    // Storage is blocked: unknown.
    return true;
  }
}

export function rememberHost(isSeen: boolean): void {
  try {
    if (isSeen) localStorage.setItem(SEEN_KEY, 'seen');
    else localStorage.removeItem(SEEN_KEY);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
