/** The random number generator: HMAC-SHA256 in counter mode, 48 bits a block, exactly uniform (draw protocol §5). */
import { bytesToHex, hexToBytes, hmacSha256 } from './text-records.ts';

/** One accepted number with the block that it came from. */
export interface GeneratedNumber {
  value: number;
  /** The accepted HMAC block, 64 hex. */
  block: string;
}

interface Word {
  /** 0 … 2^48-1 */
  word: number;
  block: string;
}

const WORD_RANGE = 2 ** 48;
const LARGEST_BOUND = 2 ** 32 - 1;

/**
 * Uniform in 0 … n-1 by rejection: words at or above the largest multiple of n are skipped. Exact in a JavaScript number.
 * @param n 1 … 2^32-1
 * @throws {RangeError} for any other n
 */
export function belowFrom(nextWord: () => Word, n: number): GeneratedNumber {
  if (!Number.isInteger(n) || n < 1 || n > LARGEST_BOUND) throw new RangeError(`Not a bound: ${n}`);
  const limit = WORD_RANGE - (WORD_RANGE % n);
  for (;;) {
    const { word, block } = nextWord();
    if (word < limit) return { value: word % n, block };
  }
}

/** @param combinedSeed 64 hex */
export function createGenerator(combinedSeed: string): { below(n: number): GeneratedNumber } {
  const key = hexToBytes(combinedSeed);
  let counter = 0;
  const nextWord = (): Word => {
    const block = bytesToHex(hmacSha256(key, `draw.rng.v1|${counter}`));
    counter += 1;
    return { word: Number.parseInt(block.slice(0, 12), 16), block };
  };
  return { below: (n) => belowFrom(nextWord, n) };
}
