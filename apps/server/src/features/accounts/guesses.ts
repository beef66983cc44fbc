/**
 * H6, H12: every try at a secret of an account is counted before it is evaluated: for its device and account, for its
 * network and account, and for its network over all accounts, so that nobody can lock another one out.
 */
import type { RateLimits, Sender } from '../../platform/http/rate-limit.ts';

export const QUARTER_HOUR_SECONDS = 15 * 60;
export const HOUR_SECONDS = 3600;

const ALL = 'any';

interface Guesses {
  /**
   * Counts one. @param own the account, when the sender is signed in with it
   * @throws RefusalError too_many_requests
   */
  count(sender: Sender, target: string, own?: string): Promise<void>;
  /** It was right, and is no guess. */
  forgive(sender: Sender, target: string, own?: string): Promise<void>;
}

/** In a quarter of an hour ten tries of a device and fifty of a network at each target, 200 of a network over all. */
export function createGuesses(limits: RateLimits, name: string): Guesses {
  const windowSeconds = QUARTER_HOUR_SECONDS;
  const one = limits.guesses(name, { device: 10, network: 50, windowSeconds });
  const all = limits.attempts(`${name}-all`, { points: 200, windowSeconds });
  return {
    async count(sender, target, own) {
      await one.consume(sender, target, own);
      if (own === undefined) await all.consume(sender.ip, ALL);
    },
    async forgive(sender, target, own) {
      await one.forgive(sender, target, own);
      if (own === undefined) await all.forgive(sender.ip, ALL);
    },
  };
}
