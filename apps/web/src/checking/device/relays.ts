/**
 * The public beacon as this device asks it (R88; draw protocol §10): relays of drand, without the installation in between.
 * A relay may be down, slow, blocked by a network, or lie; whether a signature is genuine is checked where it is used.
 */
import type { BeaconChainInfo } from '@glassdrum/contract';

/** What a relay says about a round. */
export interface RelayAnswer {
  relay: string;
  round: number;
  /** 96 hex, unchecked. */
  signature: string;
}

export interface RelayParts {
  relays: readonly string[];
  /** 64 hex. */
  chainHash: string;
  signal: AbortSignal;
  fetch: typeof fetch;
  pause: (ms: number) => Promise<void>;
  /** 0 … 1, so that not every device asks the same relay first. */
  random: () => number;
}

/** Two relays that agree, of different operators, say more than one. */
const WANTED = 2;
const ANSWER_WITHIN_MS = 3000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3000;
/** An honest answer has about 350 characters. */
const LONGEST_ANSWER = 10_000;

/** One question to one relay. @returns null for no answer, and for one that is not in drand's form. Never throws */
export async function askRelay(
  { chainHash, signal, fetch: ask }: Pick<RelayParts, 'chainHash' | 'signal' | 'fetch'>,
  relay: string,
  round: number | 'latest',
): Promise<RelayAnswer | null> {
  const control = new AbortController();
  const abort = (): void => control.abort();
  const timer = setTimeout(abort, ANSWER_WITHIN_MS);
  signal.addEventListener('abort', abort);
  try {
    const response = await ask(`${relay}/${chainHash}/public/${round}`, {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: control.signal,
    });
    if (!response.ok) return null;
    const answer = parsed(await response.text());
    return answer === null || (round !== 'latest' && answer.round !== round) ? null : { relay, ...answer };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * A round from two relays, or from as many as answer until `giveUp` says that there is no more time. Tells each answer as
 * soon as it is there.
 */
export async function askForRound(
  parts: RelayParts,
  round: number,
  { onAnswer, giveUp }: { onAnswer: (answer: RelayAnswer) => void; giveUp: () => boolean },
): Promise<void> {
  const waiting = shuffled(parts.relays, parts.random);
  let found = 0;
  let pauseMs = FIRST_PAUSE_MS;
  while (waiting.length > 0 && found < WANTED && !parts.signal.aborted) {
    const asked = waiting.splice(0, WANTED - found);
    const answers = await Promise.all(asked.map((relay) => askRelay(parts, relay, round)));
    for (const [index, answer] of answers.entries()) {
      const relay = asked[index];
      if (answer !== null) {
        found += 1;
        onAnswer(answer);
      } else if (relay !== undefined) {
        // Behind the others: a relay that is only late gets another chance.
        waiting.push(relay);
      }
    }
    if (found >= WANTED || giveUp()) return;
    await parts.pause(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, 1.5 * pauseMs);
  }
}

/**
 * How far this device's clock is from the beacon's, seconds; positive when it is ahead. Zero within what a network's delay
 * explains: a round may be almost a period old when it is told, and takes a moment to come.
 * @param askedAt, answeredAt Unix seconds by this device's clock
 */
export function offsetFromRound(
  round: number,
  chain: { genesis_time: number; period: number },
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): number {
  const from = chain.genesis_time + (round - 1) * chain.period;
  const until = from + chain.period + SPREAD_SECONDS;
  if (answeredAt < from) return answeredAt - from;
  return askedAt > until ? askedAt - until : 0;
}

/** From the round's time until relays have it. */
const SPREAD_SECONDS = 1.5;

function parsed(text: string): Omit<RelayAnswer, 'relay'> | null {
  if (text.length > LONGEST_ANSWER) return null;
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null || !('round' in json) || !('signature' in json)) return null;
  const { round, signature } = json;
  const isSound =
    typeof round === 'number' &&
    Number.isSafeInteger(round) &&
    round >= 1 &&
    typeof signature === 'string' &&
    /^[0-9a-f]{96}$/.test(signature);
  return isSound ? { round, signature } : null;
}

function shuffled(relays: readonly string[], random: () => number): string[] {
  return relays
    .map((relay) => ({ relay, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ relay }) => relay);
}

interface ClockOffset {
  /** Seconds; negative when the device is behind. */
  ahead: number;
  /** Rounds of the beacon count before the server's word. */
  by: 'relay' | 'server';
}

/**
 * How far this device's clock is from the time of the beacon, or of the server. A difference is only named: what the device
 * noted stays noted by its own clock.
 *
 * @param serverNow epoch ms on the server's clock as the live connection measured it
 */
export async function measureClock(
  parts: RelayParts,
  chain: BeaconChainInfo,
  { now, serverNow }: { now: () => number; serverNow: () => number },
): Promise<ClockOffset> {
  for (const relay of parts.relays) {
    const askedAt = now() / 1000;
    const answer = await askRelay(parts, relay, 'latest');
    if (answer === null) continue;
    return {
      ahead: offsetFromRound(answer.round, chain, { askedAt, answeredAt: now() / 1000 }),
      by: 'relay',
    };
  }
  return { ahead: (now() - serverNow()) / 1000, by: 'server' };
}
