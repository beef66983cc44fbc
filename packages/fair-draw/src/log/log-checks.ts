/**
 * A whole log, record by record, together with the proofs of some of its draws (draw protocol §8 "A whole log").
 *
 * Each record is looked at with what the records before it say, then counts for what follows, also if it breaks a rule:
 *
 * - of the kinds that a draw may have once, only the first counts and is looked at by the other checks;
 * - a second extension, and an advance whose `from_entry` does not hold the prize, change nothing.
 *
 * What needs a proof that is not given is skipped, if nothing failed. Who holds prizes is counted for each raffle and
 * stage, so that a log of many draws takes no longer than its length.
 */
import type { DrawProof } from '../proof.ts';
import { sha256Hex } from '../text-records.ts';
import { PASS, type StepResult } from '../verify/step-result.ts';
import { checkClaim, countAdvance, countResult, countVoid } from './holding-checks.ts';
import { type LogRecordKind, parseLogRecord, timeOfRecord } from './log-records.ts';
import {
  type Draw,
  type Event,
  type Findings,
  type Log,
  LOG_CHECK_NAMES,
  type LogCheckName,
  ONCE,
  type OnceKind,
} from './log-state.ts';
import {
  checkChanges,
  checkEarlierStages,
  checkHolders,
  checkPlan,
  countHost,
  countStage,
} from './raffle-checks.ts';
import { checkOnce, checkOrder } from './record-order.ts';

export type LogCheck = { name: LogCheckName } & StepResult;

/**
 * Checks the texts of a log, all of them in order, against each other and against proofs of some of their draws.
 * @param proofs well-formed, of different draws; whether they are sound is checked elsewhere
 * @param firstIndex the number of the first text in its log
 * @returns one result for each check, in the order of `LOG_CHECK_NAMES`; never throws
 */
export function checkLogRecords(
  texts: readonly string[],
  proofs: readonly DrawProof[],
  firstIndex = 0,
): LogCheck[] {
  const log: Log = { draws: new Map(), hosts: new Map(), series: new Map() };
  const proofOf = new Map(proofs.map((proof) => [proof.draw_id, proof]));
  const found = { fails: new Map<LogCheckName, string>(), skips: new Map<LogCheckName, string>() };
  const findings: Findings = {
    fail: (name, reason) => void (found.fails.has(name) || found.fails.set(name, reason)),
    skip: (name, reason) => void (found.skips.has(name) || found.skips.set(name, reason)),
  };
  for (const [place, text] of texts.entries()) {
    const at = firstIndex + place;
    const record = parseLogRecord(text);
    if (record === null) {
      findings.fail('records', `record ${at} does not have the form of a record`);
      continue;
    }
    const { drawId } = record.fields;
    const draw = log.draws.get(drawId) ?? newDraw(proofOf.get(drawId));
    log.draws.set(drawId, draw);
    const event: Event = {
      at,
      record,
      hash: sha256Hex(text),
      draw,
      repeated: isOnce(record.kind) && draw.first[record.kind] !== undefined,
    };
    checkOnce(event, findings);
    checkOrder(event, findings);
    if (!event.repeated) count(event, log, findings);
    draw.last = { hash: event.hash, time: timeOfRecord(record) };
  }
  return LOG_CHECK_NAMES.map((name) => ({ name, ...resultOf(found, name) }));
}

function resultOf(
  { fails, skips }: { fails: Map<LogCheckName, string>; skips: Map<LogCheckName, string> },
  name: LogCheckName,
): StepResult {
  const [failed, skipped] = [fails.get(name), skips.get(name)];
  if (failed !== undefined) return { status: 'FAIL', reason: failed };
  return skipped === undefined ? PASS : { status: 'SKIP', reason: skipped };
}

function newDraw(proof: DrawProof | undefined): Draw {
  return { proof, first: {}, last: null, planHash: null, changes: new Map(), holding: null };
}

function isOnce(kind: LogRecordKind): kind is OnceKind {
  return ONCE.some((once) => once === kind);
}

/** The other checks, each with what the record changes. */
function count(event: Event, log: Log, findings: Findings): void {
  const { record, draw, hash } = event;
  switch (record.kind) {
    case 'open':
      countHost(event, record, log, findings);
      countStage(event, record, log, findings);
      draw.first.open = { fields: record.fields, hash };
      draw.planHash = record.fields.planHash;
      break;
    case 'replan':
      checkPlan(event, record.fields.planHashBefore, findings);
      draw.planHash = record.fields.planHashAfter;
      break;
    case 'change':
      draw.changes.set(record.fields.entryNumber, record.fields);
      break;
    case 'close':
      checkPlan(event, record.fields.planHash, findings);
      checkEarlierStages(event, log, findings);
      checkChanges(event, findings);
      checkHolders(event, log, findings);
      draw.first.close = { fields: record.fields, hash };
      break;
    case 'freeze':
      draw.first.freeze = { fields: record.fields, hash };
      break;
    case 'audience':
      draw.first.audience = { fields: record.fields, hash };
      break;
    case 'reveal':
      draw.first.reveal = { fields: record.fields, hash };
      break;
    case 'result':
      countResult(event, record, log, findings);
      draw.first.result = { fields: record.fields, hash };
      break;
    case 'claim':
    case 'extend':
      checkClaim(event, record, findings);
      break;
    case 'advance':
      countAdvance(event, record, log, findings);
      break;
    case 'void':
      countVoid(event, log);
      draw.first.void = { fields: record.fields, hash };
  }
}
