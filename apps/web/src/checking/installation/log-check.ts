/**
 * A check of the public log from this device (draw protocol §8): is the checkpoint signed with the known key, are the records
 * that are shown in its tree, and does it continue the checkpoint that this device kept? Runs in the check worker.
 */
import {
  checkpointHolds,
  logLeafHash,
  parseCheckpoint,
  verifyLogConsistency,
  verifyLogInclusion,
} from '@glassdrum/fair-draw';

export interface LogCheckInput {
  /** The log's checkpoint, a signed note. */
  checkpoint: string;
  /** Ed25519, 64 hex. */
  publicKey: string;
  /** Shown records with their paths in the checkpoint's tree, hashes as hex. */
  records: { index: number; text: string; path: string[] }[];
  /** The note that this device kept, with the server's proof that the log continues it; null at the first check. */
  kept: { checkpoint: string; path: string[] } | null;
}

export interface LogCheck {
  signature: 'pass' | 'fail';
  inclusion: 'pass' | 'fail' | 'skip';
  consistency: 'pass' | 'fail' | 'skip';
  /** Records of the kept checkpoint. */
  keptSize: number | null;
}

export function checkLog({ checkpoint, publicKey, records, kept }: LogCheckInput): LogCheck {
  const head = parseCheckpoint(checkpoint);
  const before = kept === null ? null : parseCheckpoint(kept.checkpoint);
  if (head === null) return { signature: 'fail', inclusion: 'fail', consistency: 'fail', keptSize: null };
  const root = bytesOf(head.root);
  const { size } = head;
  const included = records.every(({ index, text, path }) =>
    verifyLogInclusion({ leafHash: logLeafHash(text), index, size, path: path.map(bytesOf), root }),
  );
  return {
    signature: checkpointHolds(head, publicKey) ? 'pass' : 'fail',
    inclusion: records.length === 0 ? 'skip' : passIf(included),
    consistency: kept === null ? 'skip' : passIf(before !== null && continues(before, head, kept.path)),
    keptSize: before?.size ?? null,
  };
}

interface Head {
  origin: string;
  size: number;
  root: string;
}

function continues(before: Head, head: Head, path: readonly string[]): boolean {
  return (
    before.origin === head.origin &&
    verifyLogConsistency({
      from: { size: before.size, root: bytesOf(before.root) },
      to: { size: head.size, root: bytesOf(head.root) },
      path: path.map(bytesOf),
    })
  );
}

function passIf(holds: boolean): 'pass' | 'fail' {
  return holds ? 'pass' : 'fail';
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
}
