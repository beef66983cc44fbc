/** Records: the only thing that is ever hashed is text, one field a line (draw protocol §1). */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * REC(a, b, …): each field on a line of its own, every line ended by LF.
 * @throws {RangeError} when a field contains LF, or a number is not a whole one from 0 to 2^53-1
 */
export function record(...fields: readonly (string | number)[]): string {
  let text = '';
  for (const field of fields) {
    if (typeof field === 'number') {
      if (!Number.isSafeInteger(field) || field < 0)
        throw new RangeError(`Not a whole number of a record: ${field}`);
    } else if (field.includes('\n')) {
      throw new RangeError('A field of a record must not contain a line break.');
    }
    text += `${field}\n`;
  }
  return text;
}

/** SHA-256 as 64 lowercase hex; text is hashed as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}

/** HMAC-SHA256 of UTF-8 text under a key of raw bytes, 32 bytes. */
export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  return hmac(sha256, key, utf8ToBytes(text));
}

export { bytesToHex, concatBytes, hexToBytes, sha256, utf8ToBytes };
