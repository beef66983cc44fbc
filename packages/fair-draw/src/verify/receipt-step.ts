/** The check `receipt`: does the frozen list have this receipt's entry as it says? (draw protocol §9) */
import { signatureHolds } from '../ed25519-signature.ts';
import { ENTRY_SOURCES, nameCommit, type ProofEntry } from '../entry-commitments.ts';
import type { DrawProof } from '../proof.ts';
import { keyIdOf, type Receipt, RECEIPT_FORMAT, receiptRecord } from '../receipt.ts';
import {
  hash,
  hashOrDash,
  hex,
  integer,
  line,
  object,
  oneOf,
  publicId,
  salt,
  time,
  weights,
} from './shape.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

const receiptShape = object({
  format: oneOf(RECEIPT_FORMAT),
  series_id: publicId,
  draw_id: publicId,
  open_hash: hash,
  entry_number: integer(1),
  state: oneOf('in', 'withdrawn', 'removed', 'absent'),
  source: oneOf(...ENTRY_SOURCES),
  weights,
  display_name: line,
  salt,
  entropy_commit: hashOrDash,
  device_key: hashOrDash,
  issued_at: time,
  key_id: hex(16),
  signature: hex(128),
});

/**
 * @param json the receipt file, from anyone
 * @param publicKey the installation's key, 64 hex; without it the signature stays unchecked and the check is skipped
 */
export function receiptStep(proof: DrawProof, json: unknown, publicKey: string | undefined): StepResult {
  const problem = receiptShape(json, '');
  if (problem !== null) return fail(`the receipt is malformed: ${problem}`);
  const receipt = json as Receipt;
  const number = receipt.entry_number;
  if (publicKey !== undefined && !isGenuine(receipt, publicKey)) {
    return fail("the signature is not the installation's");
  }
  if (receipt.series_id !== proof.open.series_id) return fail('the receipt belongs to another raffle');
  if (receipt.draw_id === proof.draw_id && receipt.open_hash !== proof.open_hash) {
    return fail('the receipt names another opening of this draw');
  }
  if (receipt.issued_at > proof.close.closed_at) {
    return skip('the receipt was issued after this list was closed');
  }
  const entry = proof.entries[number - 1];
  if (entry === undefined) return fail(`the frozen list has no entry ${number}`);
  const difference = differenceTo(entry, receipt, proof.draw_id);
  if (difference !== null) return fail(`entry ${number} of the list ${difference}`);
  return publicKey === undefined
    ? skip(`entry ${number} agrees; the signature was not checked without the installation's key`)
    : PASS;
}

function isGenuine(receipt: Receipt, publicKey: string): boolean {
  return (
    keyIdOf(publicKey) === receipt.key_id &&
    signatureHolds(publicKey, receiptRecord(receipt), receipt.signature)
  );
}

function differenceTo(entry: ProofEntry, receipt: Receipt, drawId: string): string | null {
  const [state, source, weightsInList, name, entropy, device] = entry;
  if (
    source !== receipt.source ||
    name !== nameCommit(receipt.salt, receipt.display_name) ||
    device !== receipt.device_key ||
    (receipt.draw_id === drawId && entropy !== receipt.entropy_commit)
  ) {
    return 'is not the one of the receipt';
  }
  const unchanged =
    state === receipt.state &&
    weightsInList.length === receipt.weights.length &&
    weightsInList.every((weight, pool) => weight === receipt.weights[pool]);
  const sitsOut =
    state === 'holder' && receipt.state === 'in' && weightsInList.every((weight) => weight === 0);
  return unchanged || sitsOut ? null : 'has another state or other weights';
}
