/**
 * The Merkle tree of an audience record (draw protocol §8, RFC 6962), with all of its levels: thousands of devices query their
 * paths within seconds. On each level neighbours are hashed in pairs, and a last one without a neighbour moves up unchanged.
 */
import { createHash } from 'node:crypto';
import { audienceLeaf, type AudienceRow } from '@glassdrum/fair-draw';

export interface AudienceTree {
  /** 64 hex; of an empty audience the hash of nothing. */
  root: string;
  /** Null for an entry that did not sign. */
  place(entryNumber: number): { index: number; seenAt: number; path: string[] } | null;
}

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** @param rows in order of entry numbers */
export function audienceTree(drawId: string, freezeHash: string, rows: readonly AudienceRow[]): AudienceTree {
  const levels = [rows.map((row) => sha256(LEAF, audienceLeaf(drawId, freezeHash, row)))];
  for (let level = levels[0] ?? []; level.length > 1;) {
    level = level.flatMap((hash, index) => {
      if (index % 2 === 1) return [];
      const right = level[index + 1];
      return [right === undefined ? hash : sha256(NODE, hash, right)];
    });
    levels.push(level);
  }
  const indexOf = new Map(rows.map(([entryNumber], index) => [entryNumber, index]));
  return {
    root: (levels.at(-1)?.[0] ?? sha256()).toString('hex'),
    place(entryNumber) {
      const index = indexOf.get(entryNumber);
      const row = index === undefined ? undefined : rows[index];
      if (index === undefined || row === undefined) return null;
      const path = levels.flatMap((level, height) => level[(index >> height) ^ 1]?.toString('hex') ?? []);
      return { index, seenAt: row[1], path };
    },
  };
}

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
