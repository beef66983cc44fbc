/** R87: the tree of all paths is the tree of fair-draw, whatever the number of leaves. */
import { audiencePath, audienceRoot, type AudienceRow, verifyAudienceInclusion } from '@glassdrum/fair-draw';
import { expect, test } from 'vitest';
import { audienceTree } from './audience-tree.ts';

const DRAW = 'draw-0123456789abcdef';
const FREEZE = 'ab'.repeat(32);
const rowsOf = (count: number): AudienceRow[] =>
  Array.from({ length: count }, (_, n) => [3 * n + 1, 1_700_000_000 + n, n.toString(16).padStart(128, '0')]);

test('R87 root and paths are those of the draw protocol, for every number of leaves up to 70', () => {
  for (let count = 1; count <= 70; count += 1) {
    const rows = rowsOf(count);
    const tree = audienceTree(DRAW, FREEZE, rows);
    expect(tree.root).toBe(audienceRoot(DRAW, FREEZE, rows));
    for (const [index, row] of rows.entries()) {
      const place = tree.place(row[0]);
      expect(place).toEqual({ index, seenAt: row[1], path: audiencePath(DRAW, FREEZE, rows, index) });
      const evidence = { drawId: DRAW, freezeHash: FREEZE, row, index, count, path: place?.path ?? [] };
      expect(verifyAudienceInclusion({ ...evidence, root: tree.root })).toBe(true);
      expect(verifyAudienceInclusion({ ...evidence, root: 'cd'.repeat(32) })).toBe(false);
    }
    expect(tree.place(2)).toBeNull();
  }
});
