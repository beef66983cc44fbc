/** The log's tree against RFC 6962's own words, and its signed checkpoints (draw protocol §8). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkpointHolds,
  logConsistencyPath,
  logInclusionPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  nodesNeeded,
  noteKey,
  parseCheckpoint,
  signCheckpoint,
  verifyLogConsistency,
  verifyLogInclusion,
} from '../src/index.ts';
import { key, otherKey, sign, origin, treeHash, grown, texts, nodeAt } from './support/log.ts';

describe('tree', () => {
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
    const otherAt = grown(texts.map((text, index) => (index === 17 ? 'changed\n' : text)));
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

describe('checkpoint', () => {
  const head = { origin, size: 300, root: bytesToHex(logRoot(300, nodeAt)) };
  const note = signCheckpoint(head, key, sign);

  test('is a signed note whose lines are origin, size and root', () => {
    const [first, second, third, empty, signature] = note.split('\n');
    expect([first, second, empty]).toEqual([origin, '300', '']);
    expect(Buffer.from(third ?? '', 'base64').toString('hex')).toBe(head.root);
    const bytes = Buffer.from(signature?.split(' ')[2] ?? '', 'base64');
    const keyHash = sha256(concatBytes(utf8ToBytes(`${origin}\n\x01`), hexToBytes(key))).slice(0, 4);
    expect(signature?.startsWith(`— ${origin} `)).toBe(true);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from(keyHash));
    expect(noteKey(origin, key)).toBe(
      `${origin}+${bytesToHex(keyHash)}+${Buffer.concat([Buffer.of(1), hexToBytes(key)]).toString('base64')}`,
    );
    expect(parseCheckpoint(note)).toMatchObject(head);
  });

  test('the key of the published example of signed notes has the published hash', () => {
    // From the documentation of golang.org/x/mod/sumdb/note.
    const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const bytes = Buffer.from(published.split('+').slice(2).join('+'), 'base64').subarray(1);
    expect(noteKey('PeterNeumann', bytes.toString('hex'))).toBe(published);
  });

  test('holds for its own key and origin only', () => {
    const parsed = parseCheckpoint(note);
    if (parsed === null) throw new Error('not parsed');
    expect(checkpointHolds(parsed, key)).toBe(true);
    expect(checkpointHolds(parsed, otherKey)).toBe(false);
    for (const changed of [note.replace('\n300\n', '\n301\n'), note.replaceAll(origin, 'another.log')]) {
      const other = parseCheckpoint(changed);
      expect(other === null || checkpointHolds(other, key)).toBe(false);
    }
  });

  test("a witness's line beside the log's own is let pass", () => {
    const witness = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`;
    const parsed = parseCheckpoint(note + witness);
    expect(parsed?.signatures).toHaveLength(2);
    expect(parsed !== null && checkpointHolds(parsed, key)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no signature', note.split('\n\n')[0]],
    ['a size with a zero before it', note.replace('\n300\n', '\n0300\n')],
    ['a size beyond all numbers', note.replace('\n300\n', `\n${'9'.repeat(16)}\n`)],
    ['a root that is too short', note.replace(/\n[^\n]+\n\n/, '\nAAAA\n\n')],
    ['another dash', note.replace('—', '-')],
    ['no end of line', note.slice(0, -1)],
    ['a name with a plus sign', note.replaceAll(origin, 'a+b')],
    ['no text', 7],
  ])('%s is no checkpoint', (_, text) => {
    expect(parseCheckpoint(text)).toBeNull();
  });
});
