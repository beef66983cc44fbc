/**
 * Limits of attempts (H6, H12). They are counted before the attempt is evaluated, so that parallel tries all count, and in
 * the database, so that all nodes count together. Rows are keyed hashes: no address is stored.
 *
 * 1. A guess at a secret counts for its device and target first; ten wrong tries of one device end that device's tries.
 * 2. Then for its network and target, with a much higher limit: a hall behind one address isn't locked out by one guest.
 * 3. Anyone who proves by a session to be the target already is counted alone, whatever others of the network do.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { createBucketCounter, createWindowCounter } from '../database/rate-counters.ts';
import type { Keys } from '../keys/keys.ts';
import { deviceOf, noteGuess } from './device-cookie.ts';
import { RefusalError } from '../refusal.ts';
import { ipv6Groups, plainAddress } from './network-prefix.ts';

interface WindowLimit {
  points: number;
  windowSeconds: number;
}

interface GuessLimit {
  /** Tries of one device at one target. */
  device: number;
  /** Tries of one network at one target, with or without devices that are known. */
  network: number;
  windowSeconds: number;
}

/** Where an attempt comes from: a request, or what a command was told of it. */
export interface Sender {
  ip: string;
  headers: { cookie?: string | undefined };
}

export interface AttemptLimiter {
  /**
   * Counts one attempt.
   * @param who an address, which counts as its network, or the id of an entry, account or session
   * @throws RefusalError `too_many_requests` with Retry-After
   */
  consume(who: string, target: string): Promise<void>;
  /** Takes one attempt back that turned out to be right. */
  forgive(who: string, target: string): Promise<void>;
}

/** `own` is what a valid session proves the sender to be: the target itself. Only then is the network not counted. */
export interface GuessLimiter {
  /** Counts one guess. @throws RefusalError `too_many_requests` with Retry-After */
  consume(sender: Sender, target: string, own?: string): Promise<void>;
  /** Takes one guess back that turned out to be right. */
  forgive(sender: Sender, target: string, own?: string): Promise<void>;
  /**
   * Counts nothing, for guesses that are known to be right. What it knows may be a second old.
   * @throws RefusalError `too_many_requests` when `consume` would refuse the next guess
   */
  refuseBlocked(sender: Sender, target: string): Promise<void>;
}

/** At once, and then steadily. */
export interface CrowdLimit {
  burst: number;
  perMinute: number;
}

interface CrowdLimiter {
  /** Counts one call of a network, unless it has to wait. Answers 0, or the seconds until it is worth coming again. */
  admit(address: string, target: string): Promise<number>;
}

export interface RateLimits {
  /** @param name of what is limited; two limiters of one name share their counters */
  attempts(name: string, limit: WindowLimit): AttemptLimiter;
  guesses(name: string, limit: GuessLimit): GuessLimiter;
  /** For calls that come in crowds and may wait. */
  crowd(name: string, limit: CrowdLimit): CrowdLimiter;
}

/** How long a counter that was read is believed. */
const BELIEVED_MS = 1000;
/** Counters that are remembered; each is a few dozen bytes. */
const REMEMBERED = 20_000;

export function createRateLimits(parts: { database: Database; clock: Clock; keys: Keys }): RateLimits {
  const { database, clock, keys } = parts;
  const counters = { database, now: () => clock.now() };
  const rowKey = (...names: string[]): string =>
    keys.pseudonymise('rate-limit', names.map((name) => encodeURIComponent(name)).join(' '));

  const known = new LRUCache<string, { count: number; until: number; readAt: number }>({ max: REMEMBERED });

  const windows = (name: string, windowSeconds: number) => {
    const counter = createWindowCounter(counters, windowSeconds * 1000);

    const remember = (key: string, state: { count: number; until: number }): void => {
      known.set(key, { ...state, readAt: clock.now() });
    };
    const believed = (key: string): { count: number; until: number } | null => {
      const state = known.get(key);
      const now = clock.now();
      return state !== undefined && now - state.readAt < BELIEVED_MS && now < state.until ? state : null;
    };
    const refuse = (until: number): never => {
      const seconds = Math.ceil((until - clock.now()) / 1000);
      throw new RefusalError('too_many_requests', { retryAfter: Math.max(1, seconds) });
    };

    return {
      async consume(who: string, target: string, points: number): Promise<void> {
        const key = rowKey(name, network(who), target);
        const last = believed(key);
        // A flood of refused attempts doesn't reach the database.
        if (last !== null && last.count > points) refuse(last.until);
        const state = await counter.add(key);
        remember(key, state);
        if (state.count > points) refuse(state.until);
      },
      async forgive(who: string, target: string): Promise<void> {
        const key = rowKey(name, network(who), target);
        known.delete(key);
        await counter.takeBack(key);
      },
      async refuseFrom(who: string, target: string, points: number): Promise<void> {
        const key = rowKey(name, network(who), target);
        const state = believed(key) ?? (await counter.read(key)) ?? { count: 0, until: Infinity };
        remember(key, state);
        if (state.count >= points) refuse(state.until);
      },
    };
  };

  return {
    attempts(name, { points, windowSeconds }) {
      const limited = windows(name, windowSeconds);
      return {
        consume: (who, target) => limited.consume(who, target, points),
        forgive: limited.forgive,
      };
    },

    guesses(name, { device: perDevice, network: perNetwork, windowSeconds }) {
      const devices = windows(`${name}-device`, windowSeconds);
      const networks = windows(name, windowSeconds);
      return {
        async consume(sender, target, own) {
          if (own === undefined) noteGuess(sender);
          const device = own ?? deviceOf(sender.headers.cookie);
          if (device !== null) await devices.consume(device, target, perDevice);
          if (own === undefined) await networks.consume(sender.ip, target, perNetwork);
        },
        async forgive(sender, target, own) {
          const device = own ?? deviceOf(sender.headers.cookie);
          if (device !== null) await devices.forgive(device, target);
          if (own === undefined) await networks.forgive(sender.ip, target);
        },
        async refuseBlocked(sender, target) {
          const device = deviceOf(sender.headers.cookie);
          if (device !== null) await devices.refuseFrom(device, target, perDevice);
          await networks.refuseFrom(sender.ip, target, perNetwork);
        },
      };
    },

    crowd(name, { burst, perMinute }) {
      const take = createBucketCounter(counters, { burst, intervalMs: Math.ceil(60_000 / perMinute) });
      return {
        async admit(address, target) {
          return Math.ceil((await take(rowKey(name, network(address), target))) / 1000);
        },
      };
    },
  };
}

/** One household has a whole IPv6 /64, so its addresses count as one. Anything else than an IPv6 address is left as it is. */
export function network(address: string): string {
  if (isIPv4(address)) return address;
  const plain = plainAddress(address);
  return isIPv6(plain) ? ipv6Groups(plain, 4) : plain;
}
