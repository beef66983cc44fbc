/** The audience: devices that sign that they hold the freeze before the draw (draw protocol §8, §10). */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash, isHex, isIntegerIn, isPublicId } from './field-rules.ts';
import {
  createHasher,
  HASH_BYTES,
  LEAF_PREFIX,
  merklePath,
  merkleRoot,
  rootFromPath,
} from './merkle-tree.ts';
import { record } from './text-records.ts';

/** A device signs only this many seconds or more before the time of the draw. */
export const AUDIENCE_LEAD_SECONDS = 5;

export interface SeenFields {
  drawId: string;
  freezeHash: string;
  entryNumber: number;
  /** Unix seconds by the device's own clock. */
  seenAt: number;
}

/** A device's signature: over `seenRecord`, Ed25519 under the entry's device key, 128 hex. */
export type AudienceRow = readonly [entryNumber: number, seenAt: number, signature: string];

/** What a device signs. */
export function seenRecord({ drawId, freezeHash, entryNumber, seenAt }: SeenFields): string {
  return record('draw.seen.v2', drawId, freezeHash, entryNumber, seenAt);
}

/** The text of one leaf under the audience record's root. */
export function audienceLeaf(drawId: string, freezeHash: string, row: AudienceRow): string {
  const [entryNumber, seenAt, signature] = row;
  return `${seenRecord({ drawId, freezeHash, entryNumber, seenAt })}${record(signature)}`;
}

/** Merkle root of an audience record, 64 hex. @throws RangeError without rows */
export function audienceRoot(drawId: string, freezeHash: string, rows: readonly AudienceRow[]): string {
  return bytesToHex(merkleRoot(leafHashes(drawId, freezeHash, rows)));
}

/** The way from row `index` (from 0) up to the root, 64 hex each, lowest first. @throws RangeError for another index */
export function audiencePath(
  drawId: string,
  freezeHash: string,
  rows: readonly AudienceRow[],
  index: number,
): string[] {
  if (!isIntegerIn(index, 0, rows.length - 1)) throw new RangeError('There is no such row.');
  return merklePath(leafHashes(drawId, freezeHash, rows), index).map((hash) => bytesToHex(hash));
}

/** Whether a device's row stands at `index` (from 0) under an audience record's root. Never throws. */
export function verifyAudienceInclusion(i: {
  drawId: string;
  freezeHash: string;
  row: AudienceRow;
  index: number;
  count: number;
  path: readonly string[];
  root: string;
}): boolean {
  const [entryNumber, seenAt, signature] = i.row;
  if (!isIntegerIn(i.count, 1) || !isIntegerIn(i.index, 0, i.count - 1)) return false;
  if (!isPublicId(i.drawId) || !isHash(i.freezeHash) || !isHash(i.root) || !i.path.every(isHash))
    return false;
  if (!isIntegerIn(entryNumber, 1) || !isIntegerIn(seenAt, 0) || !isHex(signature, 128)) return false;
  const leaf = leafHashes(i.drawId, i.freezeHash, [i.row]);
  const reached = rootFromPath(leaf, i.index, i.count, i.path.map(hexToBytes));
  return reached !== null && bytesToHex(reached) === i.root;
}

function leafHashes(drawId: string, freezeHash: string, rows: readonly AudienceRow[]): Uint8Array {
  const hashes = new Uint8Array(rows.length * HASH_BYTES);
  const hashInto = createHasher();
  for (const [index, row] of rows.entries()) {
    const leaf = utf8ToBytes(audienceLeaf(drawId, freezeHash, row));
    const message = new Uint8Array(1 + leaf.length);
    message[0] = LEAF_PREFIX;
    message.set(leaf, 1);
    hashInto(message, hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
  }
  return hashes;
}
