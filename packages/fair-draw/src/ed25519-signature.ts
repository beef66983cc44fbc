/**
 * Ed25519 as the draw protocol §1 has it, for receipts, records, checkpoints, cosignatures and devices: RFC 8032 §5.1.7
 * with unreduced scalars and coordinates refused, the equation with the cofactor 8, and no public keys of small order.
 *
 * The library's default for `verify` is ZIP 215, which accepts unreduced coordinates and keys of small order; with
 * `zip215: false` it refuses both and keeps the equation with the cofactor.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHex } from './field-rules.ts';

const STRICT = { zip215: false } as const;

/**
 * Whether a signature holds (draw protocol §1).
 * @param publicKey 64 hex
 * @param message bytes, or a text as UTF-8
 * @param signature 128 hex
 * @returns false for anything malformed too; never throws
 */
export function signatureHolds(publicKey: string, message: string | Uint8Array, signature: string): boolean {
  if (!isHex(publicKey, 64) || !isHex(signature, 128)) return false;
  try {
    const bytes = typeof message === 'string' ? utf8ToBytes(message) : message;
    return ed25519.verify(hexToBytes(signature), bytes, hexToBytes(publicKey), STRICT);
  } catch {
    // Bytes that are no point.
    return false;
  }
}

/** Whether 64 hex are a public key: a reduced point of the curve that is not of small order (draw protocol §1). Never throws. */
export function isPublicKey(publicKey: unknown): publicKey is string {
  if (!isHex(publicKey, 64)) return false;
  try {
    return !ed25519.Point.fromBytes(hexToBytes(publicKey), STRICT.zip215).isSmallOrder();
  } catch {
    return false;
  }
}
