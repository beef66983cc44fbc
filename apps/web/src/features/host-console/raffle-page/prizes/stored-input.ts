/**
 * What was typed into a raffle's page and not saved: it is there again after a change of section or a reload, in this tab
 * only, and goes with the session of its host. Without storage it is lost, and nothing else.
 */

const PREFIX = 'raffle:prizes:';

/** @returns undefined where nothing is stored */
export function readInput(raffleId: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + raffleId);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** @param input null removes it */
export function storeInput(raffleId: string, input: object | null): void {
  try {
    if (input === null) sessionStorage.removeItem(PREFIX + raffleId);
    else sessionStorage.setItem(PREFIX + raffleId, JSON.stringify(input));
  } catch {
    // Storage is full or blocked.
  }
}

/** Of all raffles, when their host signs out. */
export function forgetInput(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
