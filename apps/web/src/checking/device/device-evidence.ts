/** What this device stored before a draw, in the form of its check (draw protocol §10). Pure. */
import {
  type DeviceEvidence,
  openHash,
  type OpenFields,
  planOfProof,
  rulesOfProof,
} from '@glassdrum/fair-draw';
import type { EntryEvidence, StoredReceipt, StoredTerms } from '../../storage/evidence.ts';

/**
 * @param frozenSeenAt when the freeze arrived, epoch ms by the device's own clock: what was stored later is no evidence, but
 *   for an opening of which the receipt of joining has the hash
 */
export function deviceEvidence(
  drawId: string,
  entry: EntryEvidence | null,
  frozenSeenAt: number,
): DeviceEvidence {
  const receipt = entry === null ? null : receiptThatCounts(entry);
  const stored = entry?.terms.find((one) => one.draw_id === drawId) ?? null;
  const isInTime = entry !== null && stored !== null && wasPromised(entry, stored, frozenSeenAt);
  const terms = isInTime ? stored : null;
  const contribution = entry?.contribution ?? null;
  const isCommitted = contribution !== null && receipt?.entropy_commit === contribution.commit;
  return {
    drawId,
    installationKey: entry?.installationKey ?? null,
    deviceKey: entry?.device?.publicKey ?? null,
    receipt,
    checkIn: entry === null ? null : checkInOf(drawId, entry),
    contribution: isCommitted ? contribution.value : null,
    opening: terms === null ? null : openingOf(terms),
  };
}

/** R71: what this device was told of check-in for the draw; null for nothing. */
export function checkInOf(
  drawId: string,
  { receipts, checkIns = [] }: Pick<EntryEvidence, 'receipts' | 'checkIns'>,
): NonNullable<DeviceEvidence['checkIn']> | null {
  const absent = receipts.filter((one) => one.state === 'absent' && one.draw_id === drawId);
  const own = checkIns.find((one) => one.drawId === drawId);
  const receipt = receipts.find(({ signature }) => signature === own?.signature) ?? null;
  if (own === undefined || receipt === null) {
    return absent.length === 0 ? null : { receipt: null, isTakenBack: false };
  }
  // What the person did with the code on the stage, nobody takes back.
  const isTakenBack = own.way !== 'code' && absent.some(({ issued_at: at }) => at > receipt.issued_at);
  return { receipt, isTakenBack };
}

/** By the terms themselves or by their hash in the receipt, before the freeze was seen. */
function wasPromised(entry: EntryEvidence, terms: StoredTerms, frozenSeenAt: number): boolean {
  if (terms.seenAt < frozenSeenAt) return true;
  const [first] = entry.receipts;
  if (first === undefined || entry.storedAt >= frozenSeenAt || first.draw_id !== terms.draw_id) return false;
  try {
    return openHash(recordOf(terms)) === first.open_hash;
  } catch {
    // Fields that no record can hold.
    return false;
  }
}

type Receipts = Pick<EntryEvidence, 'receipts' | 'ownReceipts'>;

/**
 * R94: the receipt of joining, or a later one that is not weaker, up to this person's own first change. One by which somebody
 * else took tickets away never counts.
 */
export function receiptThatCounts(entry: Receipts): StoredReceipt | null {
  const [first, ...later] = entry.receipts;
  if (first === undefined) return null;
  const [change] = ownChangesOf(entry);
  let counts = first;
  for (const receipt of later) {
    if (receipt === change) break;
    if (!isWeaker(receipt, counts)) counts = receipt;
  }
  return counts;
}

/** The receipts of what this person changed on this device after joining, in order. */
export function ownChangesOf({ receipts, ownReceipts }: Receipts): StoredReceipt[] {
  return receipts.slice(1).filter(({ signature }) => ownReceipts.includes(signature));
}

/** Not left, not removed; who has not checked in yet may still. Only who takes part is asked to sign and to contribute. */
export function takesPart({ receipts }: Pick<EntryEvidence, 'receipts'>): boolean {
  const state = receipts.at(-1)?.state;
  return state === 'in' || state === 'absent';
}

function isWeaker(later: StoredReceipt, earlier: StoredReceipt): boolean {
  const isSame =
    later.entry_number === earlier.entry_number &&
    later.series_id === earlier.series_id &&
    later.source === earlier.source &&
    later.display_name === earlier.display_name &&
    later.salt === earlier.salt &&
    later.device_key === earlier.device_key &&
    (later.state === earlier.state || later.state === 'in');
  return !isSame || earlier.weights.some((weight, pool) => (later.weights[pool] ?? 0) < weight);
}

/** Null once the rules were erased: nothing can be recomputed without them. */
function openingOf(terms: StoredTerms): DeviceEvidence['opening'] {
  const { open, rules } = terms;
  if (rules === null) return null;
  const isPlanOfOpening = terms.plan_hash === open.plan_hash;
  return {
    record: recordOf(terms),
    rules: rulesOfProof(rules),
    plan: isPlanOfOpening ? planOfProof(terms.plan) : null,
  };
}

function recordOf({ open, draw_id: drawId, seed_commit_hash: seedCommitHash }: StoredTerms): OpenFields {
  return {
    drawId,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: open.previous === '-' ? null : open.previous,
    seriesId: open.series_id,
    stage: open.stage,
    seedCommitHash,
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  };
}
