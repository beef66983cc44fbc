/**
 * The frozen list of entries: commitments to names and to entrants' randomness, and the Merkle root over them
 * (draw protocol §3). Entry numbers count from 1 in join order and never change.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash, isHashOrDash, isIntegerIn, isPublicId, isSalt, MAX_TICKETS } from './field-rules.ts';
import {
  createHasher,
  HASH_BYTES,
  LEAF_PREFIX,
  merklePath,
  merkleRoot,
  rootFromPath,
} from './merkle-tree.ts';
import { record, recordOf, sha256Hex } from './text-records.ts';

/** One row of the list; `entropyCommit` is `-` for an entry without a contribution. */
export type CommittedEntry = readonly [tickets: number, nameCommit: string, entropyCommit: string];

/** What an entrant's device sent after close: 64 hex. */
export type Contribution = readonly [entryNumber: number, contribution: string];

interface Inclusion {
  drawId: string;
  entryNumber: number;
  entry: CommittedEntry;
  entryCount: number;
  /** 64 hex each, lowest first. */
  path: readonly string[];
  root: string;
}

/** @param saltHex 16 random bytes of this entry as 32 hex @param displayName hashed as it stands */
export function nameCommit(saltHex: string, displayName: string): string {
  if (!isSalt(saltHex)) throw new RangeError('A salt is 32 lowercase hex digits.');
  return bytesToHex(hmac(sha256, hexToBytes(saltHex), utf8ToBytes(`draw.name.v1\n${displayName}`)));
}

/** @param contribution 32 random bytes as 64 hex, made on the entrant's device; null when there is none */
export function entropyCommit(contribution: string | null): string {
  if (contribution === null) return '-';
  if (!isHash(contribution)) throw new RangeError('A contribution is 64 lowercase hex digits.');
  return sha256Hex(record('draw.entropy.v1', contribution));
}

/** @throws RangeError for an empty list or a malformed row */
export function entriesRoot(drawId: string, entries: readonly CommittedEntry[]): string {
  return bytesToHex(merkleRoot(leafHashes(drawId, entries)));
}

export function ticketTotal(entries: readonly CommittedEntry[]): number {
  let total = 0;
  for (const [tickets] of entries) total += tickets;
  return total;
}

/** @throws RangeError unless 1 ≤ entryNumber ≤ number of entries */
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
 * @returns `-` without contributions
 * @throws RangeError unless entry numbers strictly ascend and each contribution is 64 hex
 */
export function contributionsHash(drawId: string, contributions: readonly Contribution[]): string {
  if (contributions.length === 0) return '-';
  let last = 0;
  const lines = contributions.map(([entryNumber, contribution]) => {
    if (!isIntegerIn(entryNumber, last + 1))
      throw new RangeError('Contributions must ascend by entry number.');
    if (!isHash(contribution)) throw new RangeError('A contribution is 64 lowercase hex digits.');
    last = entryNumber;
    return `${entryNumber}:${contribution}`;
  });
  return sha256Hex(recordOf('draw.contrib.v1', drawId, lines));
}

function isCommittedEntry(value: unknown): value is CommittedEntry {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    isIntegerIn(value[0], 0, MAX_TICKETS) &&
    isHash(value[1]) &&
    isHashOrDash(value[2])
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

/**
 * Hashes leaf records REC("draw.entry.v1", draw_id, i, tickets, name_commit, entropy_commit) from one reused buffer:
 * a list of 100,000 entries makes no strings of its own. All fields are ASCII.
 */
function createLeafHasher(drawId: string): (i: number, entry: CommittedEntry, into: Uint8Array) => void {
  if (!isPublicId(drawId)) throw new RangeError('A draw id is 1–64 letters, digits, _ or -.');
  const hashInto = createHasher();
  const buffer = new Uint8Array(320);
  const start = writeAscii(buffer, 1, record('draw.entry.v1', drawId));
  buffer[0] = LEAF_PREFIX;
  return (i, [tickets, name, entropy], into) => {
    let end = writeLine(buffer, start, String(i));
    end = writeLine(buffer, end, String(tickets));
    end = writeLine(buffer, end, name);
    end = writeLine(buffer, end, entropy);
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
