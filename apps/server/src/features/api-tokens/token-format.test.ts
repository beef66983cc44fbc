/** R85: how tokens are written. */
import { expect, test } from 'vitest';
import { isWellFormed, newToken, sentToken, tokenHash } from './token-format.ts';

test('R85 I4 a token has the form that scanners look for, 256 random bits, and a checksum', () => {
  const tokens = Array.from({ length: 500 }, newToken);
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) {
    expect(token).toMatch(/^glassdrum_[0-9A-Za-z]{49}$/);
    expect(isWellFormed(token)).toBe(true);
  }
  expect(tokenHash('glassdrum_')).toMatch(/^[0-9a-f]{64}$/);
});

test('R85 a text with one character changed is no token', () => {
  const token = newToken();
  for (let at = 0; at < token.length; at += 1) {
    const other = token.charAt(at) === 'x' ? 'y' : 'x';
    expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
  }
  expect(isWellFormed(`${token}0`)).toBe(false);
  expect(isWellFormed('')).toBe(false);
});

test('R85 the header: Bearer in any case, nothing else, and no secret of a participant', () => {
  const token = newToken();
  expect(sentToken(`Bearer ${token}`)).toBe(token);
  expect(sentToken(`bearer  ${token} `)).toBe(token);
  expect(sentToken('Bearer glassdrum_x')).toBe('glassdrum_x');
  for (const header of [
    undefined,
    '',
    token,
    `Basic ${token}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer a ${token}`,
  ])
    expect(sentToken(header)).toBeNull();
});
