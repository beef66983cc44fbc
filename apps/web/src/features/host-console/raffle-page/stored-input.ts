/**
 * What a host typed in a section of a raffle's page and has not saved: it is there again after a change of section or a reload,
 * in this tab only, and goes with the session of its host. Without storage it is lost, and nothing else.
 */

type InputOf = 'prizes' | 'settings' | 'claim-form';

const PREFIXES: Record<InputOf, string> = {
  prizes: 'raffle:prizes:',
  settings: 'raffle:settings:',
  'claim-form': 'raffle:claim-form:',
};

/** @returns undefined where nothing is stored */
export function readInput(of: InputOf, raffleId: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIXES[of] + raffleId);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** @param input null removes it */
export function storeInput(of: InputOf, raffleId: string, input: object | null): void {
  try {
    if (input === null) sessionStorage.removeItem(PREFIXES[of] + raffleId);
    else sessionStorage.setItem(PREFIXES[of] + raffleId, JSON.stringify(input));
  } catch {
    // Storage is full or blocked.
  }
}

/** Of all raffles, when their host signs out. */
export function forgetInput(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (Object.values(PREFIXES).some((prefix) => key.startsWith(prefix))) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
