/**
 * Time-based one-time codes (RFC 6238: HMAC-SHA-1, 30 s, six digits), as every authenticator app makes them. A code is
 * valid once: somebody who looked over a shoulder comes too late (RFC 6238 §5.2).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';

const STEP_MS = 30_000;
const DIGITS = 6;
/** How many steps a phone's clock may be off to either side. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;

/** 160 random bits in base32 (RFC 4226 §4, R6). */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The code of one step (RFC 4226 §5.3). @param secret base32 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', base32.decode(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** @param now epoch ms */
export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS);
}

/**
 * The step whose code was typed, or null. Steps up to `usedStep` are not looked at: their codes were used or have gone by.
 */
export function matchingStep(secret: string, code: string, now: number, usedStep: number): number | null {
  const current = totpStep(now);
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (step > usedStep && sameText(totpCode(secret, step), code)) return step;
  }
  return null;
}

/** What the QR code holds, for the app that makes the codes. */
export function totpUri(secret: string, account: string): string {
  const issuer = 'Glassdrum';
  const label = `${issuer}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

function sameText(expected: string, typed: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(typed)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Base32 without padding (RFC 4648 §6). */
export function toBase32(bytes: Uint8Array): string {
  return base32.encode(bytes, { padding: false });
}
