/** Commitments, the Merkle tree over the list, and inclusion paths (draw protocol §3, §9). */
import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CommittedEntry,
  contributionsHash,
  entriesRoot,
  entropyCommit,
  entryLeaf,
  entryOfProof,
  inclusionPath,
  nameCommit,
  poolTotals,
  proofEntry,
  sha256Hex,
  verifyInclusion,
} from '../src/index.ts';
import { merkleRoot } from '../src/merkle-tree.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const leafHash = (leaf: Uint8Array): Buffer => sha(Buffer.of(0), leaf);

/** RFC 6962 §2.1 word by word: split at the largest power of two below the number of leaves. */
function treeHash(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return leafHash(only);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

/** RFC 6962 §2.1.1. */
function auditPath(leaves: readonly Uint8Array[], index: number): string[] {
  if (leaves.length <= 1) return [];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...auditPath(left, index), treeHash(right).toString('hex')]
    : [...auditPath(right, index - split), treeHash(left).toString('hex')];
}

const STATES = ['in', 'withdrawn', 'removed', 'absent', 'holder'] as const;
const SOURCES = ['self', 'host', 'paper'] as const;
const entry = (i: number): CommittedEntry => ({
  state: STATES[i % 5] ?? 'in',
  source: SOURCES[i % 3] ?? 'self',
  weights: [i % 4, 2 ** 32 - 1],
  nameCommit: sha256Hex(`name ${i}`),
  entropyCommit: i % 3 === 0 ? null : sha256Hex(`secret ${i}`),
  deviceKey: i % 2 === 0 ? null : sha256Hex(`key ${i}`),
});
const listOf = (size: number): CommittedEntry[] =>
  Array.from({ length: size }, (_, index) => entry(index + 1));
const leafOf = (one: CommittedEntry, number: number): string =>
  `draw.entry.v2\nraffle\n${number}\n${one.state}\n${one.source}\n${one.weights.join(',')}\n` +
  `${one.nameCommit}\n${one.entropyCommit ?? '-'}\n${one.deviceKey ?? '-'}\n`;
const leavesOf = (entries: readonly CommittedEntry[]): Buffer[] =>
  entries.map((one, index) => Buffer.from(leafOf(one, index + 1)));

describe('RFC 6962 tree', () => {
  const LEAVES = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  test.each(
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ].map((root, index) => [index + 1, root] as const),
  )('known hash of %i leaves', (size, root) => {
    const hashes = LEAVES.slice(0, size).map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
    expect(Buffer.from(merkleRoot(Buffer.concat(hashes))).toString('hex')).toBe(root);
  });

  test('roots and all paths of lists of 1 to 70 entries are those of the definition', () => {
    for (let size = 1; size <= 70; size += 1) {
      const entries = listOf(size);
      const leaves = leavesOf(entries);
      const root = treeHash(leaves).toString('hex');
      expect(entriesRoot('raffle', entries)).toBe(root);
      for (const [index, row] of entries.entries()) {
        const path = inclusionPath('raffle', entries, index + 1);
        expect(path).toEqual(auditPath(leaves, index));
        expect(
          verifyInclusion({
            drawId: 'raffle',
            entryNumber: index + 1,
            entry: row,
            entryCount: size,
            path,
            root,
          }),
        ).toBe(true);
      }
    }
  });

  test('a list without entries has no root, and no entry 0 or n + 1 a path', () => {
    expect(() => entriesRoot('raffle', [])).toThrow(RangeError);
    for (const number of [0, 4, 1.5])
      expect(() => inclusionPath('raffle', listOf(3), number)).toThrow(RangeError);
  });

  test.each<[string, Partial<Record<keyof CommittedEntry, unknown>>]>([
    ['a weight below 0', { weights: [-1, 0] }],
    ['a weight of 2^32', { weights: [2 ** 32, 0] }],
    ['no weights', { weights: [] }],
    ['21 weights', { weights: Array.from({ length: 21 }, () => 1) }],
    ['a name commitment in upper case', { nameCommit: 'A'.repeat(64) }],
    ['no name commitment', { nameCommit: '-' }],
    ['an empty contribution', { entropyCommit: '' }],
    ['a short key', { deviceKey: 'a' }],
    ['another state', { state: 'out' }],
    ['another source', { source: 'robot' }],
  ])('a row with %s has no leaf', (_, change) => {
    const row = { ...entry(1), ...change } as CommittedEntry;
    expect(() => entriesRoot('raffle', [row])).toThrow(RangeError);
  });

  test('a leaf is a record, also with the most and largest values', () => {
    const largest = { ...entry(1), weights: Array.from({ length: 20 }, () => 2 ** 32 - 1) };
    const drawId = 'd'.repeat(64);
    const text = leafOf(largest, 1).replace('raffle', drawId);
    expect(entryLeaf(drawId, 1, largest)).toBe(text);
    expect(entriesRoot(drawId, [largest])).toBe(leafHash(Buffer.from(text)).toString('hex'));
  });

  test('a row survives the way into a proof and back', () => {
    for (const one of listOf(6)) expect(entryOfProof(proofEntry(one))).toEqual(one);
    expect(proofEntry(entry(6))).toEqual([
      'withdrawn',
      'self',
      [2, 2 ** 32 - 1],
      entry(6).nameCommit,
      '-',
      '-',
    ]);
  });
});

describe('inclusion', () => {
  const entries = listOf(21);
  const sound = {
    drawId: 'raffle',
    entryNumber: 17,
    entry: entry(17),
    entryCount: 21,
    path: inclusionPath('raffle', entries, 17),
    root: entriesRoot('raffle', entries),
  };
  const [lowest = '', ...higher] = sound.path;

  test.each<[string, Partial<typeof sound>]>([
    ['another draw', { drawId: 'other' }],
    ['another place', { entryNumber: 18 }],
    ['a place outside', { entryNumber: 22 }],
    ['more weight', { entry: { ...entry(17), weights: [2, 0] } }],
    ['another state', { entry: { ...entry(17), state: 'in' } }],
    ['another device', { entry: { ...entry(17), deviceKey: null } }],
    ['another size', { entryCount: 20 }],
    ['no size', { entryCount: 0 }],
    ['a shorter path', { path: higher }],
    ['a longer path', { path: [...sound.path, lowest] }],
    ['a swapped path', { path: [...higher, lowest] }],
    ['a path of something else', { path: ['x', ...higher] }],
    ['another root', { root: 'a'.repeat(64) }],
    ['no draw', { drawId: '' }],
    ['an inner node for a leaf', { entryCount: 11, entryNumber: 9, path: higher }],
  ])('is refused with %s', (_, change) => {
    expect(verifyInclusion(sound)).toBe(true);
    expect(verifyInclusion({ ...sound, ...change })).toBe(false);
  });

  test('any changed digit of a path is refused', () => {
    fc.assert(
      fc.property(fc.nat(sound.path.length - 1), fc.nat(63), (at, digit) => {
        const path = sound.path.map((hash, index) => {
          const other = hash[digit] === '0' ? '1' : '0';
          return index === at ? hash.slice(0, digit) + other + hash.slice(digit + 1) : hash;
        });
        expect(verifyInclusion({ ...sound, path })).toBe(false);
      }),
      { seed: 4 },
    );
  });
});

describe('commitments', () => {
  const salt = '00112233445566778899aabbccddeeff';

  test('a name is committed to as it stands, in its own bytes', () => {
    for (const name of ['Ada', '👩‍👩‍👧‍👦 family', 'e\u0301', '\u00e9']) {
      const expected = createHmac('sha256', Buffer.from(salt, 'hex'))
        .update(`draw.name.v2\n${name}`)
        .digest('hex');
      expect(nameCommit(salt, name)).toBe(expected);
    }
    expect(nameCommit(salt, 'e\u0301')).not.toBe(nameCommit(salt, '\u00e9'));
    expect(() => nameCommit('abc', 'Ada')).toThrow(RangeError);
  });

  test('a contribution is committed to as a record', () => {
    const secret = 'ab'.repeat(32);
    expect(entropyCommit(secret)).toBe(sha(Buffer.from(`draw.entropy.v2\n${secret}\n`)).toString('hex'));
    expect(() => entropyCommit('ab')).toThrow(RangeError);
  });

  test('contributions have one hash in whatever order they arrived, and none in another order', () => {
    const pairs = [2, 3, 11, 40].map((number) => [number, sha256Hex(`${number}`)] as const);
    const expected = contributionsHash('raffle', pairs);
    expect(expected).toBe(
      sha256Hex(
        `draw.contrib.v2\nraffle\n${pairs.map(([number, secret]) => `${number}:${secret}\n`).join('')}`,
      ),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: 4 }), (arrived) => {
        expect(
          contributionsHash(
            'raffle',
            arrived.toSorted(([a], [b]) => a - b),
          ),
        ).toBe(expected);
        const ascending = arrived.every(([number], index) => number === pairs[index]?.[0]);
        if (!ascending) expect(() => contributionsHash('raffle', arrived)).toThrow(RangeError);
      }),
      { seed: 5 },
    );
    expect(contributionsHash('raffle', [])).toBeNull();
    for (const wrong of [
      [[0, 'a'.repeat(64)]],
      [[1, 'x']],
      [
        [2, 'a'.repeat(64)],
        [2, 'a'.repeat(64)],
      ],
    ] as [number, string][][])
      expect(() => contributionsHash('raffle', wrong)).toThrow(RangeError);
  });

  test('weights add up in each pool', () =>
    expect(poolTotals(listOf(8), 2)).toEqual([12, 8 * (2 ** 32 - 1)]));
});
