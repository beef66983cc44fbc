/** What a device stored at joining, its receipt and the opening, compared with a record or an entry (draw protocol §9, §10). */
import { type OpenFields, openRecord } from '../../draw-records.ts';
import { signatureHolds } from '../../ed25519-signature.ts';
import { type CommittedEntry, nameCommit } from '../../entry-commitments.ts';
import { planHash } from '../../plan.ts';
import { keyIdOf, type Receipt, receiptRecord } from '../../receipt.ts';
import { rulesHash } from '../../rules.ts';
import type { DeviceEvidence } from './observations.ts';
import type { EntryField } from './reasons.ts';

/** Whether a receipt is signed with the installation's key. Never throws, whatever the receipt holds. */
export function receiptHolds(receipt: Receipt, installationKey: string): boolean {
  try {
    return (
      receipt.key_id === keyIdOf(installationKey) &&
      signatureHolds(installationKey, receiptRecord(receipt), receipt.signature)
    );
  } catch {
    return false;
  }
}

/**
 * What differs. An entry of state `holder` with weights 0 agrees with a receipt of state `in`: who holds a prize of an
 * earlier draw sits this one out. The committed contribution is compared only in the draw that the receipt names.
 */
export function entryDifferences(entry: CommittedEntry, receipt: Receipt, drawId: string): EntryField[] {
  const different: EntryField[] = [];
  const sitsOut =
    receipt.state === 'in' && entry.state === 'holder' && entry.weights.every((weight) => weight === 0);
  if (!sitsOut && entry.state !== receipt.state) different.push('state');
  if (entry.source !== receipt.source) different.push('source');
  if (!sitsOut && entry.weights.join() !== receipt.weights.join()) different.push('weights');
  if (entry.nameCommit !== nameCommit(receipt.salt, receipt.display_name)) different.push('name');
  if ((entry.deviceKey ?? '-') !== receipt.device_key) different.push('device_key');
  if (receipt.draw_id === drawId && (entry.entropyCommit ?? '-') !== receipt.entropy_commit) {
    different.push('entropy_commit');
  }
  return different;
}

/** Rules and plan shown at joining hash to what the open record promises. */
export function openingAgrees({ drawId, opening }: DeviceEvidence): boolean {
  if (opening === null) return true;
  const { record, rules, plan } = opening;
  try {
    const planAgrees = plan === null || planHash(drawId, plan) === record.planHash;
    return record.drawId === drawId && rulesHash(rules) === record.rulesHash && planAgrees;
  } catch {
    // Rules or a plan that no draw can have.
    return false;
  }
}

/** Null for fields that no record can hold. */
export function textOfOpening(fields: OpenFields): string | null {
  try {
    return openRecord(fields);
  } catch {
    return null;
  }
}
