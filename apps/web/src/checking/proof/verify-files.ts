/** The check of a proof file with all that goes with it: in the worker, and in the offline verifier, which has none. */
import {
  type BeaconChain,
  type DrawProof,
  parseBeaconChain,
  parseStrictJson,
  type Step,
  type Verification,
  verifyProofAsync,
  webCryptoEd25519,
} from '@glassdrum/fair-draw';
import type { FileProblem, ProofIdentity, VerifyInput } from '../worker/check-protocol.ts';
import { proofShow } from './proof-show.ts';

interface Progress {
  onStep?: (step: Step) => void;
  onAudience?: (checked: number, total: number) => void;
}

export type VerifiedFiles =
  | { ok: false; problem: FileProblem }
  /** `proof` is null when the file has not the shape of one. */
  | { ok: true; verification: Verification; proof: DrawProof | null };

export async function verifyFiles(input: VerifyInput, progress: Progress = {}): Promise<VerifiedFiles> {
  const json = parsed(input.proof);
  if (json === undefined) return { ok: false, problem: 'proof_not_json' };
  const format = formatOf(json);
  if (format !== 'draw-proof/2') {
    return { ok: false, problem: format === 'draw-receipt/2' ? 'is_a_receipt' : 'not_a_proof' };
  }
  const receipt = input.receipt === null ? null : parsed(input.receipt);
  if (receipt === undefined) return { ok: false, problem: 'receipt_not_json' };
  const earlier = (input.earlier ?? []).map(parsed);
  if (earlier.includes(undefined)) return { ok: false, problem: 'proof_not_json' };
  const key = input.receiptKey;
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const verification = await verifyProofAsync(json, {
    chains: chainsOf(input.testChain),
    earlier,
    witnessKeys: input.witnessKeys ?? [],
    witnessQuorum: input.witnessQuorum ?? 1,
    // Plain HTTP has no such interface; the check is slower there and gives the same.
    ...(subtle === undefined ? {} : { ed25519: webCryptoEd25519(subtle) }),
    ...(receipt === null ? {} : { receipt }),
    ...(key === null ? {} : { receiptKey: key, logKey: key }),
    ...progress,
  });
  // A file that passed "format" has the proof's shape.
  return { ok: true, verification, proof: verification.drawId === null ? null : (json as DrawProof) };
}

export function chainsOf(testChain: unknown): BeaconChain[] {
  const chain = parseBeaconChain(testChain);
  return chain === null ? [] : [chain];
}

export function identityOf(proof: DrawProof): ProofIdentity {
  return {
    freezeHash: proof.freeze_hash,
    entryCount: proof.entries.length,
    drawAt: proof.freeze.draw_at,
    show: proofShow(proof),
    winners: proof.winners.map((row) => ({
      prize: row.prize,
      position: row.position,
      entryNumber: row.entry_number,
      displayName: row.display_name,
    })),
  };
}

function formatOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'format' in json ? json.format : null;
}

/** Undefined for a file that is refused by draw protocol §1. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes);
  } catch {
    return undefined;
  }
}
