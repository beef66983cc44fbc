/**
 * A proof against what this device stored while it was there (R88, R94): one that contradicts it is wrong even if it agrees
 * with itself. Pure; runs in the worker.
 */
import { type DrawProof, nameCommit } from '@glassdrum/fair-draw';
import type { EntryEvidence, StoredReceipt, StoredTerms } from '../../storage/evidence.ts';
import { checkInOf } from '../device/device-evidence.ts';

/** The part of an entry's evidence that a proof can contradict. */
export interface EntryToCompare {
  entryNumber: number;
  installationKey: string | null;
  receipts: readonly StoredReceipt[];
  /** R71. */
  checkIns: NonNullable<EntryEvidence['checkIns']>;
  terms: readonly Pick<StoredTerms, 'draw_id' | 'open_hash'>[];
  /** What this device contributed to the draw, and whether the server took it in time. */
  contributed: { drawId: string; value: string } | null;
}

export interface EvidenceToCompare {
  entries: readonly EntryToCompare[];
  /** Freeze hashes that this device saw, by draw id; the first one counts. */
  freezes: Readonly<Record<string, readonly string[]>>;
}

export type Contradiction =
  | 'freeze'
  | 'open'
  | 'key'
  | 'entry_missing'
  | 'entry_name'
  | 'entry_device'
  | 'entry_tickets'
  | 'contribution';

/** @param proof of the right shape */
export function contradictionsOf(proof: DrawProof, evidence: EvidenceToCompare): Contradiction[] {
  const found = new Set<Contradiction>();
  const seen = evidence.freezes[proof.draw_id] ?? [];
  if (seen.some((hash) => hash !== proof.freeze_hash)) found.add('freeze');
  for (const entry of evidence.entries) {
    const terms = entry.terms.find(({ draw_id }) => draw_id === proof.draw_id);
    const isOfSeries = entry.receipts.some(({ series_id }) => series_id === proof.open.series_id);
    if (terms === undefined && !isOfSeries) continue;
    if (terms !== undefined && terms.open_hash !== proof.open_hash) found.add('open');
    const key = proof.log?.key ?? null;
    if (key !== null && entry.installationKey !== null && key !== entry.installationKey) found.add('key');
    const problem = entryProblem(proof, entry);
    if (problem !== null) found.add(problem);
  }
  return [...found];
}

function entryProblem(proof: DrawProof, entry: EntryToCompare): Contradiction | null {
  // One that was issued after the close tells of a later list.
  const inTime = entry.receipts.filter(({ issued_at }) => issued_at <= proof.close.closed_at);
  // R71: `absent` only says that the entry had not checked in by then.
  const receipt = inTime.findLast(({ state }) => state !== 'absent') ?? inTime.at(-1);
  if (receipt === undefined) return null;
  const row = proof.entries[receipt.entry_number - 1];
  if (row === undefined || row[1] !== receipt.source) return 'entry_missing';
  const [state, , weights, name, , device] = row;
  if (nameOf(receipt) !== name) return 'entry_name';
  if (device !== receipt.device_key) return 'entry_device';
  const asPromised = state === receipt.state && weights.join(',') === receipt.weights.join(',');
  const sitsOut = state === 'holder' && receipt.state === 'in';
  const checkIn = checkInOf(proof.draw_id, { receipts: inTime, checkIns: entry.checkIns });
  const isCheckedIn = checkIn !== null && checkIn.receipt !== null && !checkIn.isTakenBack;
  const mayBeAbsent = state === 'absent' && receipt.state !== 'withdrawn' && receipt.state !== 'removed';
  const wasAway = mayBeAbsent && !isCheckedIn;
  const cameLater = receipt.state === 'absent' && (state === 'in' || state === 'holder');
  if (!asPromised && !sitsOut && !wasAway && !cameLater) return 'entry_tickets';
  const { contributed } = entry;
  if (contributed === null || contributed.drawId !== proof.draw_id) return null;
  const isListed = proof.contributions.some(
    ([number, value]) => number === receipt.entry_number && value === contributed.value,
  );
  return isListed ? null : 'contribution';
}

function nameOf({ salt, display_name }: StoredReceipt): string | null {
  try {
    return nameCommit(salt, display_name);
  } catch {
    return null;
  }
}
