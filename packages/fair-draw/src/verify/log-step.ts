/**
 * Do the draw's records stand in the installation's log? (draw protocol §7, §8)
 *
 * 1. `log` has the five records of a finished draw, in the order in which they were written.
 * 2. Each text is the one that this proof implies; only the times of reveal and result are the record's own.
 * 3. Each text stands at its index in the tree whose root the checkpoint names.
 * 4. The checkpoint is signed with the log's key. Without that key the step is SKIP.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import {
  closeRecord,
  freezeRecord,
  listHash,
  openRecord,
  resultRecord,
  revealRecord,
} from '../draw-records.ts';
import { isObject } from '../field-rules.ts';
import { type Checkpoint, checkpointHolds, parseCheckpoint } from '../log/checkpoint.ts';
import { parseLogRecord } from '../log/log-records.ts';
import { logLeafHash, verifyLogInclusion } from '../log/log-tree.ts';
import type { DrawProof, ProofRow } from '../proof.ts';
import type { DrawnRow } from '../shuffle.ts';
import { hash, integer, list, object, rule } from './shape.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

/** The member `log` of a proof document. */
export interface ProofLog {
  format: 'draw-log/1';
  /** A signed note. */
  checkpoint: string;
  /** Open, close, freeze, reveal and result; paths lowest first, each hash as 64 hex. */
  records: { index: number; text: string; path: string[] }[];
}

/** The records of a finished draw, in their order. */
export const PROOF_LOG_KINDS = ['open', 'close', 'freeze', 'reveal', 'result'] as const;

const text = rule((value) => typeof value === 'string', 'text');
const logShape = object({
  checkpoint: text,
  records: list(object({ index: integer(0), text, path: list(hash) })),
});

/** Whether the member claims to be of the format that is checked here; any other is reported as not checked. */
export function looksLikeProofLog(json: unknown): boolean {
  return isObject(json) && json['format'] === 'draw-log/1';
}

/** @param publicKey the log's key, 64 hex; without it the checkpoint's signature stays unchecked */
export function logStep(proof: DrawProof, json: unknown, publicKey: string | undefined): StepResult {
  const problem = logShape(json, 'log');
  if (problem !== null) return fail(problem);
  const log = json as ProofLog;
  const checkpoint = parseCheckpoint(log.checkpoint);
  if (checkpoint === null) return fail('log.checkpoint is no checkpoint');
  const missing = problemOfRecords(proof, log, checkpoint);
  if (missing !== null) return fail(missing);
  if (publicKey === undefined) {
    return skip("the log has the draw's records; its checkpoint was not checked without the log's key");
  }
  return checkpointHolds(checkpoint, publicKey)
    ? PASS
    : fail('the checkpoint is not signed with the key of the log');
}

function problemOfRecords(proof: DrawProof, log: ProofLog, checkpoint: Checkpoint): string | null {
  if (log.records.length !== PROOF_LOG_KINDS.length) return 'the log has not the five records of a draw';
  const root = hexToBytes(checkpoint.root);
  let previous = -1;
  for (const [at, kind] of PROOF_LOG_KINDS.entries()) {
    const record = log.records[at];
    if (record === undefined || record.text !== expectedText(proof, kind, record.text)) {
      return `the log's ${kind} record is not the one of this draw`;
    }
    const { index } = record;
    if (index <= previous) return `the log's ${kind} record stands before an earlier one`;
    previous = index;
    const path = record.path.map((one) => hexToBytes(one));
    const leafHash = logLeafHash(record.text);
    if (!verifyLogInclusion({ leafHash, index, size: checkpoint.size, path, root })) {
      return `the log's ${kind} record is not in the tree of the checkpoint`;
    }
  }
  return null;
}

/** What the record has to say; of reveal and result the time is taken from `text`. Null when that is no such record. */
function expectedText(
  proof: DrawProof,
  kind: (typeof PROOF_LOG_KINDS)[number],
  shown: string,
): string | null {
  const { draw_id: drawId, open_hash: openHash, close_hash: closeHash, freeze_hash: freezeHash } = proof;
  const { open, close, freeze } = proof;
  const found = parseLogRecord(shown);
  if (found === null) return null;
  switch (kind) {
    case 'open':
      return openRecord({
        drawId,
        hostId: open.host_id,
        hostSeq: open.host_seq,
        previous: open.previous,
        seedCommitHash: proof.seed_commit_hash,
        rulesHash: open.rules_hash,
        openedAt: open.opened_at,
      });
    case 'close':
      return closeRecord({
        drawId,
        openHash,
        entriesRoot: close.entries_root,
        entryCount: close.entry_count,
        ticketTotal: close.ticket_total,
        closedAt: close.closed_at,
      });
    case 'freeze':
      return freezeRecord({
        drawId,
        closeHash,
        contributionsHash: freeze.contributions_hash,
        winners: freeze.winners,
        alternates: freeze.alternates,
        beacon: {
          kind: freeze.beacon.kind,
          chainHash: freeze.beacon.chain_hash,
          round: freeze.beacon.round,
        },
        frozenAt: freeze.frozen_at,
        drawAt: freeze.draw_at,
      });
    case 'reveal':
      return revealRecord({
        drawId,
        freezeHash,
        seedReveal: proof.seed_reveal,
        revealedAt: Number(found.fields['revealed_at'] ?? 0),
      });
    case 'result':
      return resultRecord({
        drawId,
        freezeHash,
        combinedSeed: proof.combined_seed,
        listHash: listHash(drawId, proof.winners.map(drawn), proof.alternates.map(drawn)),
        drawnAt: Number(found.fields['drawn_at'] ?? 0),
      });
  }
}

function drawn(row: ProofRow): DrawnRow {
  return { entryNumber: row.entry_number, selectionIndex: row.selection_index };
}
