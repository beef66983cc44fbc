/** Calls of a device's check: spread over time, and made again while the network comes and goes. */
import { CallFailed } from '../../api/call.ts';

export const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;
export const TRIES = 8;

/** For a network that comes and goes. @throws the last failure; at once for a refusal */
export async function withRetries<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (failure) {
      const isFinal = failure instanceof CallFailed && failure.status >= 400 && failure.status < 429;
      if (isFinal || tries >= TRIES || signal.aborted) throw failure;
      await pause(pauseMs);
      pauseMs = Math.min(LONGEST_PAUSE_MS, 1.6 * pauseMs);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const LONGEST_SPREAD_MS = 5000;
/** About what a server answers while it does other things. */
const CALLS_PER_MS = 2;

/**
 * Thousands of devices learn of a draw in the same moment; a hall of a few dozen has no reason to wait.
 *
 * @returns over how many milliseconds the calls of this many devices are to be spread
 */
export function spreadFor(devices: number): number {
  return Math.min(LONGEST_SPREAD_MS, devices / CALLS_PER_MS);
}
