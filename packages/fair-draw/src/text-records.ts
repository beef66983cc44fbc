/**
 * Records: plain text, one line per field, each ended by LF (draw protocol §1). Everything that is hashed or signed is
 * such a text, so that JSON's key order, spacing and number formats never matter.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * REC(a, b, …): one line per argument. Numbers are written in plain decimal.
 * @throws RangeError for a field with LF, a lone surrogate, or a number that is no integer in 0 … 2^53-1.
 */
export function record(...lines: (string | number)[]): string {
  return lines.map((line) => `${recordField(line)}\n`).join('');
}

/** A record of a type, a draw and a list of any length; a list spread into arguments would overflow the stack. */
export function recordOf(type: string, drawId: string, lines: readonly string[]): string {
  return record(type, drawId) + lines.map((line) => record(line)).join('');
}

/** SHA(x): SHA-256 as 64 lowercase hex. Text is hashed as UTF-8. */
export function sha256Hex(input: string | Uint8Array): string {
  return bytesToHex(sha256(typeof input === 'string' ? utf8ToBytes(input) : input));
}

function recordField(field: string | number): string {
  if (typeof field === 'number') {
    if (!Number.isSafeInteger(field) || field < 0)
      throw new RangeError('A record holds integers of 0 … 2^53-1.');
    return String(field);
  }
  if (field.includes('\n')) throw new RangeError('A record field must not contain a line feed.');
  if (/\p{Surrogate}/u.test(field)) throw new RangeError('A record field must not contain a lone surrogate.');
  return field;
}
