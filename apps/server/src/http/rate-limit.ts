/** H6: guessing is counted by (address, target) before the guess is evaluated, so that parallel tries all count. */
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { CallError } from './errors.ts';

export interface AttemptLimiter {
  /** Counts one attempt. @throws CallError `too_many_requests` with Retry-After */
  consume(address: string, target: string): Promise<void>;
  /** Takes one attempt back that turned out to be right. */
  forgive(address: string, target: string): Promise<void>;
}

/** At most `points` attempts in `windowSeconds` for each pair of address and target. */
export function createAttemptLimiter(limit: { points: number; windowSeconds: number }): AttemptLimiter {
  const limiter = new RateLimiterMemory({ points: limit.points, duration: limit.windowSeconds });
  const keyOf = (address: string, target: string): string => `${network(address)}|${target}`;
  return {
    async forgive(address, target) {
      await limiter.reward(keyOf(address, target));
    },
    async consume(address, target) {
      try {
        await limiter.consume(keyOf(address, target));
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        const { msBeforeNext } = refusal as RateLimiterRes;
        throw new CallError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
      }
    },
  };
}

/** One household has a whole IPv6 /64, so its addresses count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
