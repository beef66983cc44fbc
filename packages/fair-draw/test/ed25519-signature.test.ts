/** Ed25519 exactly as the draw protocol §1 has it, at the edges where implementations differ. */
import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { isPublicKey, signatureHolds } from '../src/ed25519-signature.ts';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const FIELD = 2n ** 255n - 19n;

/** A point of order 8, as "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020) writes it. */
const SMALL = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');

const little = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(32);
  let rest = value;
  for (let at = 0; at < 32; at += 1, rest >>= 8n) bytes[at] = Number(rest & 255n);
  return bytes;
};
const number = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(Uint8Array.from(bytes).toReversed())}`);
const challenge = (r: Uint8Array, a: Uint8Array, text: string): bigint =>
  number(createHash('sha512').update(r).update(a).update(utf8ToBytes(text)).digest()) % ORDER;

/** A signature whose key and nonce may carry a part of small order; `wants` chooses among texts. */
function craft(choices: { keyTorsion: number; nonceTorsion: number; wants?: (k: bigint) => boolean }) {
  const [secret, nonce] = [123_456_789n, 987_654_321n];
  const torsion = (count: number) => (count === 0 ? Point.ZERO : SMALL.multiply(BigInt(count)));
  const a = Point.BASE.multiply(secret).add(torsion(choices.keyTorsion)).toBytes();
  const r = Point.BASE.multiply(nonce).add(torsion(choices.nonceTorsion)).toBytes();
  for (let count = 0; ; count += 1) {
    const text = `text ${count}`;
    const k = challenge(r, a, text);
    if (choices.wants !== undefined && !choices.wants(k)) continue;
    const s = (nonce + k * secret) % ORDER;
    return { key: bytesToHex(a), text, signature: bytesToHex(r) + bytesToHex(little(s)), s };
  }
}

describe('[§1] signatures', () => {
  const plain = craft({ keyTorsion: 0, nonceTorsion: 0 });

  test('one that holds, and none with another text, key or spelling', () => {
    expect(signatureHolds(plain.key, plain.text, plain.signature)).toBe(true);
    expect(signatureHolds(plain.key, `${plain.text}.`, plain.signature)).toBe(false);
    expect(signatureHolds(craft({ keyTorsion: 1, nonceTorsion: 0 }).key, plain.text, plain.signature)).toBe(
      false,
    );
    expect(signatureHolds(plain.key, plain.text, plain.signature.toUpperCase())).toBe(false);
    expect(signatureHolds(plain.key, plain.text, plain.signature.slice(2))).toBe(false);
    expect(signatureHolds('zz', plain.text, plain.signature)).toBe(false);
  });

  test('RFC 8032 §7.1 test 1', () => {
    expect(
      signatureHolds(
        'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        '',
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ),
    ).toBe(true);
  });

  test('an unreduced scalar is refused', () => {
    const unreduced = plain.signature.slice(0, 64) + bytesToHex(little(plain.s + ORDER));
    expect(signatureHolds(plain.key, plain.text, unreduced)).toBe(false);
  });

  test('the equation has the cofactor: a part of small order that does not cancel is let pass', () => {
    // Without the cofactor these fail: R differs from s·B − k·A by a point of order 8.
    const nonce = craft({ keyTorsion: 0, nonceTorsion: 1 });
    expect(signatureHolds(nonce.key, nonce.text, nonce.signature)).toBe(true);
    const both = craft({ keyTorsion: 1, nonceTorsion: 1, wants: (k) => (k + 1n) % 8n !== 0n });
    expect(signatureHolds(both.key, both.text, both.signature)).toBe(true);
    expect(signatureHolds(both.key, `${both.text}.`, both.signature)).toBe(false);
  });

  test('a nonce of small order is let pass', () => {
    const secret = 77n;
    const a = Point.BASE.multiply(secret).toBytes();
    const r = SMALL.toBytes();
    const s = (challenge(r, a, 'text') * secret) % ORDER;
    expect(signatureHolds(bytesToHex(a), 'text', bytesToHex(r) + bytesToHex(little(s)))).toBe(true);
  });

  test('unreduced coordinates are refused, in the key and in the nonce', () => {
    // y = 1 (the neutral element) written as p + 1; with ZIP 215 the library takes both.
    const unreduced = little(FIELD + 1n);
    const secret = 77n;
    const a = Point.BASE.multiply(secret).toBytes();
    const s = (challenge(unreduced, a, 'text') * secret) % ORDER;
    const signature = bytesToHex(unreduced) + bytesToHex(little(s));
    expect(signatureHolds(bytesToHex(a), 'text', signature)).toBe(false);
    expect(ed25519.verify(hexToBytes(signature), utf8ToBytes('text'), a, { zip215: true })).toBe(true);
    expect(isPublicKey(bytesToHex(unreduced))).toBe(false);
    // The neutral element with the sign bit set: x = 0 has no negative.
    expect(isPublicKey(`01${'00'.repeat(30)}80`)).toBe(false);
  });

  test('a key of small order is no key', () => {
    for (let count = 0n; count < 8n; count += 1n) {
      const a = count === 0n ? Point.ZERO : SMALL.multiply(count);
      const nonce = 5n;
      const r = Point.BASE.multiply(nonce).toBytes();
      const signature = bytesToHex(r) + bytesToHex(little(nonce));
      const key = bytesToHex(a.toBytes());
      expect(ed25519.verify(hexToBytes(signature), utf8ToBytes('x'), a.toBytes(), { zip215: true })).toBe(
        true,
      );
      expect(signatureHolds(key, 'x', signature)).toBe(false);
      expect(isPublicKey(key)).toBe(false);
    }
    expect(isPublicKey(plain.key)).toBe(true);
    expect(isPublicKey(craft({ keyTorsion: 3, nonceTorsion: 0 }).key)).toBe(true);
    expect(isPublicKey('f'.repeat(64))).toBe(false);
    expect(isPublicKey(null)).toBe(false);
  });
});

const published: [what: string, holds: boolean, message: string, key: string, signature: string][] = [
  [
    'key and nonce of small order',
    false,
    '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000',
  ],
  [
    'key of small order',
    false,
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04',
  ],
  [
    'nonce of small order',
    true,
    'aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e',
  ],
  [
    'key and nonce with a part of small order',
    true,
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009',
  ],
  [
    'holds with the cofactor only',
    true,
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09',
  ],
  [
    'holds only if the challenge is reduced after multiplying by the cofactor',
    true,
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
    '21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405',
  ],
  [
    'scalar above the order',
    false,
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
    'e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514',
  ],
  [
    'scalar far above the order',
    false,
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
    '8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22',
  ],
  [
    'unreduced nonce',
    false,
    'fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607',
  ],
  [
    'unreduced nonce, hashed as its reduced form',
    false,
    '84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1',
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09',
  ],
];

/** github.com/novifinancial/ed25519-speccheck, cases.json: what "Taming the many EdDSAs" tells implementations apart by. */
describe('[§1] the published edge cases', () => {
  test.each(published)('%s: %s', (_, holds, message, key, signature) => {
    expect(signatureHolds(key, hexToBytes(message), signature)).toBe(holds);
  });
});
