/**
 * H6: every try at a secret of an account is counted before it is evaluated, for each pair of caller and account and for
 * the caller over all accounts, so that nobody can lock another one out.
 */
import { type AttemptLimiter, createAttemptLimiter } from '../../http/rate-limit.ts';

export const QUARTER_HOUR_SECONDS = 15 * 60;
export const HOUR_SECONDS = 3600;

const ALL = 'any';

interface Guesses {
  /** Counts one. @throws CallError too_many_requests */
  count(address: string, target: string): Promise<void>;
  /** It was right, and is no guess. */
  forgive(address: string, target: string): Promise<void>;
}

/** Ten tries in a quarter of an hour for each target, a hundred over all. */
export function createGuesses(): Guesses {
  const one = createAttemptLimiter({ points: 10, windowSeconds: QUARTER_HOUR_SECONDS });
  const all = createAttemptLimiter({ points: 100, windowSeconds: QUARTER_HOUR_SECONDS });
  const both = (address: string, target: string): [AttemptLimiter, string, string][] => [
    [all, address, ALL],
    [one, address, target],
  ];
  return {
    async count(address, target) {
      for (const [limiter, caller, what] of both(address, target)) await limiter.consume(caller, what);
    },
    async forgive(address, target) {
      for (const [limiter, caller, what] of both(address, target)) await limiter.forgive(caller, what);
    },
  };
}
