/**
 * The device's Ed25519 key (R87, R88; draw protocol §3): made when somebody joins, used to sign that this device holds a
 * freeze, and to sign a withdrawal.
 *
 * Where the browser knows Ed25519 the secret is a key that no script can read. Plain HTTP on a local network has no such
 * interface, and older browsers don't either: there the secret is 32 bytes beside the rest of the evidence.
 * Loaded only when a key is made or used.
 */
import { record } from '@glassdrum/fair-draw';

export type DeviceKey =
  | { kind: 'sealed'; publicKey: string; privateKey: CryptoKey }
  | { kind: 'bytes'; publicKey: string; secret: Uint8Array<ArrayBuffer> };

const ALGORITHM = { name: 'Ed25519' } as const;

/** A key that scripts can't read; null where the browser has none. */
export async function createSealedKey(): Promise<DeviceKey | null> {
  try {
    const { subtle } = crypto as { subtle?: SubtleCrypto };
    if (subtle === undefined) return null;
    const pair = await subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
    if (!('privateKey' in pair)) return null;
    const raw = await subtle.exportKey('raw', pair.publicKey);
    return { kind: 'sealed', publicKey: hexOf(new Uint8Array(raw)), privateKey: pair.privateKey };
  } catch {
    // A browser that doesn't know the algorithm.
    return null;
  }
}

export async function createBytesKey(): Promise<DeviceKey> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  const secret = crypto.getRandomValues(new Uint8Array(32));
  return { kind: 'bytes', publicKey: hexOf(ed25519.getPublicKey(secret)), secret };
}

/** Ed25519 over the UTF-8 text, 128 hex. @throws when the browser refuses the key */
export async function signText(key: DeviceKey, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  switch (key.kind) {
    case 'sealed':
      return hexOf(new Uint8Array(await crypto.subtle.sign(ALGORITHM, key.privateKey, bytes)));
    case 'bytes': {
      const { ed25519 } = await import('@noble/curves/ed25519.js');
      return hexOf(ed25519.sign(bytes, key.secret));
    }
  }
}

/** What a device signs when its entrant leaves (R94). @param at Unix seconds */
export function leaveRecord(seriesId: string, entryNumber: number, at: number): string {
  return record('draw.leave.v2', seriesId, entryNumber, at);
}

/** 32 random bytes as 64 hex: a contribution to the draw's randomness (R89). */
export function createContribution(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
