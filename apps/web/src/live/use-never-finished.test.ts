import { drawHistory, freezeRecord } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { unfinishedFrom } from './use-never-finished.ts';

const DRAW_AT = 1_800_000_030;
const record = freezeRecord({
  drawId: 'a-draw',
  closeHash: 'a'.repeat(64),
  contributionsHash: 'b'.repeat(64),
  kind: 'drand',
  chainHash: 'c'.repeat(64),
  round: 7,
  frozenAt: DRAW_AT - 10,
  showAt: DRAW_AT - 8,
  drawAt: DRAW_AT,
});

/** What the public log says of the draw at a time in epoch ms. */
const inLog = (now: number) => drawHistory('a-draw', [record], Math.floor(now / 1000)).progress;

describe('draw protocol §8', () => {
  it('says "never finished" from the same instant on as the public log', () => {
    const from = unfinishedFrom(DRAW_AT);
    expect([inLog(from - 1), inLog(from)]).toEqual(['frozen', 'never_finished']);
  });
});
