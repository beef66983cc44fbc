/**
 * The freeze words: the first 66 bits of a freeze hash as six words of BIP-39's English list, for reading aloud
 * (draw protocol §2, rule 5). A module of its own, so that a page loads the list only where words are shown.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { isHash } from './field-rules.ts';

const WORDS = 6;
const BITS = 11;

/** @param freezeHash 64 hex @returns six words @throws RangeError for anything else */
export function freezeWords(freezeHash: string): string[] {
  if (!isHash(freezeHash)) throw new RangeError('A freeze hash is 64 lowercase hex digits.');
  const bits = Array.from(freezeHash, (digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  ).join('');
  return Array.from({ length: WORDS }, (_, at) => {
    const index = Number.parseInt(bits.slice(at * BITS, (at + 1) * BITS), 2);
    return wordlist[index] ?? '';
  });
}
