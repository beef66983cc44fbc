/** What the frozen list holds of each entry, and the root over all of them (draw protocol §3). */
import { auditPath, checkAuditPath, leafHash, treeRoot } from './merkle-tree.ts';
import { bytesToHex, hexToBytes, hmacSha256, record, sha256Hex } from './text-records.ts';

/** One row of the frozen list, in entry order: entry 1 is row 0. `entropyCommit` is 64 hex or "-". */
export type CommittedEntry = readonly [tickets: number, nameCommit: string, entropyCommit: string];

/** [entry_number, contribution of 64 hex] */
export type Contribution = readonly [entryNumber: number, contribution: string];

/** HMAC(salt, "draw.name.v1\n" + name): hides the name until somebody shows name and salt. @param salt 32 hex */
export function nameCommit(salt: string, displayName: string): string {
  return bytesToHex(hmacSha256(hexToBytes(salt), `draw.name.v1\n${displayName}`));
}

/** @param contribution 64 hex, or null for an entrant without one ("-") */
export function entropyCommit(contribution: string | null): string {
  return contribution === null ? '-' : sha256Hex(record('draw.entropy.v1', contribution));
}

function entryLeaf(drawId: string, entryNumber: number, entry: CommittedEntry): Uint8Array {
  return leafHash(record('draw.entry.v1', drawId, entryNumber, entry[0], entry[1], entry[2]));
}

function entryLeaves(drawId: string, entries: readonly CommittedEntry[]): Uint8Array[] {
  return entries.map((entry, index) => entryLeaf(drawId, index + 1, entry));
}

/** Merkle root over the whole list, 64 hex. */
export function entriesRoot(drawId: string, entries: readonly CommittedEntry[]): string {
  return treeRoot(entryLeaves(drawId, entries));
}

/** All tickets of the list. */
export function ticketTotal(entries: readonly CommittedEntry[]): number {
  return entries.reduce((sum, [tickets]) => sum + tickets, 0);
}

/** The path that shows entry `entryNumber` (from 1) to be in the list without the list. */
export function inclusionPath(
  drawId: string,
  entries: readonly CommittedEntry[],
  entryNumber: number,
): string[] {
  return auditPath(entryLeaves(drawId, entries), entryNumber - 1);
}

/** Whether `path` shows that exactly this entry is number `entryNumber` of the list with this root. */
export function verifyInclusion(claim: {
  drawId: string;
  entryNumber: number;
  entry: CommittedEntry;
  entryCount: number;
  path: readonly string[];
  root: string;
}): boolean {
  return checkAuditPath({
    leaf: entryLeaf(claim.drawId, claim.entryNumber, claim.entry),
    index: claim.entryNumber - 1,
    size: claim.entryCount,
    path: claim.path,
    root: claim.root,
  });
}

/** "-" without contributions, else the hash over all of them in entry order. */
export function contributionsHash(drawId: string, contributions: readonly Contribution[]): string {
  if (contributions.length === 0) return '-';
  return sha256Hex(
    record('draw.contrib.v1', drawId, ...contributions.map(([entry, secret]) => `${entry}:${secret}`)),
  );
}
