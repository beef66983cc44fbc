import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChatFacts, decideChatLine, holdsBlockedWord } from './chat.ts';
import { ANIMATION_STYLES, winningStyle } from './votes.ts';

const open: ChatFacts = { mode: 'everyone', slowSeconds: 0, words: [], muted: false, lastAt: null };
const guest = { text: 'hello', isHost: false };
const host = { text: 'hello', isHost: true };
const NOW = 1_800_000_000_000;

describe('a line in the chat', () => {
  test('is taken from everyone while the chat is open', () => {
    expect(decideChatLine(open, guest, NOW)).toEqual({ ok: true });
  });
  test.each([
    [{ mode: 'off' as const }, 'chat_off', 'chat_off'],
    [{ mode: 'host' as const }, 'chat_host_only', 'yes'],
    [{ muted: true }, 'chat_muted', 'yes'],
    [{ words: ['hello'] }, 'chat_word_blocked', 'yes'],
    [{ slowSeconds: 10, lastAt: NOW - 9_999 }, 'chat_slow', 'yes'],
    [{ slowSeconds: 10, lastAt: NOW - 10_000 }, 'yes', 'yes'],
  ])('%o: %s for a guest, %s for the host', (facts, forGuest, forHost) => {
    const answer = (line: typeof guest): string => {
      const decision = decideChatLine({ ...open, ...facts }, line, NOW);
      return decision.ok ? 'yes' : decision.refusal;
    };
    expect([answer(guest), answer(host)]).toEqual([forGuest, forHost]);
  });
  test('returns how long a sender has to wait in slow mode', () => {
    const facts = { ...open, slowSeconds: 10, lastAt: NOW - 4_000 };
    expect(decideChatLine(facts, guest, NOW)).toEqual({ ok: false, refusal: 'chat_slow', waitMs: 6_000 });
  });
  test('a blocked word is found whatever its case and accents, but not inside another word', () => {
    expect(holdsBlockedWord('What a SCÁM!', ['scam'])).toBe(true);
    expect(holdsBlockedWord('scampi for all', ['scam'])).toBe(false);
    expect(holdsBlockedWord('buy now, really: buy', ['buy now'])).toBe(true);
    expect(holdsBlockedWord('nothing here', ['', '!!'])).toBe(false);
  });
});

describe('the style of the draw', () => {
  test('is the one with most votes; ties go to the raffle’s own, then to the fixed order', () => {
    expect(winningStyle([], 'neon')).toBe('neon');
    expect(winningStyle([{ style: 'casino', count: 2 }], 'neon')).toBe('casino');
    expect(
      winningStyle(
        [
          { style: 'casino', count: 2 },
          { style: 'neon', count: 2 },
        ],
        'neon',
      ),
    ).toBe('neon');
    expect(
      winningStyle(
        [
          { style: 'fireworks', count: 2 },
          { style: 'cosmic', count: 2 },
        ],
        'neon',
      ),
    ).toBe('cosmic');
  });
  test('does not depend on the order of the counts and never loses to a style with more votes', () => {
    const counts = fc.uniqueArray(
      fc.record({ style: fc.constantFrom(...ANIMATION_STYLES), count: fc.nat({ max: 5 }) }),
      { selector: (vote) => vote.style },
    );
    fc.assert(
      fc.property(counts, fc.constantFrom(...ANIMATION_STYLES), (votes, own) => {
        const style = winningStyle(votes, own);
        expect(winningStyle(votes.toReversed(), own)).toBe(style);
        const of = (name: string): number => votes.find((vote) => vote.style === name)?.count ?? 0;
        expect(
          votes.every((vote) => vote.count <= of(style)) || votes.every(({ count }) => count === 0),
        ).toBe(true);
      }),
    );
  });
});
