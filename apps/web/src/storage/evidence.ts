/** What a device stores about a raffle and its draws, so that it can rely on itself later (R88; draw protocol §10). */
import type { DrawPlan, JoinAnswer, RaffleTerms } from '@glassdrum/contract';
import type { DeviceCheckState } from '@glassdrum/fair-draw';
import type { DeviceKey } from './device-key.ts';

export type StoredReceipt = JoinAnswer['receipt'];
type DrawTerms = RaffleTerms['draws'][number];

/**
 * Why an entry has no key on this device.
 * - storage: the browser stores nothing, as private windows do
 * - elsewhere: the entry was joined on another device
 */
export type NoKeyReason = 'storage' | 'elsewhere';

/** A contribution to the draw's randomness (R89). */
interface StoredContribution {
  /** 64 hex. */
  value: string;
  /** 64 hex, sent when joining. */
  commit: string;
  /** When the server took it, epoch ms on this device's clock; null before. */
  sentAt: number | null;
}

/** Made before a join is sent, and sent again with every attempt (R24). */
export interface PreparedJoin {
  /** The token or the public link. */
  target: string;
  device: DeviceKey;
  contribution: StoredContribution | null;
}

/** What was promised about a draw when this device first read it. */
export interface StoredTerms extends Pick<
  DrawTerms,
  'draw_id' | 'seed_commit_hash' | 'open' | 'open_hash' | 'open_record' | 'rules' | 'replans'
> {
  /** The prizes as this device was shown them; `replans` holds changes since the opening. */
  plan: DrawTerms['plan'];
  plan_hash: string;
  /** Epoch ms on this device's clock. */
  seenAt: number;
  /** What this device recomputed: null when record, hashes and signature agree. */
  problem: string | null;
}

/** All about one entry. Times are epoch ms on this device's clock. */
export interface EntryEvidence {
  raffleId: string;
  inviteeId: string;
  entryNumber: number;
  storedAt: number;
  device: DeviceKey | null;
  /** Null where there is a key. */
  noKey: NoKeyReason | null;
  contribution: StoredContribution | null;
  /** In order of issue. Only ever added to: a later, weaker one stands beside the earlier (R94). */
  receipts: StoredReceipt[];
  /** Signatures of those that this person's own doing on this device led to: joining and leaving. */
  ownReceipts: string[];
  /**
   * R71: the draws that the entry checked in for, as this device was told: the draw, how, and the signature of the receipt. Left
   * out in what an earlier version stored.
   */
  checkIns?: { drawId: string; way: 'code' | 'desk' | 'host'; signature: string }[];
  /** The installation's Ed25519 key as first seen, 64 hex. */
  installationKey: string | null;
  /** The chain hash of the test beacon that the installation used then; null for the public one. */
  testChain: string | null;
  /** In order of their stages. */
  terms: StoredTerms[];
  /** The hash of the page's scripts at joining (R95); null where the installation doesn't publish it. */
  build: string | null;
}

/** A freeze as this device saw it first. */
interface SeenFreeze {
  freezeHash: string;
  record: DrawPlan['freeze_record'];
  /** Epoch ms on this device's clock. */
  seenAt: number;
}

/** What this device signed: that it holds a freeze (R87). */
export interface OwnSignature {
  entryNumber: number;
  freezeHash: string;
  /** Unix seconds, as signed. */
  seenAt: number;
  signature: string;
  /** Whether the server took it. */
  isSent: boolean;
}

/** What this device saw of one draw while it watched. */
export interface DrawEvidence {
  drawId: string;
  raffleId: string;
  storedAt: number;
  /** In order of arrival; a second one proves fraud. */
  freezes: SeenFreeze[];
  signatures: OwnSignature[];
  /** The device check of each entry of this browser, or the one of a visitor; as its own code reads and writes it. */
  checks: EntryCheck[];
}

/** One entry's device check so far, plain JSON. */
export interface EntryCheck {
  /** Null for a visitor without an entry. */
  entryNumber: number | null;
  state: DeviceCheckState;
}

/** The last checkpoint of a log that this device found consistent. */
export interface StoredCheckpoint {
  /** The log's public key, 64 hex. */
  key: string;
  note: string;
  storedAt: number;
}
