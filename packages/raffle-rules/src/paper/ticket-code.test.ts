import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CODE_BODY_LENGTH,
  CODE_CHARACTERS,
  CODE_CHOICES,
  readTicketCode,
  shownTicketCode,
  ticketCode,
} from './ticket-code.ts';

const code = fc
  .array(fc.nat(CODE_CHOICES - 1), { minLength: CODE_BODY_LENGTH, maxLength: CODE_BODY_LENGTH })
  .map(ticketCode);

describe("a paper ticket's code", () => {
  it('R67: has six characters that are not mistaken for each other, the first a letter', () => {
    expect(new Set(CODE_CHARACTERS).size).toBe(29);
    fc.assert(
      fc.property(code, (made) => {
        expect(made).toMatch(/^[A-HJKMNP-TV-Y][2-9A-HJKMNP-TV-Y]{5}$/);
        expect(readTicketCode(made)).toEqual({ ok: true, value: made });
      }),
    );
  });

  it('R67: differs for different choices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }),
        fc.nat(4),
        fc.nat(20),
        (body, at, other) => {
          fc.pre(body[at] !== other);
          expect(ticketCode(body)).not.toBe(ticketCode(body.with(at, other)));
        },
      ),
    );
  });

  it('R67: is read as people type it', () => {
    const made = ticketCode([3, 7, 0, 20, 28]);
    for (const typed of [
      made.toLowerCase(),
      shownTicketCode(made),
      ` ${made.slice(0, 2)}-${made.slice(2)} `,
    ]) {
      expect(readTicketCode(typed)).toEqual({ ok: true, value: made });
    }
  });

  it('R67: with one wrong character, it is noticed', () => {
    fc.assert(
      fc.property(
        code,
        fc.nat(5),
        fc.constantFrom(...Array.from(CODE_CHARACTERS), 'O', '0', 'Z', 'é', '𝟜'),
        (made, at, other) => {
          fc.pre(made[at] !== other);
          const typed = Array.from(made).with(at, other).join('');
          expect(readTicketCode(typed)).toEqual({ ok: false, refusal: 'ticket_code_mistyped' });
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('R67: with two characters exchanged, it is noticed', () => {
    fc.assert(
      fc.property(code, fc.nat(5), fc.nat(5), (made, one, other) => {
        fc.pre(made[one] !== made[other]);
        const typed = Array.from(made).with(one, made.charAt(other)).with(other, made.charAt(one)).join('');
        expect(readTicketCode(typed).ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('R67: with a character too many or too few, it is noticed', () => {
    for (const typed of ['', 'K', 'K7M2X', 'K7M2XQQ', '234567']) expect(readTicketCode(typed).ok).toBe(false);
  });
});
