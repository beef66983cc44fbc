/**
 * A whole log, checked by somebody who has all of its records and the log's key (draw protocol §8).
 *
 * | check        | passes if                                                                                       |
 * | ------------ | ----------------------------------------------------------------------------------------------- |
 * | `records`    | every text has the form of a record, and they are numbered 0, 1, 2 …                            |
 * | `signatures` | each is signed with the log's key                                                               |
 * | `tree`       | the records as far as the checkpoint's size have its root; there are none beyond                |
 * | `checkpoint` | it is signed with the log's key under its origin                                                |
 * | `once`       | a draw has at most one open, close, freeze, reveal and result                                   |
 * | `order`      | each record names the hash of the one before it, and a revealed seed is the promised one        |
 * | `hosts`      | every host's draws are numbered 1, 2, 3 … and name the one before                               |
 * | `remembered` | the tree continues the one of a checkpoint that was kept from earlier                           |
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { signatureHolds } from '../ed25519-signature.ts';
import { seedCommitHash } from '../seeds.ts';
import { sha256Hex } from '../text-records.ts';
import { fail, PASS, passIf, skip, type StepResult } from '../verify/step-result.ts';
import { type Checkpoint, checkpointHolds, parseCheckpoint } from './checkpoint.ts';
import { type LogRecord, parseLogRecord } from './log-records.ts';
import { logLeafHash, logRoot, nodesCompleted, type NodePlace, type NodeSource } from './log-tree.ts';

type LogCheckName =
  'records' | 'signatures' | 'tree' | 'checkpoint' | 'once' | 'order' | 'hosts' | 'remembered';

export type LogCheck = { name: LogCheckName } & StepResult;

export interface LogToCheck {
  /** In order of their indexes. */
  records: readonly { index: number; text: string; signature: string }[];
  /** The log's checkpoint, a signed note. */
  checkpoint: string;
  /** 64 hex. */
  publicKey: string;
  /** A checkpoint kept from an earlier look; null at the first one. */
  remembered: string | null;
}

export interface CheckedLog {
  checks: LogCheck[];
  /** Whether none failed. A first look has nothing remembered, which is no failure. */
  ok: boolean;
  /** Of the checkpoint, when it can be read. */
  size: number | null;
}

/** Never throws, whatever the log holds. */
export function checkLog(log: LogToCheck): CheckedLog {
  const parsed = log.records.map((record) => parseLogRecord(record.text));
  const nodeAt = treeOf(log.records.map((record) => record.text));
  const checkpoint = parseCheckpoint(log.checkpoint);
  const known: Known[] = [];
  for (const [at, record] of parsed.entries()) {
    const text = log.records[at]?.text;
    if (record !== null && text !== undefined) known.push({ at, record, hash: sha256Hex(text) });
  }
  const checks: LogCheck[] = [
    { name: 'records', ...recordsCheck(log, parsed) },
    { name: 'signatures', ...signaturesCheck(log) },
    { name: 'tree', ...treeCheck(checkpoint, log.records.length, nodeAt) },
    { name: 'checkpoint', ...checkpointCheck(checkpoint, log.publicKey) },
    { name: 'once', ...onceCheck(known) },
    { name: 'order', ...orderCheck(known) },
    { name: 'hosts', ...hostsCheck(known) },
    { name: 'remembered', ...rememberedCheck(log, checkpoint, nodeAt) },
  ];
  return { checks, ok: checks.every(({ status }) => status !== 'FAIL'), size: checkpoint?.size ?? null };
}

interface Known {
  at: number;
  record: LogRecord;
  hash: string;
}

function recordsCheck(log: LogToCheck, parsed: readonly (LogRecord | null)[]): StepResult {
  for (const [at, record] of log.records.entries()) {
    if (record.index !== at) return fail(`record ${at} is missing, or out of its place`);
    if (parsed[at] === null) return fail(`record ${at} does not have the form of a record`);
  }
  return PASS;
}

function signaturesCheck(log: LogToCheck): StepResult {
  const wrong = log.records.findIndex(
    (record) => !signatureHolds(log.publicKey, record.text, record.signature),
  );
  return passIf(wrong < 0, `record ${wrong} is not signed with the key of the log`);
}

function treeCheck(checkpoint: Checkpoint | null, count: number, nodeAt: NodeSource): StepResult {
  if (checkpoint === null) return fail('without a checkpoint there is nothing to compare with');
  const { size, root } = checkpoint;
  if (size !== count) return fail(`the checkpoint is of ${size} records, but there are ${count}`);
  return passIf(
    bytesToHex(logRoot(size, nodeAt)) === root,
    'the records do not have the root of the checkpoint: one was changed',
  );
}

function checkpointCheck(checkpoint: Checkpoint | null, publicKey: string): StepResult {
  if (checkpoint === null) return fail('this is no checkpoint');
  return passIf(checkpointHolds(checkpoint, publicKey), 'it is not signed with the key of the log');
}

function onceCheck(known: readonly Known[]): StepResult {
  const seen = new Set<string>();
  for (const { at, record } of known) {
    if (record.kind === 'advance' || record.kind === 'void') continue;
    const key = `${record.kind} ${record.drawId}`;
    if (seen.has(key)) return fail(`record ${at} is a second ${record.kind} of draw ${record.drawId}`);
    seen.add(key);
  }
  return PASS;
}

function orderCheck(known: readonly Known[]): StepResult {
  const draws = new Map<string, Partial<Record<LogRecord['kind'] | 'last', Known>>>();
  for (const one of known) {
    const { record, at } = one;
    const draw = draws.get(record.drawId) ?? {};
    draws.set(record.drawId, draw);
    const { fields } = record;
    switch (record.kind) {
      case 'open':
        break;
      case 'close':
        if (fields['open_hash'] !== draw.open?.hash) return fail(`record ${at} closes what was not opened`);
        break;
      case 'freeze':
        if (fields['close_hash'] !== draw.close?.hash)
          return fail(`record ${at} freezes what was not closed`);
        break;
      case 'reveal':
        if (fields['freeze_hash'] !== draw.freeze?.hash) return fail(`record ${at} follows no freeze`);
        if (seedCommitHash(fields['seed_reveal'] ?? '') !== draw.open?.record.fields['seed_commit_hash']) {
          return fail(`record ${at} reveals another seed than the promised one`);
        }
        break;
      case 'result':
        if (fields['freeze_hash'] !== draw.freeze?.hash) return fail(`record ${at} follows no freeze`);
        if (draw.reveal === undefined) return fail(`record ${at} is a result before the seed was revealed`);
        break;
      case 'advance':
        if (draw.result === undefined || fields['freeze_hash'] !== draw.freeze?.hash) {
          return fail(`record ${at} passes over a winner of no result`);
        }
        break;
      case 'void':
        if (draw.open === undefined) return fail(`record ${at} voids what was not opened`);
        if (fields['last_record_hash'] !== draw.last?.hash) {
          return fail(`record ${at} names another record than the last one of draw ${record.drawId}`);
        }
    }
    draw[record.kind] ??= one;
    draw.last = one;
  }
  return PASS;
}

function hostsCheck(known: readonly Known[]): StepResult {
  const last = new Map<string, { seq: number; hash: string }>();
  for (const { at, record, hash } of known) {
    if (record.kind !== 'open') continue;
    const host = record.fields['host_id'] ?? '';
    const before = last.get(host);
    const seq = Number(record.fields['host_seq']);
    if (seq !== (before?.seq ?? 0) + 1) {
      return fail(`record ${at}: draw ${seq} of host ${host} follows draw ${before?.seq ?? 0}`);
    }
    if (record.fields['previous'] !== (before?.hash ?? '-')) {
      return fail(`record ${at} names another draw before draw ${seq} of host ${host}`);
    }
    last.set(host, { seq, hash });
  }
  return PASS;
}

function rememberedCheck(log: LogToCheck, checkpoint: Checkpoint | null, nodeAt: NodeSource): StepResult {
  if (log.remembered === null) return skip('no earlier checkpoint is kept');
  const earlier = parseCheckpoint(log.remembered);
  if (earlier === null) return fail('what was kept is no checkpoint');
  if (checkpoint !== null && earlier.origin !== checkpoint.origin) {
    return fail(`the kept checkpoint is of another log, ${earlier.origin}`);
  }
  if (!checkpointHolds(earlier, log.publicKey)) return fail('the kept checkpoint has another key');
  if (earlier.size > log.records.length) {
    return fail(`the log had ${earlier.size} records and now has ${log.records.length}`);
  }
  return passIf(
    bytesToHex(logRoot(earlier.size, nodeAt)) === earlier.root,
    `the first ${earlier.size} records are not those of the kept checkpoint`,
  );
}

/** All complete nodes over these texts. */
function treeOf(texts: readonly string[]): NodeSource {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt = ({ level, index }: NodePlace): Uint8Array => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new RangeError('The tree has no such node.');
    return hash;
  };
  for (const [index, text] of texts.entries()) {
    for (const node of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      nodes.set(`${node.level}/${node.index}`, node.hash);
    }
  }
  return nodeAt;
}
