/** Merkle tree hash, inclusion path and its check: RFC 6962 §2.1 and §2.1.1, SHA-256. */
import { bytesToHex, concatBytes, hexToBytes, sha256, utf8ToBytes } from './text-records.ts';

const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** Hash of one leaf's text. 32 bytes. */
export function leafHash(text: string): Uint8Array {
  return sha256(concatBytes(LEAF_PREFIX, utf8ToBytes(text)));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE_PREFIX, left, right));
}

/**
 * All levels from the leaves up to the root. Pairing neighbours and lifting an odd last one gives the same tree as the
 * RFC's split at the largest power of two.
 */
function levels(leaves: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const all: (readonly Uint8Array[])[] = [leaves];
  let level = leaves;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i];
      const right = level[i + 1];
      if (left !== undefined) next.push(right === undefined ? left : nodeHash(left, right));
    }
    all.push(next);
    level = next;
  }
  return all;
}

/** Root over leaf hashes, 64 hex; of no leaves it is the hash of the empty string. */
export function treeRoot(leaves: readonly Uint8Array[]): string {
  return bytesToHex(levels(leaves).at(-1)?.[0] ?? sha256(new Uint8Array(0)));
}

/**
 * The hashes that lead from leaf `index` (from 0) to the root, lowest first, 64 hex each.
 * @throws {RangeError} when there is no such leaf
 */
export function auditPath(leaves: readonly Uint8Array[], index: number): string[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError(`No leaf ${index}.`);
  const path: string[] = [];
  let at = index;
  for (const level of levels(leaves)) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(bytesToHex(sibling));
    at >>= 1;
  }
  return path;
}

/** Whether `path` leads from the leaf to `root` in a tree of `size` leaves. False for anything malformed. */
export function checkAuditPath(claim: {
  leaf: Uint8Array;
  index: number;
  size: number;
  path: readonly string[];
  root: string;
}): boolean {
  const { index, size, path, root } = claim;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  if (!path.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return false;
  let hash = claim.leaf;
  let at = index;
  let last = size - 1;
  let used = 0;
  while (last > 0) {
    const isRight = at % 2 === 1;
    if (isRight || at < last) {
      const sibling = path[used];
      if (sibling === undefined) return false;
      used += 1;
      hash = isRight ? nodeHash(hexToBytes(sibling), hash) : nodeHash(hash, hexToBytes(sibling));
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return used === path.length && bytesToHex(hash) === root;
}
