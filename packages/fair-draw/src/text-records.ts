/**
 * Records: plain text, one line per field, each ended by LF (draw protocol §1). Everything that is hashed or signed is
 * such a text, so that JSON's key order, spacing and number formats never matter.
 */
import { hmac as nobleHmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Null is written as `-`, a list of integers with commas. */
export type RecordField = string | number | null | readonly number[];

/**
 * REC(a, b, …): one line per argument. Numbers are written in plain decimal.
 * @throws RangeError for a field with LF, a lone surrogate, or a number that is no integer in 0 … 2^53-1.
 */
export function record(...fields: readonly RecordField[]): string {
  return fields.map((field) => `${recordField(field)}\n`).join('');
}

/** A record of a type, a draw and a list of any length; a list spread into arguments would overflow the stack. */
export function recordOf(type: string, drawId: string, lines: readonly string[]): string {
  return record(type, drawId) + lines.map((line) => record(line)).join('');
}

/** SHA(x): SHA-256 as 64 lowercase hex. Text is hashed as UTF-8. */
export function sha256Hex(input: string | Uint8Array): string {
  return bytesToHex(sha256(typeof input === 'string' ? utf8ToBytes(input) : input));
}

/** HMAC(k, m): HMAC-SHA256 as 64 lowercase hex. @param key raw bytes @param message text is taken as UTF-8 */
export function hmac(key: Uint8Array, message: string | Uint8Array): string {
  return bytesToHex(nobleHmac(sha256, key, typeof message === 'string' ? utf8ToBytes(message) : message));
}

function recordField(field: RecordField): string {
  if (field === null) return '-';
  if (typeof field === 'number') return recordInteger(field);
  if (typeof field !== 'string') return field.map((number) => recordInteger(number)).join(',');
  if (field.includes('\n')) throw new RangeError('A record field must not contain a line feed.');
  if (/\p{Surrogate}/u.test(field)) throw new RangeError('A record field must not contain a lone surrogate.');
  return field;
}

function recordInteger(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError('A record holds integers of 0 … 2^53-1.');
  }
  return String(value);
}
