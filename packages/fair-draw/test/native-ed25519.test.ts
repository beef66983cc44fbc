/** The platform's own Ed25519 as a shortcut: the same result as without, and a "yes" counts only where it must (draw protocol §1). */
import { webcrypto } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  type AudienceRow,
  type DrawProof,
  type Verification,
  verifyProof,
  verifyProofAsync,
  webCryptoEd25519,
} from '../src/index.ts';
import { yesCounts } from '../src/verify/native-ed25519.ts';
import { makeProof, signedAudience } from './support/random-draw.ts';
import { seededRandom } from './support/random.ts';
import { signerOf } from './support/signers.ts';

const native = webCryptoEd25519(webcrypto.subtle);
const plain = makeProof('native', { kind: 'none' });
const audience = signedAudience(plain, [1, 2, 4], seededRandom('native'));
const sound: DrawProof = { ...plain, audience };
const audienceOf = ({ steps }: Verification): unknown => steps.find(({ name }) => name === 'audience');

describe('the same result with and without', () => {
  const forged = audience.map(([number, seenAt, signature], index): AudienceRow => {
    return index === 2 ? [number, seenAt, signature.replace(/^../, '00')] : [number, seenAt, signature];
  });
  test.each<[string, DrawProof, string]>([
    ['an audience that signed', sound, 'PASS'],
    ['a forged signature', { ...sound, audience: forged }, 'FAIL'],
    ['no audience', plain, 'SKIP'],
  ])('%s', async (_, proof, status) => {
    const slow = verifyProof(proof);
    expect(audienceOf(slow)).toMatchObject({ status });
    expect(await verifyProofAsync(proof, { ed25519: native })).toEqual(slow);
    expect(await verifyProofAsync(proof)).toEqual(slow);
    // A platform that knows nothing, and one without Ed25519.
    expect(verifyProof(proof, { ed25519: () => false })).toEqual(slow);
    const broken = webCryptoEd25519({
      importKey: () => Promise.reject(new Error('not supported')),
      verify: () => Promise.resolve(true),
    });
    expect(await verifyProofAsync(proof, { ed25519: broken })).toEqual(slow);
  });

  test('documents that are malformed, and earlier proofs', async () => {
    const malformed = { ...plain, entries: [] };
    expect(await verifyProofAsync(malformed, { ed25519: native })).toEqual(verifyProof(malformed));
    const options = { earlier: [sound, malformed] };
    expect(await verifyProofAsync(sound, { ...options, ed25519: native })).toEqual(
      verifyProof(sound, options),
    );
  });
});

test('the platform is asked, so that the shortcut is one', async () => {
  const seen: (readonly [number, number])[] = [];
  const asked: boolean[] = [];
  await verifyProofAsync(sound, {
    ed25519: async (...signed) => {
      const yes = await native(...signed);
      asked.push(yes);
      return yes;
    },
    onAudience: (checked, total) => seen.push([checked, total]),
  });
  expect(asked).toEqual([true, true, true]);
  expect(seen).toEqual([[3, 3]]);
});

describe('a yes does not count', () => {
  const key = signerOf('device 1').key;
  const signature = signerOf('device 1').sign('text');
  const { Point } = ed25519;

  test('but for a sound signature it does', () => expect(yesCounts(signature, key)).toBe(true));

  test('for all keys of small order, whatever their sign', () => {
    // A point of order 8: any point times the order of the prime subgroup.
    let y = 2n;
    let torsion = Point.ZERO;
    for (; torsion.multiplyUnsafe(4n).is0(); y += 1n) {
      try {
        const encoded = y.toString(16).padStart(64, '0').match(/../g)?.toReversed().join('') ?? '';
        const point = Point.fromHex(encoded);
        torsion = point.multiplyUnsafe(Point.Fn.ORDER - 1n).add(point);
      } catch {
        // No point has this y.
      }
    }
    const small = Array.from({ length: 8 }, (_, times) =>
      Point.ZERO.add(torsion.multiplyUnsafe(BigInt(times))),
    );
    const encodings = new Set(small.map((point) => bytesToHex(point.toBytes())));
    expect(encodings.size).toBe(8);
    for (const encoded of encodings) {
      const otherSign =
        encoded.slice(0, 62) + (Number.parseInt(encoded.slice(62), 16) ^ 0x80).toString(16).padStart(2, '0');
      expect(yesCounts(signature, encoded)).toBe(false);
      expect(yesCounts(signature, otherSign)).toBe(false);
    }
  });

  test('for coordinates that are not reduced', () => {
    for (const last of ['7f', 'ff']) {
      for (const first of ['ed', 'ee', 'ff']) {
        const unreduced = `${first}${'ff'.repeat(30)}${last}`;
        expect(yesCounts(signature, unreduced)).toBe(false);
        expect(yesCounts(unreduced + signature.slice(64), key)).toBe(false);
      }
    }
  });

  test('for scalars that are not reduced', () => {
    expect(yesCounts(`${signature.slice(0, 126)}10`, key)).toBe(false);
    expect(yesCounts(`${signature.slice(0, 126)}f0`, key)).toBe(false);
  });

  test('so a platform that says yes to everything cannot make a bad signature good for such a key', () => {
    const identity = `01${'00'.repeat(31)}`;
    const entries = plain.entries.map((entry, index) =>
      index === 0 ? ([...entry.slice(0, 5), identity] as unknown as typeof entry) : entry,
    );
    const row: AudienceRow = [1, plain.freeze.draw_at - 6, `${identity}${'00'.repeat(32)}`];
    const proof = { ...plain, entries, audience: [row] };
    expect(audienceOf(verifyProof(proof, { ed25519: () => true }))).toMatchObject({ status: 'FAIL' });
  });
});
