import { describe, expect, it } from 'vitest';
import type { PlannedDraw, ResultsAnswer } from '@glassdrum/contract';
import { type HeldDraw, sitsOut } from './draw-results.ts';

const DRAW = { number: 1, name: 'Dinner' } as PlannedDraw;

/** @param holders entry numbers of those who hold its prizes now */
const held = (policy: 'once' | 'again', holders: number[]): HeldDraw => ({
  draw: DRAW,
  results: {
    policy,
    winners: [{ entry_number: 7 }],
    current_winners: holders.map((number) => ({ entry_number: number })),
  } as ResultsAnswer,
});

describe('R70 who sits the next draw out', () => {
  it('is who holds a prize now, where each person wins one', () => {
    expect(sitsOut([held('once', [7])], 7)).toBe(true);
    expect(sitsOut([held('once', [7])], 8)).toBe(false);
    expect(sitsOut([held('again', [7])], 7)).toBe(false);
  });

  it('is not who was passed over, and nobody while a result is on its way', () => {
    expect(sitsOut([held('once', [8])], 7)).toBe(false);
    expect(sitsOut([{ draw: DRAW, results: null }], 7)).toBe(false);
    expect(sitsOut([], 7)).toBe(false);
  });
});
