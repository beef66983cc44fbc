/** Ed25519 as RFC 8032 has it, for receipts, records and checkpoints (draw protocol §8, §9). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHex } from './field-rules.ts';

/** @param publicKey 64 hex @param signature 128 hex. Never throws; whatever is malformed is a wrong signature. */
export function signatureHolds(publicKey: string, text: string, signature: string): boolean {
  if (!isHex(publicKey, 64) || !isHex(signature, 128)) return false;
  try {
    // Strict encodings, as RFC 8032 asks for: no second spelling of a signature is accepted.
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(publicKey), {
      zip215: false,
    });
  } catch {
    // Bytes that are no valid point or scalar.
    return false;
  }
}
