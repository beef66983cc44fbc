/** Logs to test with: trees of any leaves, a key that signs their checkpoints, and the records of a draw as a server writes them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from 'vitest';
import {
  type DrawProof,
  closeRecord,
  freezeRecord,
  listHash,
  logInclusionPath,
  logLeafHash,
  logOrigin,
  logRoot,
  nodesCompleted,
  type NodeSource,
  openRecord,
  type ProofLog,
  resultRecord,
  revealRecord,
  signCheckpoint,
} from '../../src/index.ts';

const secret = new Uint8Array(32).fill(5);
export const key = bytesToHex(ed25519.getPublicKey(secret));
export const otherKey = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(6)));
export const sign = (text: string): string => bytesToHex(ed25519.sign(utf8ToBytes(text), secret));
export const origin = logOrigin(key);

/** RFC 6962 §2.1, word for word. */
export function treeHash(leaves: readonly string[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(first)));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(concatBytes(Uint8Array.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))));
}

export function grown(texts: readonly string[]): NodeSource {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`no node ${level}/${index}`);
    return hash;
  };
  for (const [index, text] of texts.entries()) {
    for (const node of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      expect(nodes.has(`${node.level}/${node.index}`)).toBe(false);
      nodes.set(`${node.level}/${node.index}`, node.hash);
    }
  }
  return nodeAt;
}

export const texts = Array.from({ length: 300 }, (_, index) => `record ${index}\n`);
export const nodeAt = grown(texts);

/** All records of a proof's draw, as the server writes them. */
export function recordsOf(proof: DrawProof): string[] {
  const { draw_id: drawId, open, close, freeze } = proof;
  const drawn = (row: DrawProof['winners'][number]) => ({
    entryNumber: row.entry_number,
    selectionIndex: row.selection_index,
  });
  return [
    openRecord({
      drawId,
      hostId: open.host_id,
      hostSeq: open.host_seq,
      previous: open.previous,
      seedCommitHash: proof.seed_commit_hash,
      rulesHash: open.rules_hash,
      openedAt: open.opened_at,
    }),
    closeRecord({
      drawId,
      openHash: proof.open_hash,
      entriesRoot: close.entries_root,
      entryCount: close.entry_count,
      ticketTotal: close.ticket_total,
      closedAt: close.closed_at,
    }),
    freezeRecord({
      drawId,
      closeHash: proof.close_hash,
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
    }),
    revealRecord({
      drawId,
      freezeHash: proof.freeze_hash,
      seedReveal: proof.seed_reveal,
      revealedAt: freeze.frozen_at + 3,
    }),
    resultRecord({
      drawId,
      freezeHash: proof.freeze_hash,
      combinedSeed: proof.combined_seed,
      listHash: listHash(drawId, proof.winners.map(drawn), proof.alternates.map(drawn)),
      drawnAt: freeze.draw_at + 1,
    }),
  ];
}

export function logOf(before: readonly string[], proof: DrawProof): ProofLog {
  const all = [...before, ...recordsOf(proof), 'after\n'];
  const source = grown(all);
  return {
    format: 'draw-log/1',
    checkpoint: signCheckpoint(
      { origin, size: all.length, root: bytesToHex(logRoot(all.length, source)) },
      key,
      sign,
    ),
    records: recordsOf(proof).map((text, at) => ({
      index: before.length + at,
      text,
      path: logInclusionPath(before.length + at, all.length, source).map(bytesToHex),
    })),
  };
}
