/** Was this receipt's entry in the frozen list, with these tickets? (draw protocol §9) */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { nameCommit } from '../entry-commitments.ts';
import type { DrawProof } from '../proof.ts';
import { keyIdOf, type Receipt, receiptRecord } from '../receipt.ts';
import { displayName, hashOrDash, hex64, identifier, integer, object, oneOf, pattern } from './shape.ts';
import type { StepResult } from './steps.ts';

const receiptShape = object({
  format: oneOf('draw-receipt/1'),
  draw_id: identifier,
  open_hash: hex64,
  seed_commit_hash: hex64,
  entry_number: integer(1),
  tickets: integer(0, 2 ** 32 - 1),
  display_name: displayName,
  salt: pattern(/^[0-9a-f]{32}$/, '32 lowercase hex characters'),
  entropy_commit: hashOrDash,
  issued_at: integer(0),
  key_id: pattern(/^[0-9a-f]{16}$/, '16 lowercase hex characters'),
  signature: pattern(/^[0-9a-f]{128}$/, '128 lowercase hex characters'),
});

function signatureHolds(receipt: Receipt, publicKey: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || keyIdOf(publicKey) !== receipt.key_id) return false;
  try {
    const text = utf8ToBytes(receiptRecord(receipt));
    return ed25519.verify(hexToBytes(receipt.signature), text, hexToBytes(publicKey));
  } catch {
    // Bytes that are no valid point or scalar: a wrong signature.
    return false;
  }
}

/**
 * @param json the receipt file, from anybody
 * @param publicKey the installation's key, 64 hex; without it the signature stays unchecked and the step is SKIP
 */
export function receiptStep(proof: DrawProof, json: unknown, publicKey: string | undefined): StepResult {
  const fail = (reason: string): StepResult => ({ status: 'FAIL', reason });
  const problem = receiptShape(json, '');
  if (problem !== null) return fail(`the receipt is malformed: ${problem}`);
  const receipt = json as Receipt;
  if (receipt.draw_id !== proof.draw_id) return fail('the receipt belongs to another draw');
  if (receipt.open_hash !== proof.open_hash || receipt.seed_commit_hash !== proof.seed_commit_hash) {
    return fail('the receipt names another opening of this draw');
  }
  const entry = proof.entries[receipt.entry_number - 1];
  if (entry === undefined) return fail(`the frozen list has no entry ${receipt.entry_number}`);
  if (entry[0] !== receipt.tickets)
    return fail(`entry ${receipt.entry_number} has ${entry[0]} tickets in the list`);
  if (entry[1] !== nameCommit(receipt.salt, receipt.display_name) || entry[2] !== receipt.entropy_commit) {
    return fail(`entry ${receipt.entry_number} of the list is somebody else's`);
  }
  if (publicKey === undefined) {
    return {
      status: 'SKIP',
      reason: "the entry is in the list; the signature was not checked without the installation's key",
    };
  }
  return signatureHolds(receipt, publicKey)
    ? { status: 'PASS' }
    : fail("the signature is not the installation's");
}
