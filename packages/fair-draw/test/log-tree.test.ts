/** The log's tree against RFC 6962's own words (draw protocol §8). */
import { bytesToHex } from '@noble/hashes/utils.js';
import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  logConsistencyPath,
  logInclusionPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  nodesNeeded,
  verifyLogConsistency,
  verifyLogInclusion,
} from '../src/log/log-tree.ts';
import { treeHash } from './support/log-key.ts';
import { growTree } from './support/test-log.ts';

const texts = Array.from({ length: 300 }, (_, index) => `record ${index}\n`);
const nodeAt = growTree(texts);

describe('[§8] tree', () => {
  test('has the root of RFC 6962 at every size from 0 to 300', () => {
    for (let size = 0; size <= texts.length; size += 1) {
      expect(bytesToHex(logRoot(size, nodeAt))).toBe(bytesToHex(treeHash(texts.slice(0, size))));
    }
  });

  test('an append reads and writes no more than log n nodes', () => {
    for (let index = 0; index < 300; index += 1) {
      const needed = nodesNeeded((source) => nodesCompleted(index, new Uint8Array(32), source));
      expect(needed.length).toBeLessThanOrEqual(Math.ceil(Math.log2(index + 2)));
    }
  });

  test('every record is included under its own index, and nothing else is', () => {
    assert(
      property(integer({ min: 1, max: 300 }), nat(), nat(), (size, one, other) => {
        const index = one % size;
        const wrong = other % size;
        const root = logRoot(size, nodeAt);
        const path = logInclusionPath(index, size, nodeAt);
        const leafHash = logLeafHash(texts[index] ?? '');
        expect(verifyLogInclusion({ leafHash, index, size, path, root })).toBe(true);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        const cases = [
          { leafHash: logLeafHash('another'), index, size, path, root },
          { leafHash, index, size, path: [...path, root], root },
          { leafHash, index: size, size, path, root },
        ];
        for (const wrongCase of cases) expect(verifyLogInclusion(wrongCase)).toBe(false);
        if (path.length > 0) {
          expect(verifyLogInclusion({ leafHash, index, size, path: path.slice(1), root })).toBe(false);
        }
        if (wrong !== index) {
          expect(verifyLogInclusion({ leafHash, index: wrong, size, path, root })).toBe(false);
        }
      }),
    );
  });

  test('every size continues every smaller one, and no other log', () => {
    const otherAt = growTree(texts.map((text, index) => (index === 17 ? 'changed\n' : text)));
    assert(
      property(nat({ max: 300 }), nat({ max: 300 }), (a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const from = { size: small, root: logRoot(small, nodeAt) };
        const to = { size: large, root: logRoot(large, nodeAt) };
        const path = logConsistencyPath(small, large, nodeAt);
        expect(verifyLogConsistency({ from, to, path })).toBe(true);
        expect(verifyLogConsistency({ from, to, path: [...path, to.root] })).toBe(false);
        if (path.length > 0) {
          expect(verifyLogConsistency({ from, to, path: path.slice(1) })).toBe(false);
        }
        if (small > 17) {
          const changed = { size: large, root: logRoot(large, otherAt) };
          const forged = logConsistencyPath(small, large, otherAt);
          expect(verifyLogConsistency({ from, to: changed, path: forged })).toBe(false);
          expect(verifyLogConsistency({ from, to: changed, path })).toBe(false);
        }
        if (small < large) {
          expect(verifyLogConsistency({ from: to, to: from, path })).toBe(false);
          const empty = { size: 0, root: from.root };
          if (small > 0) expect(verifyLogConsistency({ from: empty, to, path: [] })).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });
});
