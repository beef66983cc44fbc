import { describe, expect, test } from 'vitest';
import { matchingStep, newTotpSecret, toBase32, totpCode, totpStep, totpUri } from './totp.ts';

/** RFC 6238 appendix B: the secret of its SHA-1 rows, and the last six of each row's eight digits. */
const RFC_SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('I2 two-factor codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('RFC 6238: at %d s the code is %s', (seconds, code) => {
    expect(totpCode(RFC_SECRET, totpStep(seconds * 1000))).toBe(code);
  });

  test('a code is good half a minute early and late, not longer', () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    const match = (offset: number): number | null =>
      matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step + offset), now, 0);
    expect([-2, -1, 0, 1, 2].map(match)).toEqual([null, step - 1, step, step + 1, null]);
  });

  test('a used code, and every older one, is refused', () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    expect(matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step), now, step)).toBeNull();
    expect(matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step - 1), now, step)).toBeNull();
    expect(matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step + 1), now, step)).toBe(step + 1);
  });

  test.each(['', '28708', '2870820', 'abcdef', '٢٨٧٠٨٢'])('%j is no code', (typed) => {
    expect(matchingStep(RFC_SECRET, typed, 59_000, 0)).toBeNull();
  });

  test('secrets have 160 random bits, and the address names the account', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    expect(totpUri(secret, 'a&b@example.org')).toBe(
      `otpauth://totp/Glassdrum:a%26b%40example.org?secret=${secret}&issuer=Glassdrum&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
