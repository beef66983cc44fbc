/**
 * How an API token is written (R85): a prefix that secret scanners find, 256 random bits in base 62, which a double click
 * selects as one word, and a CRC-32 of both, by which anyone tells a token from a text that only looks like one. As a pattern:
 * `glassdrum_[0-9A-Za-z]{49}`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'glassdrum_';
const SECRET_BYTES = 32;
/** 62^43 > 2^256, 62^6 > 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newToken(): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const start = PREFIX + inBase62(secret, SECRET_LENGTH);
  return start + checksumOf(start);
}

/** Whether a text was made as a token; whether it is one, the database knows. */
export function isWellFormed(text: string): boolean {
  return TOKEN.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** The form in which tokens are stored. They are long and random, so a fast hash does (I4). */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * What a call sends as an API token, whole or not; null where it sends none. Secrets of participants travel in the same header
 * and never begin like this.
 */
export function sentToken(authorization: string | undefined): string | null {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return sent?.startsWith(PREFIX) === true ? sent : null;
}

function checksumOf(start: string): string {
  return inBase62(BigInt(crc32(start)), CHECKSUM_LENGTH);
}

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
