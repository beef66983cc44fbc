/** A log of somebody else, with as many records as a test likes: its checkpoints, and what it sends to a witness. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  logConsistencyPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  noteKey,
  type NodeSource,
  signCheckpoint,
} from '@glassdrum/fair-draw';
import { writeAddCheckpoint } from '../../src/platform/public-log/witnesses/add-checkpoint.ts';

const PKCS8_ED25519 = '302e020100300506032b657004220420';
const MOST_RECORDS = 64;

export interface TestLog {
  publicKey: string;
  verifierKey: string;
  /** 64 hex. */
  root(size: number): string;
  note(size: number): string;
  /** The body of add-checkpoint. `fork`: of the same log with other records from `forkAt` (default 0) on. */
  request(
    from: number,
    to: number,
    options?: { fork?: boolean; forkAt?: number; path?: readonly string[] },
  ): string;
}

export function createTestLog(origin: string, seed: number): TestLog {
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8_ED25519, 'hex'), Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
  const signText = (text: string): string => sign(null, Buffer.from(text), key).toString('hex');
  const plain = treeOf(() => 'record');
  const rootOf = (tree: NodeSource, size: number): string => Buffer.from(logRoot(size, tree)).toString('hex');
  const noteOf = (tree: NodeSource, size: number): string =>
    signCheckpoint({ origin, size, root: rootOf(tree, size) }, publicKey, signText);
  return {
    publicKey,
    verifierKey: noteKey(origin, publicKey),
    root: (size) => rootOf(plain, size),
    note: (size) => noteOf(plain, size),
    request(from, to, { fork = false, forkAt = 0, path } = {}) {
      const tree = fork ? treeOf((index) => (index < forkAt ? 'record' : 'forked')) : plain;
      const proof = from > to ? [] : logConsistencyPath(from, to, tree);
      const hashes = path ?? proof.map((hash) => Buffer.from(hash).toString('hex'));
      return writeAddCheckpoint({ oldSize: from, path: hashes, note: noteOf(tree, to) });
    },
  };
}

function treeOf(wordOf: (index: number) => string): NodeSource {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new RangeError('The tree has no such node.');
    return hash;
  };
  for (let index = 0; index < MOST_RECORDS; index += 1) {
    for (const node of nodesCompleted(index, logLeafHash(`${wordOf(index)} ${index}`), nodeAt)) {
      nodes.set(`${node.level}/${node.index}`, node.hash);
    }
  }
  return nodeAt;
}
