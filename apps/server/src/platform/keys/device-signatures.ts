/**
 * Keys and signatures of entrants' devices (R87, R94), by the rules of the draw protocol (§1) and at the cost of native code:
 * thousands of devices join, and sign, within seconds.
 *
 * Node's `verify` accepts a subset of what the protocol accepts: unreduced scalars are refused, and with the equation without
 * the cofactor every spelling of R but the reduced one. It says nothing about the public key, which is checked once, at
 * joining.
 */
import { constants, createPublicKey, type KeyObject, publicEncrypt, verify } from 'node:crypto';
import { isPublicKey } from '@glassdrum/fair-draw';

/** The field of Curve25519, and d of the curve −x² + y² = 1 + d·x²·y² (RFC 8032 §5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
/** The y of all points whose order divides 8: two of order 8, and those of orders 4, 1 and 2. */
const Y8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const SMALL_ORDER = new Set([0n, 1n, P - 1n, Y8, P - Y8]);

const KEY_BYTES = 32;

/**
 * Whether 64 hex are a public key: `isPublicKey` of fair-draw at a fifth of its cost. A reduced y belongs to a point exactly
 * when (y² − 1)·(d·y² + 1) is a square, because −d is none and so the second factor is never 0.
 */
export function isDeviceKey(publicKey: string): boolean {
  if (eulerKey === null) return isPublicKey(publicKey);
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return false;
  const bytes = Buffer.from(publicKey, 'hex').reverse();
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  const y = numberOf(bytes);
  if (y >= P || SMALL_ORDER.has(y)) return false;
  const square = (y * y) % P;
  return isSquare(((square - 1n) * (D * square + 1n)) % P, eulerKey);
}

/**
 * Euler's criterion: a is a square exactly when a^((p−1)/2) = 1. An RSA key with the modulus p and this exponent has the
 * platform's library compute the power. Null where the library refuses so small a modulus.
 */
const eulerKey = ((): KeyObject | null => {
  try {
    const [n, e] = [base64url(P), base64url((P - 1n) / 2n)];
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    return isSquare(4n, key) && !isSquare(2n, key) ? key : null;
  } catch {
    return null;
  }
})();

function isSquare(a: bigint, euler: KeyObject): boolean {
  const power = publicEncrypt({ key: euler, padding: constants.RSA_NO_PADDING }, bytesOf(a));
  return numberOf(power) === 1n;
}

/** Whether the device with this key signed the text. Checked beside the event loop. @param publicKey that `isDeviceKey` accepted */
export function deviceSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  // As a JWK: reading DER costs more than checking the signature.
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return new Promise((resolve, reject) => {
    verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'hex'), (error, holds) => {
      if (error === null) resolve(holds);
      else reject(error);
    });
  });
}

function numberOf(bigEndian: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bigEndian).toString('hex')}`);
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
}

function base64url(value: bigint): string {
  return bytesOf(value).toString('base64url');
}
