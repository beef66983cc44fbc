/**
 * The records of one draw, from open to void, and the hashes that chain them (draw protocol §3 and §8).
 * Each function's input has the record's fields, in camelCase; times are integer Unix seconds. Absent values are null
 * and are written as `-`. All throw a RangeError for a number or text that no record can hold.
 */
import type { DrawnRow } from './draw-prizes.ts';
import { record, recordOf, sha256Hex } from './text-records.ts';

export interface OpenFields {
  drawId: string;
  /** Random public id of the host. */
  hostId: string;
  /** 1, 2, 3 … without gaps over all draws of the host. */
  hostSeq: number;
  /** `open_hash` of the host's previous draw. */
  previous: string | null;
  /** Random public id of the raffle. */
  seriesId: string;
  /** 1 … 30, without gaps in the series. */
  stage: number;
  seedCommitHash: string;
  /** Of the plan at opening. */
  planHash: string;
  rulesHash: string;
  openedAt: number;
}

export interface CloseFields {
  drawId: string;
  openHash: string;
  /** Of the final plan. */
  planHash: string;
  /** See `holdersHash`. */
  holdersHash: string | null;
  entriesRoot: string;
  entryCount: number;
  /** See `poolTotals`. */
  poolTotals: readonly number[];
  closedAt: number;
}

export type BeaconKind = 'drand' | 'room' | 'none';

export interface FreezeFields {
  drawId: string;
  closeHash: string;
  /** See `contributionsHash`. */
  contributionsHash: string | null;
  kind: BeaconKind;
  /** Of a drand draw only. */
  chainHash: string | null;
  /** drand: the round; room: how many numbers the text has; none: null. */
  round: number | null;
  frozenAt: number;
  showAt: number;
  drawAt: number;
}

export interface ReplanFields {
  drawId: string;
  openHash: string;
  planHashBefore: string;
  planHashAfter: string;
  at: number;
}

export interface ChangeFields {
  drawId: string;
  entryNumber: number;
  state: 'in' | 'withdrawn' | 'removed';
  weights: readonly number[];
  reasonCode: string;
  at: number;
}

export interface AudienceFields {
  drawId: string;
  freezeHash: string;
  /** See `audienceRoot`. */
  root: string;
  count: number;
  at: number;
}

export interface RevealFields {
  drawId: string;
  freezeHash: string;
  seedReveal: string;
  at: number;
}

export interface ResultFields {
  drawId: string;
  freezeHash: string;
  combinedSeed: string;
  listHash: string;
  at: number;
}

export interface ClaimFields {
  drawId: string;
  freezeHash: string;
  prize: number;
  entryNumber: number;
  by: 'device' | 'desk' | 'host';
  at: number;
}

export interface ExtendFields {
  drawId: string;
  freezeHash: string;
  prize: number;
  entryNumber: number;
  seconds: number;
  at: number;
}

export type AdvanceReason = 'unclaimed' | 'declined' | 'absent' | 'ineligible';

export interface AdvanceFields {
  drawId: string;
  freezeHash: string;
  prize: number;
  fromEntry: number;
  /** Null when no one moves up. */
  toEntry: number | null;
  reason: AdvanceReason;
  at: number;
}

export interface VoidFields {
  drawId: string;
  /** SHA of the draw's last record. */
  lastRecordHash: string;
  reasonCode: string;
  at: number;
}

export function openRecord(i: OpenFields): string {
  const { drawId, hostId, hostSeq, previous, seriesId, stage } = i;
  const promised = [i.seedCommitHash, i.planHash, i.rulesHash];
  return record('draw.open.v2', drawId, hostId, hostSeq, previous, seriesId, stage, ...promised, i.openedAt);
}

/** `open_hash`, 64 hex. */
export function openHash(i: OpenFields): string {
  return sha256Hex(openRecord(i));
}

export function closeRecord(i: CloseFields): string {
  const { drawId, entriesRoot, entryCount, poolTotals, closedAt } = i;
  const hashes = [i.openHash, i.planHash, i.holdersHash, entriesRoot];
  return record('draw.close.v2', drawId, ...hashes, entryCount, poolTotals, closedAt);
}

/** `close_hash`, 64 hex. */
export function closeHash(i: CloseFields): string {
  return sha256Hex(closeRecord(i));
}

export function freezeRecord(i: FreezeFields): string {
  const beacon = [i.kind, i.chainHash, i.round];
  const times = [i.frozenAt, i.showAt, i.drawAt];
  return record('draw.freeze.v2', i.drawId, i.closeHash, i.contributionsHash, ...beacon, ...times);
}

/** `freeze_hash`, 64 hex. */
export function freezeHash(i: FreezeFields): string {
  return sha256Hex(freezeRecord(i));
}

export function replanRecord(i: ReplanFields): string {
  return record('draw.replan.v2', i.drawId, i.openHash, i.planHashBefore, i.planHashAfter, i.at);
}

export function changeRecord(i: ChangeFields): string {
  return record('draw.change.v2', i.drawId, i.entryNumber, i.state, i.weights, i.reasonCode, i.at);
}

export function audienceRecord(i: AudienceFields): string {
  return record('draw.audience.v2', i.drawId, i.freezeHash, i.root, i.count, i.at);
}

export function revealRecord(i: RevealFields): string {
  return record('draw.reveal.v2', i.drawId, i.freezeHash, i.seedReveal, i.at);
}

export function resultRecord(i: ResultFields): string {
  return record('draw.result.v2', i.drawId, i.freezeHash, i.combinedSeed, i.listHash, i.at);
}

export function claimRecord(i: ClaimFields): string {
  return record('draw.claim.v2', i.drawId, i.freezeHash, i.prize, i.entryNumber, i.by, i.at);
}

export function extendRecord(i: ExtendFields): string {
  return record('draw.extend.v2', i.drawId, i.freezeHash, i.prize, i.entryNumber, i.seconds, i.at);
}

export function advanceRecord(i: AdvanceFields): string {
  const { drawId, freezeHash: freeze, prize, fromEntry, toEntry, reason, at } = i;
  return record('draw.advance.v2', drawId, freeze, prize, fromEntry, toEntry, reason, at);
}

export function voidRecord(i: VoidFields): string {
  return record('draw.void.v2', i.drawId, i.lastRecordHash, i.reasonCode, i.at);
}

/** `list_hash` of a result record, 64 hex; the rows in the order of drawing. */
export function listHash(i: {
  drawId: string;
  winners: readonly DrawnRow[];
  alternates: readonly DrawnRow[];
}): string {
  const lines = [...listLines('w', i.winners), ...listLines('a', i.alternates)];
  return sha256Hex(recordOf('draw.list.v2', i.drawId, lines));
}

function listLines(role: 'w' | 'a', rows: readonly DrawnRow[]): string[] {
  return rows.map(
    ({ prize, position, entryNumber, selectionIndex }) =>
      `${role}:${prize}:${position}:${entryNumber}:${selectionIndex}`,
  );
}
