/** The worker in which every check runs: hashing and pairings must not stop the page, and their code loads only here. */
import { type DrawProof, looksLikeProof, parseBeaconChain, verifyProof } from '@glassdrum/fair-draw';
import type { CheckReply, CheckRequest, ProofIdentity, VerifyInput } from './check-protocol.ts';
import { checkDraw } from './device-check.ts';
import { lookAtLog } from './log-look.ts';
import { proofShow } from './proof-show.ts';

const reply = (message: CheckReply): void => self.postMessage(message, {});

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  switch (data.kind) {
    case 'verify':
      return verify(data.input);
    case 'device-check':
      return reply({ kind: 'device-checked', check: checkDraw(data.input) });
    case 'log':
      return reply({ kind: 'log-checked', look: lookAtLog(data.input) });
  }
});

function verify({ proof, receipt, receiptKey, testChain }: VerifyInput): void {
  const json = parsed(proof);
  if (json === undefined) return reply({ kind: 'unreadable', problem: 'proof_not_json' });
  if (!looksLikeProof(json)) {
    return reply({ kind: 'unreadable', problem: isReceipt(json) ? 'is_a_receipt' : 'not_a_proof' });
  }
  const receiptJson = receipt === null ? undefined : parsed(receipt);
  if (receipt !== null && receiptJson === undefined) {
    return reply({ kind: 'unreadable', problem: 'receipt_not_json' });
  }
  const chain = parseBeaconChain(testChain);
  const verification = verifyProof(json, {
    chains: chain === null ? [] : [chain],
    ...(receiptJson === undefined ? {} : { receipt: receiptJson }),
    ...(receiptKey === null ? {} : { receiptKey, logKey: receiptKey }),
    onStep: (step) => reply({ kind: 'step', step }),
  });
  reply({
    kind: 'verified',
    verification,
    // A file that passed "format" has the proof's shape.
    identity: verification.drawId === null ? null : identityOf(json as DrawProof),
  });
}

function identityOf(proof: DrawProof): ProofIdentity {
  return {
    freezeHash: proof.freeze_hash,
    entryCount: proof.entries.length,
    drawAt: proof.freeze.draw_at,
    show: proofShow(proof),
    winners: proof.winners.map((row) => ({
      position: row.position,
      entryNumber: row.entry_number,
      displayName: row.display_name,
    })),
  };
}

function isReceipt(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === 'draw-receipt/1';
}

/** Undefined for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
