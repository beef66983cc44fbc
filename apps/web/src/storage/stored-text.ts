/** Small texts kept on this device. A browser without storage only forgets sooner; nothing depends on them (R5). */

const PREFIX = 'raffle';

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`${PREFIX}:${name}`);
  } catch {
    return null;
  }
}

/** @param text null removes it */
export function writeStored(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(`${PREFIX}:${name}`);
    else localStorage.setItem(`${PREFIX}:${name}`, text);
  } catch {
    // Storage is full or blocked.
  }
}
