/**
 * The public log's tree (draw protocol §8): RFC 6962 over record texts, grown leaf by leaf.
 *
 * Nodes whose subtree is complete never change again. They are what a log stores, named by level (0 = leaves) and index;
 * roots, inclusion and consistency proofs of any earlier size follow from O(log n) of them. Everything here is sync
 * and reads from a `NodeSource`; `nodesNeeded` returns those nodes beforehand, so that one database query is enough.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createJoiner, HASH_BYTES, LEAF_PREFIX, rootFromPath } from '../merkle-tree.ts';

/** Place of a complete subtree: it covers leaves index · 2^level up to (index + 1) · 2^level. */
export interface NodePlace {
  level: number;
  index: number;
}

/** Hash of a complete subtree. */
export type NodeSource = (place: NodePlace) => Uint8Array;

const joinInto = createJoiner();

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const into = new Uint8Array(HASH_BYTES);
  joinInto(left, right, into);
  return into;
}

/** Hash of one record as a leaf. */
export function logLeafHash(text: string): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(LEAF_PREFIX), utf8ToBytes(text)));
}

/** The nodes that leaf number `index` completes: itself, then every subtree whose last leaf it is, lowest first. */
export function nodesCompleted(
  index: number,
  leafHash: Uint8Array,
  nodeAt: NodeSource,
): (NodePlace & { hash: Uint8Array })[] {
  const completed = [{ level: 0, index, hash: leafHash }];
  let hash = leafHash;
  let position = index;
  for (let level = 0; position % 2 === 1; level += 1) {
    hash = join(nodeAt({ level, index: position - 1 }), hash);
    position = (position - 1) / 2;
    completed.push({ level: level + 1, index: position, hash });
  }
  return completed;
}

/** Root of the first `size` leaves; of none, the hash of nothing. */
export function logRoot(size: number, nodeAt: NodeSource): Uint8Array {
  return size === 0 ? sha256(new Uint8Array()) : subtree(0, size, nodeAt);
}

/** Path from leaf `index` to the root of the first `size` leaves, lowest first. @throws RangeError */
export function logInclusionPath(index: number, size: number, nodeAt: NodeSource): Uint8Array[] {
  if (index >= size) throw new RangeError('The leaf is not in the tree.');
  const path: Uint8Array[] = [];
  let [low, high] = [0, size];
  while (high - low > 1) {
    const middle = low + splitOf(high - low);
    if (index < middle) {
      path.push(subtree(middle, high, nodeAt));
      high = middle;
    } else {
      path.push(subtree(low, middle, nodeAt));
      low = middle;
    }
  }
  return path.toReversed();
}

/** Proof that the tree of `from` leaves begins the one of `to` (RFC 6962 §2.1.2). @throws RangeError */
export function logConsistencyPath(from: number, to: number, nodeAt: NodeSource): Uint8Array[] {
  if (from > to) throw new RangeError('A log never shrinks.');
  if (from === 0 || from === to) return [];
  const path: Uint8Array[] = [];
  let [low, high] = [0, to];
  let whole = true;
  while (high !== from) {
    const middle = low + splitOf(high - low);
    if (from <= middle) {
      path.push(subtree(middle, high, nodeAt));
      high = middle;
    } else {
      path.push(subtree(low, middle, nodeAt));
      low = middle;
      whole = false;
    }
  }
  if (!whole) path.push(subtree(low, high, nodeAt));
  return path.toReversed();
}

/** Which nodes `work` reads from its source; `work` is one of the functions above. */
export function nodesNeeded(work: (nodeAt: NodeSource) => unknown): NodePlace[] {
  const places: NodePlace[] = [];
  work((place) => {
    places.push(place);
    return new Uint8Array(HASH_BYTES);
  });
  return places;
}

/** Whether the leaf stands at `index` among the `size` leaves of this root. */
export function verifyLogInclusion(proof: {
  leafHash: Uint8Array;
  index: number;
  size: number;
  path: readonly Uint8Array[];
  root: Uint8Array;
}): boolean {
  if (proof.index >= proof.size) return false;
  const root = rootFromPath(proof.leafHash, proof.index, proof.size, proof.path);
  return root !== null && equal(root, proof.root);
}

/** Whether the leaves of the one root begin those of the other (RFC 9162 §2.1.4.2). */
export function verifyLogConsistency(proof: {
  from: { size: number; root: Uint8Array };
  to: { size: number; root: Uint8Array };
  path: readonly Uint8Array[];
}): boolean {
  const { from, to, path } = proof;
  if (from.size > to.size) return false;
  if (from.size === to.size) return path.length === 0 && equal(from.root, to.root);
  // Every log continues the empty one; what stands as the empty one's root is still to be right.
  if (from.size === 0) return path.length === 0 && equal(from.root, sha256(new Uint8Array()));
  // The walk starts at the last node that lies whole in the smaller tree.
  let [node, last] = [from.size - 1, to.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  const hashes = node === 0 ? [from.root, ...path] : [...path];
  const first = hashes.shift();
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const hash of hashes) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      older = join(hash, older);
      newer = join(hash, newer);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      newer = join(newer, hash);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(older, from.root) && equal(newer, to.root);
}

/** Root of leaves `low` up to `high`, where RFC 6962's splitting leads to just this range. */
function subtree(low: number, high: number, nodeAt: NodeSource): Uint8Array {
  const width = high - low;
  const level = Math.round(Math.log2(width));
  if (2 ** level === width) return nodeAt({ level, index: low / width });
  const middle = low + splitOf(width);
  return join(subtree(low, middle, nodeAt), subtree(middle, high, nodeAt));
}

/** The largest power of two below `width`, which is 2 or more. */
function splitOf(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
