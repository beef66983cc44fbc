/** The records of a draw's life, as text and as hash (draw protocol §3 and §8). Times are unix seconds. */
import { record, sha256Hex } from './text-records.ts';

export interface OpenFields {
  drawId: string;
  /** The host's pseudonym. */
  hostId: string;
  hostSeq: number;
  /** open_hash of the host's previous draw, or "-". */
  previous: string;
  seedCommitHash: string;
  rulesHash: string;
  openedAt: number;
}

export interface CloseFields {
  drawId: string;
  openHash: string;
  entriesRoot: string;
  entryCount: number;
  ticketTotal: number;
  closedAt: number;
}

export interface FreezeFields {
  drawId: string;
  closeHash: string;
  contributionsHash: string;
  winners: number;
  alternates: number;
  beacon: { kind: 'drand' | 'room' | 'none'; chainHash: string; round: number | '-' };
  frozenAt: number;
  drawAt: number;
}

/** A row as the result record names it. */
export interface AnnouncedRow {
  position: number;
  entryNumber: number;
  selectionIndex: string;
}

export function openRecord(f: OpenFields): string {
  return record(
    'draw.open.v1',
    f.drawId,
    f.hostId,
    f.hostSeq,
    f.previous,
    f.seedCommitHash,
    f.rulesHash,
    f.openedAt,
  );
}

export function openHash(fields: OpenFields): string {
  return sha256Hex(openRecord(fields));
}

export function closeRecord(f: CloseFields): string {
  return record(
    'draw.close.v1',
    f.drawId,
    f.openHash,
    f.entriesRoot,
    f.entryCount,
    f.ticketTotal,
    f.closedAt,
  );
}

export function closeHash(fields: CloseFields): string {
  return sha256Hex(closeRecord(fields));
}

export function freezeRecord(f: FreezeFields): string {
  const { kind, chainHash, round } = f.beacon;
  return record(
    'draw.freeze.v1',
    f.drawId,
    f.closeHash,
    f.contributionsHash,
    f.winners,
    f.alternates,
    kind,
    chainHash,
    round,
    f.frozenAt,
    f.drawAt,
  );
}

export function freezeHash(fields: FreezeFields): string {
  return sha256Hex(freezeRecord(fields));
}

/** The first 8 hex of the freeze hash, short enough to be read aloud (draw protocol §2). */
export function freezeCode(hash: string): string {
  return hash.slice(0, 8);
}

export function revealRecord(f: {
  drawId: string;
  freezeHash: string;
  seedReveal: string;
  revealedAt: number;
}): string {
  return record('draw.reveal.v1', f.drawId, f.freezeHash, f.seedReveal, f.revealedAt);
}

/** Hash over the announced rows: winners first, then alternates. */
export function listHash(
  drawId: string,
  winners: readonly AnnouncedRow[],
  alternates: readonly AnnouncedRow[],
): string {
  const line = (role: 'w' | 'a') => (row: AnnouncedRow) =>
    `${role}:${row.position}:${row.entryNumber}:${row.selectionIndex}`;
  return sha256Hex(record('draw.list.v1', drawId, ...winners.map(line('w')), ...alternates.map(line('a'))));
}

export function resultRecord(f: {
  drawId: string;
  freezeHash: string;
  combinedSeed: string;
  listHash: string;
  drawnAt: number;
}): string {
  return record('draw.result.v1', f.drawId, f.freezeHash, f.combinedSeed, f.listHash, f.drawnAt);
}

/** R14: an announced winner is passed over and the next row moves up. */
export function advanceRecord(f: {
  drawId: string;
  freezeHash: string;
  fromEntryNumber: number;
  toEntryNumber: number | '-';
  reasonCode: string;
  at: number;
}): string {
  return record(
    'draw.advance.v1',
    f.drawId,
    f.freezeHash,
    f.fromEntryNumber,
    f.toEntryNumber,
    f.reasonCode,
    f.at,
  );
}

export function voidRecord(f: {
  drawId: string;
  lastRecordHash: string;
  reasonCode: string;
  at: number;
}): string {
  return record('draw.void.v1', f.drawId, f.lastRecordHash, f.reasonCode, f.at);
}
