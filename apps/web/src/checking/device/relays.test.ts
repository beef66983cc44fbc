import { describe, expect, it } from 'vitest';
import { askForRound, askRelay, offsetFromRound, type RelayAnswer, type RelayParts } from './relays.ts';

const CHAIN = 'a'.repeat(64);
const SIGNATURE = 'b'.repeat(96);
const sound = (round: number): string => JSON.stringify({ round, randomness: '', signature: SIGNATURE });

/** @param answers by host name, one for each question; the last one is repeated; null: no connection */
function network(answers: Record<string, (string | null | { status: number })[]>) {
  const questions: string[] = [];
  const parts: RelayParts = {
    relays: Object.keys(answers).map((host) => `https://${host}`),
    chainHash: CHAIN,
    signal: new AbortController().signal,
    random: () => 0,
    pause: () => Promise.resolve(),
    fetch: (input) => {
      if (typeof input !== 'string') throw new TypeError('Relays are asked by their address.');
      const { host, pathname } = new URL(input);
      questions.push(`${host}${pathname.slice(1 + CHAIN.length)}`);
      const left = answers[host] ?? [];
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer === null || answer === undefined) return Promise.reject(new TypeError('No connection.'));
      return Promise.resolve(
        typeof answer === 'string' ? new Response(answer) : new Response('', { status: answer.status }),
      );
    },
  };
  return { parts, questions };
}

async function roundFrom(parts: RelayParts, tries = 5): Promise<RelayAnswer[]> {
  const found: RelayAnswer[] = [];
  let left = tries;
  await askForRound(parts, 7, {
    onAnswer: (answer) => found.push(answer),
    giveUp: () => (left -= 1) <= 0,
  });
  return found;
}

describe('askForRound', () => {
  it('R88: asks two relays and no more when both answer', async () => {
    const { parts, questions } = network({ a: [sound(7)], b: [sound(7)], c: [sound(7)] });
    expect((await roundFrom(parts)).map(({ relay }) => relay)).toEqual(['https://a', 'https://b']);
    expect(questions).toEqual(['a/public/7', 'b/public/7']);
  });

  it('R88: takes another relay for one that is down, lies about the round or sends garbage', async () => {
    const { parts } = network({
      a: [null],
      b: [sound(8)],
      c: ['<html>Welcome to the hotel network</html>'],
      d: [sound(7)],
      e: [`{"round":7,"signature":"${'0'.repeat(20_000)}"}`],
      f: [sound(7)],
    });
    expect((await roundFrom(parts, 20)).map(({ relay }) => relay)).toEqual(['https://d', 'https://f']);
  });

  it('asks a relay again that does not have the round yet', async () => {
    const { parts } = network({ a: [{ status: 425 }, { status: 404 }, sound(7)] });
    expect(await roundFrom(parts)).toHaveLength(1);
  });

  it('ends without an answer where no relay can be reached', async () => {
    const { parts, questions } = network({ a: [null], b: [null] });
    expect(await roundFrom(parts, 3)).toEqual([]);
    expect(questions.length).toBeLessThanOrEqual(6);
  });
});

describe('askRelay', () => {
  it('takes the newest round as it comes', async () => {
    const { parts } = network({ a: [sound(99)] });
    expect(await askRelay(parts, 'https://a', 'latest')).toMatchObject({ round: 99 });
  });
});

describe('offsetFromRound', () => {
  const chain = { genesis_time: 1000, period: 3 };
  // Round 11 is due at 1030 and the newest until 1033.
  it.each([
    [1030, 0],
    [1034, 0],
    [1020, -10],
    [1050, 15.5],
  ])('R88: at %i by this device the clock is %d s ahead', (now, ahead) => {
    expect(offsetFromRound(11, chain, { askedAt: now, answeredAt: now })).toBe(ahead);
  });

  it('does not blame the clock for a slow network', () => {
    expect(offsetFromRound(11, chain, { askedAt: 1031, answeredAt: 1040 })).toBe(0);
  });
});
