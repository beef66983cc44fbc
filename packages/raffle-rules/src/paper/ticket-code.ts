/**
 * R67: the short code on a paper ticket, for a desk that types it. Its last character checks the others: every code with one
 * wrong character, and every code with two characters exchanged, is noticed.
 *
 * There are 29 characters, a prime number. The values of the characters, times the numbers from 6 down to 1, add up to a
 * multiple of 29. These factors differ from each other and none is a multiple of 29, so either mistake changes the sum.
 */
import { accept, refuse } from '../decision.ts';
import type { Decision } from '../decision.ts';

/** Without 0 and O, 1, I and L, 2's look-alike Z, and U, which makes words. */
export const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXY';
/** How many of them are digits; they come first. */
const DIGITS = 8;

const LENGTH = 6;
/** How many numbers a code is made of; its last character follows from them. */
export const CODE_BODY_LENGTH = LENGTH - 1;
const LETTERS = CODE_CHARACTERS.length - DIGITS;
/** These numbers are below this; chosen at random, every code is equally likely. */
export const CODE_CHOICES = LETTERS * CODE_CHARACTERS.length;

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (LENGTH - index), 0);
}

/** The first character is a letter, so that no code reads as a number. @param body CODE_BODY_LENGTH numbers below CODE_CHOICES */
export function ticketCode(body: readonly number[]): string {
  const [first = 0, ...rest] = body;
  const values = [DIGITS + (first % LETTERS), ...rest.map((value) => value % CODE_CHARACTERS.length)];
  const missing = sumOf(values) % CODE_CHARACTERS.length;
  const check = (CODE_CHARACTERS.length - missing) % CODE_CHARACTERS.length;
  return [...values, check].map((value) => CODE_CHARACTERS.charAt(value)).join('');
}

/** A typed code in the form in which it is stored; blanks, hyphens and case don't matter. Refuses what is mistyped. */
export function readTicketCode(typed: string): Decision<string> {
  const code = typed.replaceAll(/[\s-]/gu, '').toUpperCase();
  const values = Array.from(code, (character) => CODE_CHARACTERS.indexOf(character));
  const isCode =
    values.length === LENGTH &&
    values.every((value) => value >= 0) &&
    (values[0] ?? 0) >= DIGITS &&
    sumOf(values) % CODE_CHARACTERS.length === 0;
  return isCode ? accept(code) : refuse('ticket_code_mistyped');
}

/** As it is printed and shown: in two groups. */
export function shownTicketCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)} ${code.slice(LENGTH / 2)}`;
}
