/** The public beacon: recorded rounds, rounds of times, chain hashes, and points that are none (draw protocol §4). */
import { readFileSync } from 'node:fs';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainHashOf, isSoundChain, roundFollows } from '../src/beacon.ts';
import {
  type BeaconChain,
  beaconRandomness,
  parseBeaconChain,
  QUICKNET,
  roundAt,
  roundTime,
  verifyBeaconSignature,
} from '../src/index.ts';
import { testChain, testChainFile } from './support/random-draw.ts';

const recorded = JSON.parse(
  readFileSync(new URL('vectors/drand-quicknet.json', import.meta.url), 'utf8'),
) as {
  chain: Record<string, unknown>;
  rounds: [RecordedRound, ...RecordedRound[]];
};
interface RecordedRound {
  round: number;
  signature: string;
  randomness: string;
}
const [first] = recorded.rounds;

describe('recorded rounds of quicknet', () => {
  test.each(recorded.rounds)('$round', ({ round, signature, randomness }) => {
    expect(verifyBeaconSignature(QUICKNET, round, signature)).toBe(true);
    expect(beaconRandomness(signature)).toBe(randomness);
    expect(verifyBeaconSignature(QUICKNET, round + 1, signature)).toBe(false);
    expect(verifyBeaconSignature(testChain.chain, round, signature)).toBe(false);
  });

  test('the pinned chain is the recorded one, under the hash of its own values', () => {
    expect(parseBeaconChain({ ...recorded.chain, beacon_id: 'quicknet' })).toEqual(QUICKNET);
    expect(chainHashOf(QUICKNET)).toBe(QUICKNET.chainHash);
  });
});

describe('rounds and times', () => {
  test('the round is the first that is not before the time', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 40),
        fc.nat(2 ** 45),
        fc.integer({ min: 1, max: 100_000 }),
        (genesisTime, after, period) => {
          const chain = { genesisTime, period };
          const round = roundAt(genesisTime + after, chain);
          expect(roundTime(round, chain)).toBeGreaterThanOrEqual(genesisTime + after);
          if (round > 1) expect(roundTime(round - 1, chain)).toBeLessThan(genesisTime + after);
          expect(roundFollows(round, genesisTime + after, chain)).toBe(true);
          expect(roundFollows(round + 1, genesisTime + after, chain)).toBe(false);
        },
      ),
      { seed: 3 },
    );
  });

  test.each([
    [QUICKNET.genesisTime, 1],
    [QUICKNET.genesisTime + 1, 2],
    [QUICKNET.genesisTime + 3, 2],
    [QUICKNET.genesisTime + 2997, 1000],
    // Less than a period before the first round, the first round is still the next one.
    [QUICKNET.genesisTime - 2, 1],
  ])('at %i it is round %i', (time, round) => expect(roundAt(time, QUICKNET)).toBe(round));

  test.each([QUICKNET.genesisTime - 3, 0, -1, 1.5, QUICKNET.genesisTime + 0.5, Number.NaN, Infinity])(
    'there is none at %d',
    (time) => {
      expect(() => roundAt(time, QUICKNET)).toThrow(RangeError);
      expect(roundFollows(0, time, QUICKNET)).toBe(false);
    },
  );
});

describe('chains from a file', () => {
  test('a test chain is read back, also with a name', () => {
    expect(parseBeaconChain(testChainFile)).toEqual(testChain.chain);
    const named = { ...testChain.chain, beaconId: 'office' };
    const chainHash = chainHashOf(named);
    expect(chainHash).not.toBe(testChain.chain.chainHash);
    expect(parseBeaconChain({ ...testChainFile, beacon_id: 'office', chain_hash: chainHash })).toEqual({
      ...named,
      chainHash,
    });
    expect(parseBeaconChain({ ...testChainFile, beacon_id: 'default' })).toMatchObject({
      beaconId: 'default',
    });
  });

  test.each(Object.keys(testChainFile))('%s must be there, well-formed and within the hash', (name) => {
    for (const wrong of [undefined, null, -1, 0.5, '', 'A', {}, [], 'a'.repeat(64)])
      expect(parseBeaconChain({ ...testChainFile, [name]: wrong })).toBeNull();
  });

  test.each([null, 1, 'x', [], {}])('%j is no chain', (json) => expect(parseBeaconChain(json)).toBeNull());

  test('a chain without its group hash cannot show its hash', () => {
    const { groupHash: _, ...rest } = testChain.chain;
    expect(isSoundChain(rest as BeaconChain)).toBe(false);
  });
});

describe('signatures that are no points of the group', () => {
  const { Fp } = bls12_381.fields;
  const { Point } = bls12_381.G1;
  const P = Fp.ORDER;
  const encode = (x: bigint, sign = false): string =>
    ((0x80n << 376n) + (sign ? 0x20n << 376n : 0n) + x).toString(16).padStart(96, '0');
  const isOnCurve = (x: bigint): boolean => {
    const square = Fp.create(x * x * x + 4n);
    return Fp.pow(square, (P - 1n) / 2n) === Fp.ONE;
  };
  const smallX = (onCurve: boolean): bigint => {
    let x = 1n;
    while (isOnCurve(x) !== onCurve) x += 1n;
    return x;
  };
  const refused = (signature: string, chain = QUICKNET, round = 1): void =>
    expect(verifyBeaconSignature(chain, round, signature)).toBe(false);

  test('infinity, also against a key at infinity', () => {
    const infinity = `c0${'0'.repeat(94)}`;
    refused(infinity);
    refused(infinity, { ...QUICKNET, publicKey: `c0${'0'.repeat(190)}` });
    refused(first.signature, { ...QUICKNET, publicKey: `c0${'0'.repeat(190)}` });
    refused(`e0${'0'.repeat(94)}`);
    refused(`c0${'0'.repeat(93)}1`);
  });

  test('a point off the curve', () => refused(encode(smallX(false))));

  test('a point of the curve outside the subgroup', () => refused(encode(smallX(true))));

  test('the right signature with a point of small order added, which the pairing alone does not see', () => {
    const outside = Point.fromAffine(liftX(smallX(true)));
    const order = bls12_381.fields.Fr.ORDER;
    const smallOrder = outside.multiplyUnsafe(order - 1n).add(outside);
    expect(smallOrder.is0()).toBe(false);
    const moved = Point.fromHex(first.signature).add(smallOrder);
    const { x, y } = moved.toAffine();
    refused(encode(x, y * 2n > P));
    expect(verifyBeaconSignature(QUICKNET, first.round, moved.add(smallOrder.negate()).toHex(true))).toBe(
      true,
    );
  });

  test('the right signature with its x written a second way', () => {
    let round = 1;
    const xOf = (signature: string): bigint => BigInt(`0x${signature}`) % (1n << 381n);
    while (xOf(testChain.sign(round)) + P >= 1n << 381n) round += 1;
    const signature = testChain.sign(round);
    expect(verifyBeaconSignature(testChain.chain, round, signature)).toBe(true);
    refused((BigInt(`0x${signature}`) + P).toString(16), testChain.chain, round);
  });

  test('the other y, no compression flag, other lengths and letters', () => {
    const { signature } = first;
    const other = Point.fromHex(signature).negate().toHex(true);
    expect(other.slice(2)).toBe(signature.slice(2));
    refused(other);
    refused(`1${signature.slice(1)}`);
    for (const wrong of [
      '',
      signature.slice(2),
      `${signature}00`,
      signature.toUpperCase(),
      `${signature.slice(0, -1)}g`,
    ])
      refused(wrong);
    refused(Point.fromHex(signature).toHex(false));
  });

  test('rounds that are no integers from 1 on', () => {
    for (const round of [0, -1, 1.5, 2 ** 53, Number.NaN]) refused(first.signature, QUICKNET, round);
  });

  test('a key that is none', () => {
    for (const publicKey of [
      '',
      'a'.repeat(192),
      QUICKNET.publicKey.slice(2),
      `a${QUICKNET.publicKey.slice(1)}`,
    ])
      refused(first.signature, { ...QUICKNET, publicKey });
  });

  function liftX(x: bigint): { x: bigint; y: bigint } {
    return { x, y: Fp.sqrt(Fp.create(x * x * x + 4n)) };
  }
});

test('the beacon value of something that is no signature is refused', () => {
  for (const wrong of ['', 'ab', 'A'.repeat(96)]) expect(() => beaconRandomness(wrong)).toThrow(RangeError);
});
