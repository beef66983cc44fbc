/**
 * Verified drand rounds from several relays at once; the first valid signature wins (R30, R31; draw protocol §4).
 *
 * 1. A question goes to every relay at the same time, each with its own time-out.
 * 2. An answer counts only when its BLS signature fits the pinned chain; relays that lie are logged and ignored.
 * 3. While a round is awaited the question is repeated, first soon and then more slowly, until it is there.
 */
import { roundAt, roundTime, type BeaconChain } from '@glassdrum/fair-draw';
import type { Clock } from '../clock/clock.ts';
import { askRelay, type BeaconRound } from './relay.ts';

interface BeaconLog {
  warn(details: object, message: string): void;
}

export interface BeaconClientParts {
  chain: BeaconChain;
  /** Base addresses without a slash at the end. */
  relays: readonly string[];
  clock: Clock;
  log: BeaconLog;
  fetch?: typeof fetch;
}

export interface BeaconClient {
  chain: BeaconChain;
  /** Asks every relay once. Null when none has the round (yet). */
  fetchRound(round: number, signal?: AbortSignal): Promise<BeaconRound | null>;
  /** Asks again and again until the round is there; null only when `signal` aborts. */
  waitForRound(round: number, signal: AbortSignal): Promise<BeaconRound | null>;
  /**
   * D6: what the rounds that exist say of a clock. 'behind' is proven by a signature that could not exist yet when it is here;
   * 'ahead' only says that relays lack a round of ten seconds ago. Null: nobody answered, or so late that it says nothing.
   */
  opinionOfTime(time: Pick<Clock, 'now'>, signal?: AbortSignal): Promise<'right' | 'behind' | 'ahead' | null>;
  /** R31: did a relay give a fresh, valid round within the last 30 s? Looks if nobody did. */
  isReachable(now: number): Promise<boolean>;
}

/** The public HTTP relays of the League of Entropy. */
export const PUBLIC_RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
] as const;

const ANSWER_WITHIN_MS = 3000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
const LOOK_COUNTS_FOR_MS = 30_000;
/** The look asks for a round this much in the past, so that every honest relay has it already. */
const LOOK_BACK_S = 10;
/** A clock that is so much behind is wrong; the round that is asked for is due later than that. */
const BEHIND_MS = 2000;
const NOT_YET_S = BEHIND_MS / 1000 + 1;

export function createBeaconClient(parts: BeaconClientParts): BeaconClient {
  const { chain, relays, clock, log } = parts;
  const ask = parts.fetch ?? fetch;
  let lastGoodLook = Number.NEGATIVE_INFINITY;
  let lookUnderWay: Promise<boolean> | undefined;

  /** 'not-yet': no relay has it, and one says that its time has not come. Null: nobody gave an answer that counts. */
  async function askAll(round: number, signal?: AbortSignal): Promise<BeaconRound | 'not-yet' | null> {
    let notYet = false;
    const decided = new AbortController();
    const signals = [decided.signal, AbortSignal.timeout(ANSWER_WITHIN_MS), ...(signal ? [signal] : [])];
    const questions = relays.map(async (relay) => {
      const answer = await askRelay(relay, chain, round, { fetch: ask, signal: AbortSignal.any(signals) });
      if (answer.kind === 'round') return answer.round;
      if (answer.kind === 'lied')
        log.warn({ relay, round, reason: answer.reason }, 'a beacon relay gave a false answer');
      if (answer.kind === 'not-yet') notYet = true;
      throw new Error(answer.kind);
    });
    const first = await Promise.any(questions).catch(() => null);
    decided.abort();
    return first ?? (notYet ? 'not-yet' : null);
  }

  async function fetchRound(round: number, signal?: AbortSignal): Promise<BeaconRound | null> {
    const answer = await askAll(round, signal);
    return answer === 'not-yet' ? null : answer;
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, done);
      function done(): void {
        signal.removeEventListener('abort', done);
        cancel();
        resolve();
      }
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }

  async function waitForRound(round: number, signal: AbortSignal): Promise<BeaconRound | null> {
    for (let wait = FIRST_PAUSE_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const found = await fetchRound(round, signal);
      if (found !== null) return found;
      await pause(wait, signal);
    }
    return null;
  }

  /** Old enough for every honest relay to have it. */
  const recentRound = (now: number): number =>
    roundAt(Math.max(Math.floor(now / 1000) - LOOK_BACK_S, chain.genesisTime), chain);

  async function look(now: number): Promise<boolean> {
    const found = await fetchRound(recentRound(now));
    if (found === null) return false;
    lastGoodLook = now;
    return true;
  }

  return {
    chain,
    fetchRound,
    waitForRound,
    async opinionOfTime(time, signal) {
      const now = time.now();
      const future = roundAt(Math.max(Math.floor(now / 1000) + NOT_YET_S, chain.genesisTime), chain);
      const [early, recent] = await Promise.all([askAll(future, signal), askAll(recentRound(now), signal)]);
      if (early !== null && early !== 'not-yet')
        return roundTime(future, chain) * 1000 - time.now() > BEHIND_MS ? 'behind' : null;
      if (recent === 'not-yet') return 'ahead';
      return recent === null ? null : 'right';
    },
    async isReachable(now) {
      if (now - lastGoodLook <= LOOK_COUNTS_FOR_MS) return true;
      lookUnderWay ??= look(now).finally(() => {
        lookUnderWay = undefined;
      });
      return lookUnderWay;
    },
  };
}
