/** Was this receipt's entry in the frozen list, with these tickets? (draw protocol §9) */
import { signatureHolds } from '../ed25519-signature.ts';
import { nameCommit } from '../entry-commitments.ts';
import type { DrawProof } from '../proof.ts';
import { keyIdOf, type Receipt, receiptRecord } from '../receipt.ts';
import {
  displayName,
  hash,
  hashOrDash,
  hex,
  integer,
  object,
  oneOf,
  publicId,
  salt,
  tickets,
  time,
} from './shape.ts';
import { fail, passIf, skip, type StepResult } from './step-result.ts';

const receiptShape = object({
  format: oneOf('draw-receipt/1'),
  draw_id: publicId,
  open_hash: hash,
  seed_commit_hash: hash,
  entry_number: integer(1),
  tickets,
  display_name: displayName,
  salt,
  entropy_commit: hashOrDash,
  issued_at: time,
  key_id: hex(16),
  signature: hex(128),
});

/**
 * @param json the receipt file, from anybody
 * @param publicKey the installation's key, 64 hex; without it the signature stays unchecked and the step is SKIP
 */
export function receiptStep(proof: DrawProof, json: unknown, publicKey: string | undefined): StepResult {
  const problem = receiptShape(json, '');
  if (problem !== null) return fail(`the receipt is malformed: ${problem}`);
  const receipt = json as Receipt;
  const number = receipt.entry_number;
  if (receipt.draw_id !== proof.draw_id) return fail('the receipt belongs to another draw');
  if (receipt.open_hash !== proof.open_hash || receipt.seed_commit_hash !== proof.seed_commit_hash) {
    return fail('the receipt names another opening of this draw');
  }
  const entry = proof.entries[number - 1];
  if (entry === undefined) return fail(`the frozen list has no entry ${number}`);
  if (entry[0] !== receipt.tickets) return fail(`entry ${number} has ${entry[0]} tickets in the list`);
  if (entry[1] !== nameCommit(receipt.salt, receipt.display_name) || entry[2] !== receipt.entropy_commit) {
    return fail(`entry ${number} of the list is somebody else's`);
  }
  if (publicKey === undefined) {
    return skip(`entry ${number} agrees; the signature was not checked without the installation's key`);
  }
  const genuine =
    keyIdOf(publicKey) === receipt.key_id &&
    signatureHolds(publicKey, receiptRecord(receipt), receipt.signature);
  return passIf(genuine, "the signature is not the installation's");
}
