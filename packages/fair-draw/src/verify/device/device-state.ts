/** What a watching device remembers between observations, and what follows from it at any time (draw protocol §10). */
import type { AudienceRow } from '../../audience.ts';
import type { BeaconKind, ChangeFields, CloseFields, FreezeFields, OpenFields } from '../../draw-records.ts';
import type { CommittedEntry } from '../../entry-commitments.ts';
import type { Assurance } from '../../proof.ts';
import type { Receipt } from '../../receipt.ts';
import type { DeviceEvidence, Observation, ShownRow } from './observations.ts';
import type { RedReason } from './reasons.ts';

/** A clock that differs by more is named. */
export const CLOCK_TOLERANCE_SECONDS = 3;

/** What the device has of the freeze that it saw first. */
export interface SeenFreeze {
  hash: string;
  fields: FreezeFields;
  close: CloseFields;
  open: OpenFields;
  /** By the device's own clock. */
  seenAt: number;
}

/** What is stored of a proof. */
export interface SeenProof {
  freezeHash: string;
  seedReveal: string;
  combinedSeed: string;
  listHash: string;
  kind: BeaconKind;
  chainHash: string;
  /** 96 hex, or null for other kinds than drand. */
  signature: string | null;
  roomText: string | null;
  assurance: Assurance;
  frozenAt: number;
  closedAt: number;
  openedAt: number;
  /** Whether the verifier skipped nothing that the verdict stands on. */
  complete: boolean;
  winners: ShownRow[];
  alternates: ShownRow[];
}

/** Plain JSON, to be stored after each observation. */
export interface DeviceCheckState {
  version: 1;
  evidence: DeviceEvidence;
  /** Wrong for good. */
  faults: RedReason[];
  freeze: SeenFreeze | null;
  /** Observations that can only be judged with the freeze, or with the own signature. */
  waiting: Observation[];
  /** How far the device's clock is behind: the largest difference measured. */
  clockSeconds: number;
  showStartedAt: number | null;
  /** Receipts for this person's own doing, in order. */
  receipts: Receipt[];
  ownEntry: CommittedEntry | null;
  /** Null before any were seen. */
  loggedChanges: ChangeFields[] | null;
  /** Hashes of the plan before and after each recorded change; null before any were looked for. */
  replans: { before: string; after: string }[] | null;
  /** Earlier draws, their stage where the log has them, and whether this device knows that they ended as they should. */
  earlierDraws: { drawId: string; stage: number | null; isKnown: boolean }[];
  contribution: { sentAt: number; acknowledged: boolean } | null;
  /** Whether the own contribution is among those of the freeze; null before they were seen. */
  contributionListed: boolean | null;
  seen: AudienceRow | null;
  seenListed: boolean;
  seed: { seedReveal: string; seenAt: number } | null;
  /** 96 hex, found valid. */
  roundSignature: string | null;
  roomText: string | null;
  shown: { winners: ShownRow[]; alternates: ShownRow[] } | null;
  proof: SeenProof | null;
  /** Prizes went on, and the records of it could not be read. */
  laterUnread: boolean;
  voided: string | null;
  /** The largest checkpoint seen, a signed note. */
  checkpoint: string | null;
  consistencyMissing: boolean;
}

export function withFault(state: DeviceCheckState, fault: RedReason): DeviceCheckState {
  const known = state.faults.some(({ code }) => code === fault.code);
  return known ? state : { ...state, faults: [...state.faults, fault] };
}

/** Null without a receipt: the device belongs to no entry. */
export function entryNumberOf({ receipts }: DeviceCheckState): number | null {
  return receipts[0]?.entry_number ?? null;
}

interface Times {
  openedAt: number;
  closedAt: number;
  frozenAt: number;
}

/** From the freeze that was seen, or else from the proof. */
export function timesOf({ freeze, proof }: DeviceCheckState): Times | null {
  if (freeze === null) return proof;
  const { open, close, fields } = freeze;
  return { openedAt: open.openedAt, closedAt: close.closedAt, frozenAt: fields.frozenAt };
}

/** The receipt that counts for this draw: the last one issued before its close. */
export function receiptAtClose(state: DeviceCheckState): Receipt | null {
  const closedAt = timesOf(state)?.closedAt;
  if (closedAt === undefined) return null;
  return state.receipts.findLast((receipt) => receipt.issued_at <= closedAt) ?? null;
}

/** Changes by this person that this draw's log must have: made while it was open. */
export function changesDue(state: DeviceCheckState): Receipt[] {
  const times = timesOf(state);
  if (times === null) return [];
  return state.receipts.slice(1).filter(({ issued_at: at }) => times.openedAt <= at && at <= times.closedAt);
}

export function isPlanChanged({ freeze }: DeviceCheckState): boolean {
  return freeze !== null && freeze.open.planHash !== freeze.close.planHash;
}
