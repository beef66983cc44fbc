/**
 * The log of an installation, checked by someone who reads all of it online and knows its key (draw protocol §8).
 *
 * Besides the checks of a log file (`log-checks.ts`; `records` also requires that they are numbered 0, 1, 2 …):
 *
 * | check        | passes if                                                                        |
 * | ------------ | -------------------------------------------------------------------------------- |
 * | `signatures` | each record is signed with the log's key                                         |
 * | `tree`       | the records as far as the checkpoint's size have its root; there are none beyond |
 * | `checkpoint` | it is signed with the log's key under its origin                                 |
 * | `remembered` | the tree continues the one of a checkpoint that was stored earlier               |
 *
 * Records of version 1 of the protocol, with which older logs begin, are leaves of the tree that nothing else reads.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { signatureHolds } from '../ed25519-signature.ts';
import type { DrawProof } from '../proof.ts';
import { fail, passIf, skip, type StepResult } from '../verify/step-result.ts';
import { type Checkpoint, checkpointHolds, parseCheckpoint } from './checkpoint.ts';
import { checkLogRecords } from './log-checks.ts';
import type { LogCheckName } from './log-state.ts';
import { logLeafHash, logRoot, nodesCompleted, type NodePlace, type NodeSource } from './log-tree.ts';

export type OnlineLogCheckName = LogCheckName | 'signatures' | 'tree' | 'checkpoint' | 'remembered';

type OnlineLogCheck = { name: OnlineLogCheckName } & StepResult;

export interface LogToCheck {
  /** In order of their indexes. */
  records: readonly { index: number; text: string; signature: string }[];
  /** Well-formed proofs of draws in the log, of each draw at most one. */
  proofs?: readonly DrawProof[];
  /** The log's checkpoint, a signed note. */
  checkpoint: string;
  /** 64 hex. */
  publicKey: string;
  /** A checkpoint stored at an earlier visit; null at the first one. */
  remembered: string | null;
}

export interface CheckedLog {
  checks: OnlineLogCheck[];
  /** Whether none failed. What needs a proof or an earlier checkpoint that is not there is no failure. */
  ok: boolean;
  /** Of the checkpoint, when it can be read. */
  size: number | null;
}

const VERSION_1 = /^draw\.[a-z]+\.v1\n/;

/** Never throws, whatever the log holds. */
export function checkLog(log: LogToCheck): CheckedLog {
  const texts = log.records.map((record) => record.text);
  const nodeAt = treeOf(texts);
  const checkpoint = parseCheckpoint(log.checkpoint);
  const earlier = recordsOfVersion1(texts);
  const checks: OnlineLogCheck[] = [
    ...checkLogRecords(texts.slice(earlier), log.proofs ?? [], earlier).map((check) =>
      check.name === 'records' ? { name: check.name, ...numbersCheck(log, check) } : check,
    ),
    { name: 'signatures', ...signaturesCheck(log) },
    { name: 'tree', ...treeCheck(checkpoint, log.records.length, nodeAt) },
    { name: 'checkpoint', ...checkpointCheck(checkpoint, log.publicKey) },
    { name: 'remembered', ...rememberedCheck(log, checkpoint, nodeAt) },
  ];
  return { checks, ok: checks.every(({ status }) => status !== 'FAIL'), size: checkpoint?.size ?? null };
}

/** With how many of them the log begins. */
function recordsOfVersion1(texts: readonly string[]): number {
  const first = texts.findIndex((text) => !VERSION_1.test(text));
  return first < 0 ? texts.length : first;
}

function numbersCheck(log: LogToCheck, forms: StepResult): StepResult {
  const wrong = log.records.findIndex(({ index }, at) => index !== at);
  return wrong < 0 ? forms : fail(`record ${wrong} is missing or out of its place`);
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
  if (checkpoint === null) return fail('it is no checkpoint');
  return passIf(checkpointHolds(checkpoint, publicKey), 'it is not signed with the key of the log');
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
