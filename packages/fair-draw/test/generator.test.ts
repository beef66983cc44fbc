/** Uniform numbers from blocks: the word, the rejection, the counter (draw protocol §5). */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { belowFrom, createGenerator } from '../src/generator.ts';

const SEED = '297320a8b1f8b4f26bf271029acc27bc499dd8e0ba5a916e79f975126788af8e';
const WORDS = 2n ** 48n;

/** A source of blocks that begin with these words; the other 26 bytes must not matter. */
function blocks(...words: bigint[]): { next: () => Uint8Array; used: () => number } {
  let taken = 0;
  return {
    used: () => taken,
    next: () => {
      const word = words[taken];
      if (word === undefined) throw new Error('Another block was asked for.');
      taken += 1;
      return Uint8Array.from(Buffer.from(word.toString(16).padStart(12, '0') + 'ff'.repeat(26), 'hex'));
    },
  };
}

describe('belowFrom', () => {
  test.each([3, 10, 21, 1000, 2 ** 31 + 1, 2 ** 32 - 1])(
    'rejects every word from the limit on, for n = %i',
    (n) => {
      const limit = WORDS - (WORDS % BigInt(n));
      expect(limit).toBeLessThan(WORDS);
      const source = blocks(limit, WORDS - 1n, limit - 1n);
      expect(belowFrom(source.next, n)).toEqual({
        value: n - 1,
        block: (limit - 1n).toString(16).padStart(12, '0') + 'ff'.repeat(26),
      });
      expect(source.used()).toBe(3);
    },
  );

  test.each([1, 2, 2 ** 16, 2 ** 31])('rejects nothing where n = %i divides 2^48', (n) => {
    const source = blocks(WORDS - 1n);
    expect(belowFrom(source.next, n).value).toBe(n - 1);
    expect(source.used()).toBe(1);
  });

  test('is the exact remainder, whatever the word and n', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, WORDS - 1n), fc.integer({ min: 1, max: 2 ** 32 - 1 }), (word, n) => {
        const bound = BigInt(n);
        const accepted = word < WORDS - (WORDS % bound);
        const source = blocks(word, 0n);
        expect(belowFrom(source.next, n).value).toBe(accepted ? Number(word % bound) : 0);
        expect(source.used()).toBe(accepted ? 1 : 2);
      }),
      { seed: 2 },
    );
  });

  test.each([0, -1, 1.5, 2 ** 32, Number.NaN, Infinity])('has no numbers below %d', (n) => {
    expect(() => belowFrom(blocks().next, n)).toThrow(RangeError);
  });
});

describe('createGenerator', () => {
  const block = (counter: number): string =>
    createHmac('sha256', Buffer.from(SEED, 'hex')).update(`draw.rng.v2|w|3|${counter}`).digest('hex');

  test('takes block after block of HMAC-SHA256 under the raw bytes of the seed', () => {
    const generator = createGenerator(SEED)('w', 3);
    for (let counter = 0; counter < 20; counter += 1) {
      const word = Number.parseInt(block(counter).slice(0, 12), 16);
      expect(generator.below(1000)).toEqual({ value: word % 1000, block: block(counter) });
      expect(generator.blocksUsed).toBe(counter + 1);
    }
  });

  test('every prize has a stream of its own for its winners and one for its alternates', () => {
    const streamOf = createGenerator(SEED);
    const first = (role: 'w' | 'a', prize: number): string => streamOf(role, prize).below(1000).block;
    const firstBlocks = [first('w', 1), first('a', 1), first('w', 11), first('a', 2)];
    expect(new Set(firstBlocks).size).toBe(4);
    expect(first('w', 1)).toBe(firstBlocks[0]);
  });

  test.each(['', 'ab', SEED.toUpperCase(), `${SEED}0`])('refuses the seed %j', (seed) => {
    expect(() => createGenerator(seed)).toThrow(RangeError);
  });
});
