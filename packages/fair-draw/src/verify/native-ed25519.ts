/**
 * The platform's own Ed25519 as a shortcut for many signatures: with 10,000 of an audience, pure JavaScript takes
 * seconds where a browser or Node takes a fraction of one.
 *
 * Platforms check the equation without the cofactor, so they accept less than draw protocol §1, and some decode more
 * leniently. So a native "yes" counts only for canonical encodings and a key that is not of small order (`yesCounts`):
 * a signature that satisfies the equation without the cofactor also satisfies it with. A native "no" never counts; the
 * signature is then checked by the slow and exact way. The result is the same with and without this shortcut.
 */
/** Whether the platform accepts the signature. False where it cannot verify; never throws. */
export type NativeEd25519 = (
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array<ArrayBuffer>,
) => boolean;

/** The same where the platform answers later. */
export type NativeEd25519Async = (...i: Parameters<NativeEd25519>) => Promise<boolean>;

/** The part of WebCrypto's `crypto.subtle` that is needed. */
export interface SubtleEd25519<Key> {
  importKey(
    format: 'raw',
    key: Uint8Array<ArrayBuffer>,
    algorithm: 'Ed25519',
    extractable: false,
    usages: 'verify'[],
  ): Promise<Key>;
  verify(
    algorithm: 'Ed25519',
    key: Key,
    signature: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}

/** WebCrypto's Ed25519. @param subtle `crypto.subtle` of the page or worker */
export function webCryptoEd25519<Key>(subtle: SubtleEd25519<Key>): NativeEd25519Async {
  return async (signature, message, publicKey) => {
    try {
      const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
      return await subtle.verify('Ed25519', key, signature, message);
    } catch {
      // A platform without Ed25519, or a key that it does not take.
      return false;
    }
  };
}

/** y-coordinates without the sign of x, as 64 hex, of keys of order 4, 1 and 8; that of order 2 is one of `isLarge`. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/**
 * Whether a native "yes" for these is certainly the protocol's too. It says no to a few sound ones that chance alone
 * never brings about, which then take the slow way.
 * @param signature 128 hex @param publicKey 64 hex
 */
export function yesCounts(signature: string, publicKey: string): boolean {
  return (
    // Below 2^252, which is below the order of the group.
    signature.charAt(126) === '0' &&
    !isLarge(signature.slice(0, 64)) &&
    !isLarge(publicKey) &&
    !SMALL_ORDER.has(withoutSign(publicKey))
  );
}

/** Whether the y-coordinate of an encoded point is within 256 of 2^255; all that are not below 2^255 - 19 are. */
function isLarge(point: string): boolean {
  return withoutSign(point).endsWith(LARGE);
}

const LARGE = `${'ff'.repeat(30)}7f`;

/** The topmost bit is the sign of x. */
function withoutSign(point: string): string {
  const top = Number.parseInt(point.charAt(62), 16) % 8;
  return `${point.slice(0, 62)}${top}${point.slice(63)}`;
}
