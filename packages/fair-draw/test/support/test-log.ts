/** Logs to test with: a tree over any texts, signed notes with cosignatures, and the member `log` of a proof. */
import { createHash } from 'node:crypto';
import {
  logInclusionPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  type NodeSource,
} from '../../src/log/log-tree.ts';
import type { LocatedRecord, ProofLog } from '../../src/index.ts';
import { logOriginOf, type Signer, signerOf } from './signers.ts';

/** A tree that keeps all nodes. */
export function growTree(texts: readonly string[]): NodeSource {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`no node ${level}/${index}`);
    return hash;
  };
  for (const [index, text] of texts.entries()) {
    for (const { level, index: at, hash } of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      nodes.set(`${level}/${at}`, hash);
    }
  }
  return nodeAt;
}

/** A witness and when it cosigns, Unix seconds. */
interface Cosigner {
  name: string;
  time: number;
}

const LOG_TYPE = 0x01;
const WITNESS_TYPE = 0x04;

const sha = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The C2SP verifier key of the witness of that name. */
export function witnessKeyOf(name: string): string {
  const key = Buffer.concat([Buffer.of(WITNESS_TYPE), bytesOf(signerOf(name).key)]);
  const keyHash = sha(`${name}\n`, key).subarray(0, 4).toString('hex');
  return `${name}+${keyHash}+${key.toString('base64')}`;
}

function signatureLine(name: string, type: number, key: string, signature: Buffer): string {
  const keyHash = sha(`${name}\n`, Buffer.of(type), bytesOf(key)).subarray(0, 4);
  return `— ${name} ${Buffer.concat([keyHash, signature]).toString('base64')}\n`;
}

/** A checkpoint as a signed note. */
function checkpointNote(
  head: { size: number; root: Uint8Array },
  log: Signer,
  cosigners: readonly Cosigner[] = [],
): string {
  const origin = logOriginOf(log.key);
  const text = `${origin}\n${head.size}\n${Buffer.from(head.root).toString('base64')}\n`;
  const own = signatureLine(origin, LOG_TYPE, log.key, bytesOf(log.sign(text)));
  const others = cosigners.map(({ name, time }) => {
    const witness = signerOf(name);
    const timestamp = Buffer.alloc(8);
    timestamp.writeBigUInt64BE(BigInt(time));
    const signature = bytesOf(witness.sign(`cosignature/v1\ntime ${time}\n${text}`));
    return signatureLine(name, WITNESS_TYPE, witness.key, Buffer.concat([timestamp, signature]));
  });
  return `${text}\n${[own, ...others].join('')}`;
}

export interface ProofLogInput {
  /** All records of the log. */
  texts: readonly string[];
  /** Open, close, freeze, reveal and result, as texts that are all in the log. */
  records: readonly string[];
  more: readonly string[];
  after: readonly string[];
  log: Signer;
  cosigners: readonly Cosigner[];
  /** Whether the log went on between the freeze and its checkpoint. */
  lateFreezeCheckpoint?: boolean;
}

export function proofLogOf(input: ProofLogInput): ProofLog {
  const { texts, log, cosigners } = input;
  const nodeAt = growTree(texts);
  const hex = (hashes: readonly Uint8Array[]): string[] =>
    hashes.map((hash) => Buffer.from(hash).toString('hex'));
  const located = (text: string): LocatedRecord => {
    const index = texts.indexOf(text);
    return { index, text, path: hex(logInclusionPath(index, texts.length, nodeAt)) };
  };
  const ascending = (list: readonly string[]): LocatedRecord[] =>
    list.map(located).sort((one, other) => one.index - other.index);
  const freezeIndex = texts.indexOf(input.records[2] ?? '');
  const early = input.lateFreezeCheckpoint === true ? texts.length : freezeIndex + 1;
  return {
    format: 'draw-log/2',
    key: log.key,
    records: input.records.map(located),
    more: ascending(input.more),
    after: ascending(input.after),
    checkpoint: checkpointNote(
      { size: texts.length, root: logRoot(texts.length, nodeAt) },
      log,
      cosigners.slice(0, 1),
    ),
    freeze_checkpoint: checkpointNote({ size: early, root: logRoot(early, nodeAt) }, log, cosigners),
    freeze_path: hex(logInclusionPath(freezeIndex, early, nodeAt)),
  };
}
