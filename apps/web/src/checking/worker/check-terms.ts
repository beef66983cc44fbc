/**
 * What a device recomputes of a raffle's terms when it stores them (R88; draw protocol §10): hashes of rules and plan, the
 * open record, its signature, and the signed changes of the plan since. Pure; runs in the worker.
 */
import type { RaffleTerms } from '@glassdrum/contract';
import {
  keyIdOf,
  openHash,
  openRecord,
  planHash,
  planOfProof,
  receiptRecord,
  replanRecord,
  rulesHash,
  rulesOfProof,
  signatureHolds,
} from '@glassdrum/fair-draw';
import type { StoredReceipt } from '../../storage/evidence.ts';

type DrawTerms = RaffleTerms['draws'][number];

export type TermsProblem = 'open_record' | 'open_signature' | 'rules' | 'plan' | 'replan' | 'receipt';

export interface TermsInput {
  terms: RaffleTerms;
  /** The key that this device saw first; null at the first check, which takes the one of the terms. */
  installationKey: string | null;
  receipt: StoredReceipt | null;
}

export interface CheckedTerms {
  /** Another key than the one that this device saw first. */
  keyChanged: boolean;
  /** By draw id; null where everything agrees. */
  problems: Record<string, TermsProblem | null>;
  /** The receipt is signed by the key and belongs to one of the draws. */
  receipt: TermsProblem | null;
}

/** Never throws: what can't be written into a record is a problem like any other. */
export function checkTerms({ terms, installationKey, receipt }: TermsInput): CheckedTerms {
  const key = installationKey ?? terms.public_key;
  return {
    keyChanged: key !== terms.public_key,
    problems: Object.fromEntries(terms.draws.map((draw) => [draw.draw_id, drawProblem(draw, key)])),
    receipt: receipt === null || receiptHolds(receipt, terms, key) ? null : 'receipt',
  };
}

function drawProblem(draw: DrawTerms, key: string): TermsProblem | null {
  const { draw_id: drawId, open, open_record: record, rules, plan } = draw;
  const fields = {
    drawId,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: open.previous === '-' ? null : open.previous,
    seriesId: open.series_id,
    stage: open.stage,
    seedCommitHash: draw.seed_commit_hash,
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  };
  if (!holds(() => openRecord(fields) === record.text && openHash(fields) === draw.open_hash)) {
    return 'open_record';
  }
  if (!signatureHolds(key, record.text, record.signature)) return 'open_signature';
  if (rules !== null && !holds(() => rulesHash(rulesOfProof(rules)) === open.rules_hash)) return 'rules';
  if (!holds(() => planHash(drawId, planOfProof(plan)) === draw.plan_hash)) return 'plan';
  return replansHold(draw, key) ? null : 'replan';
}

/** From the plan of the opening to the present one, each change signed. */
function replansHold(
  { draw_id: drawId, open, open_hash, plan_hash, replans }: DrawTerms,
  key: string,
): boolean {
  let current = open.plan_hash;
  for (const { text, signature, at } of replans) {
    const after = text.split('\n')[4] ?? '';
    const expected = { drawId, openHash: open_hash, planHashBefore: current, planHashAfter: after, at };
    if (!holds(() => replanRecord(expected) === text) || !signatureHolds(key, text, signature)) return false;
    current = after;
  }
  return current === plan_hash;
}

function receiptHolds(receipt: StoredReceipt, terms: RaffleTerms, key: string): boolean {
  return holds(
    () =>
      receipt.key_id === keyIdOf(key) &&
      signatureHolds(key, receiptRecord(receipt), receipt.signature) &&
      receipt.series_id === terms.series_id &&
      terms.draws.some((draw) => draw.draw_id === receipt.draw_id && draw.open_hash === receipt.open_hash),
  );
}

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
