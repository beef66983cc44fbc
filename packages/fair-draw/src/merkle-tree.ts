/**
 * RFC 6962 Merkle trees over SHA-256: 0x00 before a leaf, 0x01 before a node (draw protocol §3).
 *
 * Leaf hashes lie one after another in one array, 32 bytes each. A level is folded into the next by pairing
 * neighbours; a last node without a partner moves up unchanged, which is the same tree as RFC 6962's split at the
 * largest power of two.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export const HASH_BYTES = 32;
export const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;

/** Hashes many short messages without a new hash object for each. */
export function createHasher(): (message: Uint8Array, into: Uint8Array) => void {
  const fresh = sha256.create();
  const hash = sha256.create();
  return (message, into) => {
    fresh._cloneInto(hash);
    hash.update(message).digestInto(into);
  };
}

/** Root of one or more leaf hashes. @throws RangeError without leaves */
export function merkleRoot(leafHashes: Uint8Array): Uint8Array {
  let level = leafHashes;
  if (level.length === 0) throw new RangeError('A tree has at least one leaf.');
  const fold = createFolder();
  while (level.length > HASH_BYTES) level = fold(level);
  return level;
}

/** The neighbours on the way from leaf `index` (from 0) up to the root, lowest first. */
export function merklePath(leafHashes: Uint8Array, index: number): Uint8Array[] {
  const path: Uint8Array[] = [];
  const fold = createFolder();
  let level = leafHashes;
  let position = index;
  while (level.length > HASH_BYTES) {
    const neighbour = position % 2 === 0 ? position + 1 : position - 1;
    if (neighbour * HASH_BYTES < level.length) path.push(hashAt(level, neighbour));
    level = fold(level);
    position = Math.floor(position / 2);
  }
  return path;
}

/** The root that a leaf and its path lead to, or null when the path does not have the length that this tree requires. */
export function rootFromPath(
  leafHash: Uint8Array,
  index: number,
  leafCount: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  const join = createJoiner();
  let hash = leafHash;
  let position = index;
  let used = 0;
  for (let width = leafCount; width > 1; width = Math.ceil(width / 2)) {
    const isLeft = position % 2 === 0;
    if (!isLeft || position + 1 < width) {
      const neighbour = path[used];
      if (neighbour === undefined) return null;
      used += 1;
      const joined = new Uint8Array(HASH_BYTES);
      join(isLeft ? hash : neighbour, isLeft ? neighbour : hash, joined);
      hash = joined;
    }
    position = Math.floor(position / 2);
  }
  return used === path.length ? hash : null;
}

function hashAt(level: Uint8Array, index: number): Uint8Array {
  return level.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** Hash of a node from its two children. */
export function createJoiner(): (left: Uint8Array, right: Uint8Array, into: Uint8Array) => void {
  const hashInto = createHasher();
  const message = new Uint8Array(1 + 2 * HASH_BYTES);
  message[0] = NODE_PREFIX;
  return (left, right, into) => {
    message.set(left, 1);
    message.set(right, 1 + HASH_BYTES);
    hashInto(message, into);
  };
}

function createFolder(): (level: Uint8Array) => Uint8Array {
  const join = createJoiner();
  return (level) => {
    const count = level.length / HASH_BYTES;
    const next = new Uint8Array(Math.ceil(count / 2) * HASH_BYTES);
    for (let i = 0; i < count; i += 2) {
      const start = i * HASH_BYTES;
      const left = level.subarray(start, start + HASH_BYTES);
      const into = next.subarray(start / 2, start / 2 + HASH_BYTES);
      if (i + 1 < count) join(left, level.subarray(start + HASH_BYTES, start + 2 * HASH_BYTES), into);
      else into.set(left);
    }
    return next;
  };
}
