/** The codes of R41: made of signs that can be read aloud, and never stored as they are. */
import { randomInt } from 'node:crypto';
import type { Keys } from '../../keys/keys.ts';

const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const COMPARED_SIGNS = 6;
/** 39 bits: with few tries an address in ten minutes, nobody meets one. */
const REDEEMED_SIGNS = 8;

const signs = (numbers: Iterable<number>): string =>
  Array.from(numbers, (number) => SIGNS[number % SIGNS.length] ?? '').join('');

/** What both devices show while a request waits. It follows from the request's id, so nothing of it is stored. */
export function comparedCode(keys: Keys, requestId: string): string {
  const mixed = Buffer.from(keys.pseudonymise('continue-request', requestId), 'hex');
  return signs(mixed.subarray(0, COMPARED_SIGNS));
}

/** A code that gives a session to whoever redeems it. */
export function newCode(): string {
  return signs(Array.from({ length: REDEEMED_SIGNS }, () => randomInt(SIGNS.length)));
}

/** Keyed: a plain hash of so short a code could be tried out. */
export function codeHash(keys: Keys, code: string): string {
  return keys.pseudonymise('continue-code', code);
}
