/**
 * The frozen list of entries: commitments to names and to entrants' randomness, and the Merkle root over them
 * (draw protocol §3). Entry numbers count from 1 in order of joining and never change.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isHash, isIntegerIn, isPublicId, isSalt, isWeights, MAX_POOLS } from './field-rules.ts';
import {
  createHasher,
  HASH_BYTES,
  LEAF_PREFIX,
  merklePath,
  merkleRoot,
  rootFromPath,
} from './merkle-tree.ts';
import { hmac, record, recordOf, sha256Hex } from './text-records.ts';

/**
 * - in: takes part
 * - withdrawn: left again
 * - removed: by the host
 * - absent: presence is required, and the entrant did not check in
 * - holder: holds a prize of an earlier draw and therefore sits this one out
 */
export const ENTRY_STATES = ['in', 'withdrawn', 'removed', 'absent', 'holder'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Joined on a device, entered by the host, or on paper. */
export const ENTRY_SOURCES = ['self', 'host', 'paper'] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/** One row of the list. */
export interface CommittedEntry {
  state: EntryState;
  source: EntrySource;
  /** A weight for each pool; all 0 unless the state is `in`. */
  weights: readonly number[];
  nameCommit: string;
  /** Null for an entry without a contribution. */
  entropyCommit: string | null;
  /** The device's Ed25519 public key, 64 hex. */
  deviceKey: string | null;
}

/** The row as a proof shows it. */
export type ProofEntry = readonly [
  state: EntryState,
  source: EntrySource,
  weights: readonly number[],
  nameCommit: string,
  entropyCommit: string,
  deviceKey: string,
];

/** What an entrant's device sent after the close: 64 hex. */
export type Contribution = readonly [entryNumber: number, contribution: string];

/** An entry's place in the list, with the way to the root. */
export interface Inclusion {
  drawId: string;
  entryNumber: number;
  entry: CommittedEntry;
  entryCount: number;
  /** 64 hex each, lowest first. */
  path: readonly string[];
  root: string;
}

/** @param salt 16 random bytes of this entry as 32 hex @param name hashed as it stands @returns 64 hex */
export function nameCommit(salt: string, name: string): string {
  if (!isSalt(salt)) throw new RangeError('A salt is 32 lowercase hex digits.');
  return hmac(hexToBytes(salt), `draw.name.v2\n${name}`);
}

/** @param contribution 32 random bytes as 64 hex, made on the entrant's device @returns 64 hex */
export function entropyCommit(contribution: string): string {
  if (!isHash(contribution)) throw new RangeError('A contribution is 64 lowercase hex digits.');
  return sha256Hex(record('draw.entropy.v2', contribution));
}

/** The text of one leaf of the list. */
export function entryLeaf(drawId: string, entryNumber: number, entry: CommittedEntry): string {
  const { state, source, weights, nameCommit: name, entropyCommit: entropy, deviceKey } = entry;
  return record('draw.entry.v2', drawId, entryNumber, state, source, weights, name, entropy, deviceKey);
}

/** Merkle root of the list, 64 hex. @throws RangeError for an empty list or a malformed row */
export function entriesRoot(drawId: string, entries: readonly CommittedEntry[]): string {
  return bytesToHex(merkleRoot(leafHashes(drawId, entries)));
}

/** The sum of the weights in each pool. A sum may be larger than a record allows. */
export function poolTotals(entries: readonly { weights: readonly number[] }[], pools: number): number[] {
  const totals = Array.from({ length: pools }, () => 0);
  for (const { weights } of entries) {
    for (let pool = 0; pool < pools; pool += 1) totals[pool] = (totals[pool] ?? 0) + (weights[pool] ?? 0);
  }
  return totals;
}

/** The neighbours of an entry up to the root, 64 hex each. @throws RangeError unless 1 ≤ entryNumber ≤ number of entries */
export function inclusionPath(
  drawId: string,
  entries: readonly CommittedEntry[],
  entryNumber: number,
): string[] {
  if (!isIntegerIn(entryNumber, 1, entries.length)) throw new RangeError('There is no such entry.');
  return merklePath(leafHashes(drawId, entries), entryNumber - 1).map((hash) => bytesToHex(hash));
}

/** Whether `entry` stands at `entryNumber` in the list with this root. Never throws. */
export function verifyInclusion({ drawId, entryNumber, entry, entryCount, path, root }: Inclusion): boolean {
  if (!isIntegerIn(entryCount, 1) || !isIntegerIn(entryNumber, 1, entryCount)) return false;
  if (!isPublicId(drawId) || !isCommittedEntry(entry) || !isHash(root) || !path.every(isHash)) return false;
  const leaf = new Uint8Array(HASH_BYTES);
  createLeafHasher(drawId)(entryNumber, entry, leaf);
  const reached = rootFromPath(leaf, entryNumber - 1, entryCount, path.map(hexToBytes));
  return reached !== null && bytesToHex(reached) === root;
}

/**
 * `contributions_hash`, 64 hex; null without contributions.
 * @throws RangeError unless entry numbers strictly ascend and each contribution is 64 hex
 */
export function contributionsHash(drawId: string, contributions: readonly Contribution[]): string | null {
  if (contributions.length === 0) return null;
  let last = 0;
  const lines = contributions.map(([entryNumber, contribution]) => {
    if (!isIntegerIn(entryNumber, last + 1)) {
      throw new RangeError('Contributions must ascend by entry number.');
    }
    if (!isHash(contribution)) throw new RangeError('A contribution is 64 lowercase hex digits.');
    last = entryNumber;
    return `${entryNumber}:${contribution}`;
  });
  return sha256Hex(recordOf('draw.contrib.v2', drawId, lines));
}

/** An entry as a proof shows it. */
export function proofEntry(entry: CommittedEntry): ProofEntry {
  const { state, source, weights, nameCommit: name, entropyCommit: entropy, deviceKey } = entry;
  return [state, source, [...weights], name, entropy ?? '-', deviceKey ?? '-'];
}

/** An entry out of a proof. */
export function entryOfProof([state, source, weights, name, entropy, device]: ProofEntry): CommittedEntry {
  return {
    state,
    source,
    weights,
    nameCommit: name,
    entropyCommit: entropy === '-' ? null : entropy,
    deviceKey: device === '-' ? null : device,
  };
}

function isCommittedEntry(value: CommittedEntry): boolean {
  const { state, source, weights, nameCommit: name, entropyCommit: entropy, deviceKey } = value;
  return (
    ENTRY_STATES.includes(state) &&
    ENTRY_SOURCES.includes(source) &&
    isWeights(weights) &&
    isHash(name) &&
    (entropy === null || isHash(entropy)) &&
    (deviceKey === null || isHash(deviceKey))
  );
}

function leafHashes(drawId: string, entries: readonly CommittedEntry[]): Uint8Array {
  const hashes = new Uint8Array(entries.length * HASH_BYTES);
  const hashLeaf = createLeafHasher(drawId);
  for (const [index, entry] of entries.entries()) {
    if (!isCommittedEntry(entry)) throw new RangeError(`Entry ${index + 1} is malformed.`);
    hashLeaf(index + 1, entry, hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
  }
  return hashes;
}

/** Type, draw id, number, state, source, three hashes, and up to ten digits and a comma for each weight. */
const LONGEST_LEAF = 320 + 11 * MAX_POOLS;

/**
 * Hashes the texts of `entryLeaf` from one reused buffer: a list of 100,000 entries makes no strings of its own.
 * All fields are ASCII.
 */
function createLeafHasher(drawId: string): (i: number, entry: CommittedEntry, into: Uint8Array) => void {
  if (!isPublicId(drawId)) throw new RangeError('A draw id is 1–64 letters, digits, _ or -.');
  const hashInto = createHasher();
  const buffer = new Uint8Array(LONGEST_LEAF);
  const start = writeAscii(buffer, 1, record('draw.entry.v2', drawId));
  buffer[0] = LEAF_PREFIX;
  return (i, { state, source, weights, nameCommit: name, entropyCommit: entropy, deviceKey }, into) => {
    let end = writeLine(buffer, start, String(i));
    end = writeLine(buffer, end, state);
    end = writeLine(buffer, end, source);
    end = writeLine(buffer, end, weights.join(','));
    end = writeLine(buffer, end, name);
    end = writeLine(buffer, end, entropy ?? '-');
    end = writeLine(buffer, end, deviceKey ?? '-');
    hashInto(buffer.subarray(0, end), into);
  };
}

function writeLine(buffer: Uint8Array, offset: number, text: string): number {
  const end = writeAscii(buffer, offset, text);
  buffer[end] = 0x0a;
  return end + 1;
}

function writeAscii(buffer: Uint8Array, offset: number, text: string): number {
  for (let i = 0; i < text.length; i += 1) buffer[offset + i] = text.charCodeAt(i);
  return offset + text.length;
}
