/** Where somebody goes who had to sign in first; remembered in this tab, for the way there may lead over other pages. */

const KEY = 'glassdrum-after-sign-in';

/** @param path within the app, with its fragment */
export function rememberDestination(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is blocked: the console comes first, and the link has to be opened again.
  }
}

/** Null for the console. */
export function destination(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetDestination(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
