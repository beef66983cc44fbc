/**
 * Uniform numbers from a seed (draw protocol §5).
 *
 * Every prize has two streams of blocks, one for its winners and one for its alternates. Block c is HMAC-SHA256 under
 * the combined seed; its first 6 bytes are one word of 48 bits, which keeps every step exact in a JavaScript number.
 * Words at or above the largest multiple of n are rejected, so `word mod n` is exactly uniform. The counter grows with
 * every block, also with a rejected one.
 */
import { hmac as nobleHmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash, isIntegerIn, MAX_WEIGHT } from './field-rules.ts';

const WORDS = 2 ** 48;

/** w: a prize's winners; a: its alternates. */
export type StreamRole = 'w' | 'a';

export interface Draw {
  /** Uniform in 0 … n-1. */
  value: number;
  /** 64 hex of the accepted block. */
  block: string;
}

export interface Stream {
  /** @throws RangeError unless n is an integer in 1 … 2^32-1 */
  below(n: number): Draw;
  /** Blocks taken so far, rejected ones included. */
  readonly blocksUsed: number;
}

/** One block: 32 bytes, of which the first 6 are the word. */
type NextBlock = () => Uint8Array;

/**
 * The streams of a draw.
 * @param combinedSeed 64 hex @throws RangeError unless the seed is 64 lowercase hex
 */
export function createGenerator(combinedSeed: string): (role: StreamRole, prize: number) => Stream {
  if (!isHash(combinedSeed)) throw new RangeError('The combined seed must be 64 lowercase hex digits.');
  const keyed = nobleHmac.create(sha256, hexToBytes(combinedSeed));
  return (role, prize) => {
    let counter = 0;
    function nextBlock(): Uint8Array {
      const text = `draw.rng.v2|${role}|${prize}|${counter}`;
      counter += 1;
      return keyed.clone().update(utf8ToBytes(text)).digest();
    }
    return {
      below: (n) => belowFrom(nextBlock, n),
      get blocksUsed() {
        return counter;
      },
    };
  };
}

/** `below(n)` over any source of blocks; the generator's rule in one place. */
export function belowFrom(nextBlock: NextBlock, n: number): Draw {
  if (!isIntegerIn(n, 1, MAX_WEIGHT)) throw new RangeError('n must be in 1 … 2^32-1.');
  const limit = WORDS - (WORDS % n);
  for (;;) {
    const block = nextBlock();
    const word = wordOf(block);
    if (word < limit) return { value: word % n, block: bytesToHex(block) };
  }
}

function wordOf(block: Uint8Array): number {
  let word = 0;
  for (const byte of block.subarray(0, 6)) word = word * 256 + byte;
  return word;
}
