/**
 * The records of one draw, from open to void, and the hashes that chain them (draw protocol §3 and §8).
 * Each function's input has the record's fields, in camelCase; times are integer Unix seconds.
 */
import { record, recordOf, sha256Hex } from './text-records.ts';
import type { DrawnRow } from './shuffle.ts';

interface OpenFields {
  drawId: string;
  /** Random pseudonym of the host. */
  hostId: string;
  /** 1, 2, 3 … without gaps over all draws of the host. */
  hostSeq: number;
  /** `open_hash` of the host's previous draw, or `-`. */
  previous: string;
  seedCommitHash: string;
  /** SHA of the rules text as shown at join, or `-`. */
  rulesHash: string;
  openedAt: number;
}

interface CloseFields {
  drawId: string;
  openHash: string;
  entriesRoot: string;
  entryCount: number;
  ticketTotal: number;
  closedAt: number;
}

/** The beacon a freeze record names; for rooms and draws without a beacon, chain and round are `-`. */
interface NamedBeacon {
  kind: 'drand' | 'room' | 'none';
  chainHash: string;
  round: number | '-';
}

interface FreezeFields {
  drawId: string;
  closeHash: string;
  /** See `contributionsHash`; `-` when there are none. */
  contributionsHash: string;
  winners: number;
  alternates: number;
  beacon: NamedBeacon;
  frozenAt: number;
  drawAt: number;
}

interface RevealFields {
  drawId: string;
  freezeHash: string;
  seedReveal: string;
  revealedAt: number;
}

interface ResultFields {
  drawId: string;
  freezeHash: string;
  combinedSeed: string;
  listHash: string;
  drawnAt: number;
}

interface AdvanceFields {
  drawId: string;
  freezeHash: string;
  fromEntryNumber: number;
  /** Null when no entry is left to move up. */
  toEntryNumber: number | null;
  reasonCode: string;
  at: number;
}

interface VoidFields {
  drawId: string;
  lastRecordHash: string;
  reasonCode: string;
  at: number;
}

export function openRecord(i: OpenFields): string {
  return record(
    'draw.open.v1',
    i.drawId,
    i.hostId,
    i.hostSeq,
    i.previous,
    i.seedCommitHash,
    i.rulesHash,
    i.openedAt,
  );
}

export function openHash(i: OpenFields): string {
  return sha256Hex(openRecord(i));
}

export function closeRecord(i: CloseFields): string {
  return record(
    'draw.close.v1',
    i.drawId,
    i.openHash,
    i.entriesRoot,
    i.entryCount,
    i.ticketTotal,
    i.closedAt,
  );
}

export function closeHash(i: CloseFields): string {
  return sha256Hex(closeRecord(i));
}

export function freezeRecord(i: FreezeFields): string {
  return record(
    'draw.freeze.v1',
    i.drawId,
    i.closeHash,
    i.contributionsHash,
    i.winners,
    i.alternates,
    i.beacon.kind,
    i.beacon.chainHash,
    i.beacon.round,
    i.frozenAt,
    i.drawAt,
  );
}

export function freezeHash(i: FreezeFields): string {
  return sha256Hex(freezeRecord(i));
}

/** First 8 hex of the freeze hash, for reading aloud. */
export function freezeCode(hash: string): string {
  return hash.slice(0, 8);
}

export function revealRecord(i: RevealFields): string {
  return record('draw.reveal.v1', i.drawId, i.freezeHash, i.seedReveal, i.revealedAt);
}

export function resultRecord(i: ResultFields): string {
  return record('draw.result.v1', i.drawId, i.freezeHash, i.combinedSeed, i.listHash, i.drawnAt);
}

/** `list_hash` of a result record. Positions count from 1 in each list. */
export function listHash(
  drawId: string,
  winners: readonly DrawnRow[],
  alternates: readonly DrawnRow[],
): string {
  return sha256Hex(
    recordOf('draw.list.v1', drawId, [...listLines('w', winners), ...listLines('a', alternates)]),
  );
}

export function advanceRecord(i: AdvanceFields): string {
  return record(
    'draw.advance.v1',
    i.drawId,
    i.freezeHash,
    i.fromEntryNumber,
    i.toEntryNumber ?? '-',
    i.reasonCode,
    i.at,
  );
}

export function voidRecord(i: VoidFields): string {
  return record('draw.void.v1', i.drawId, i.lastRecordHash, i.reasonCode, i.at);
}

function listLines(role: 'w' | 'a', rows: readonly DrawnRow[]): string[] {
  return rows.map((row, index) => `${role}:${index + 1}:${row.entryNumber}:${row.selectionIndex}`);
}
