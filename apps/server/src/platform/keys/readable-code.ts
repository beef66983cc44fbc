/** Codes that people read aloud and type. */
import { randomInt } from 'node:crypto';

/** 30 characters that are not mistaken for each other: without 0 and O, 1, I and L, and without U, which makes words. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Each of the 30^length codes is equally likely. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
}

/** The code that follows from a keyed hash, so that it need not be stored. @param hash hex, at least `length` bytes */
export function codeOfHash(hash: string, length: number): string {
  const bytes = Buffer.from(hash, 'hex').subarray(0, length);
  return Array.from(bytes, (byte) => CHARACTERS.charAt(byte % CHARACTERS.length)).join('');
}
