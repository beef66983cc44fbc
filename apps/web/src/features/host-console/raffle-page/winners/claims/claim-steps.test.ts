import type { ClaimRow } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { claimSteps } from './claim-steps.ts';

const NOW = 1_000_000;
const ROW: ClaimRow = {
  draw_id: 'draw',
  prize: 1,
  position: 1,
  prize_name: 'Ham',
  entry_number: 7,
  state: 'drawn',
  moved_up: false,
  since: NOW - 60_000,
  claim: { claim_by: NOW + 60_000, extension: null, claimed: null, handed_over_at: null },
  ended: null,
  person: { entry_number: 7, display_name: 'Ada', email: null, note: null, source: 'self', groups: [] },
  draw: { number: 1, name: null },
  claim_window: 120,
  has_device: true,
  answers: 'not_asked',
};
const steps = (change: Partial<ClaimRow>) => claimSteps({ ...ROW, ...change });

describe("R73 what the host can do about somebody's prize", () => {
  it('before a claim: all, but declining only for people without a device', () => {
    expect(steps({})).toEqual(['hand_over', 'claim', 'extend', 'ineligible']);
    expect(steps({ has_device: false })).toEqual(['hand_over', 'claim', 'extend', 'decline', 'ineligible']);
  });

  it('gives more time once, and only where there is a time limit', () => {
    const extended = { ...ROW.claim, extension: { seconds: 60, at: NOW } };
    expect(steps({ claim: extended })).not.toContain('extend');
    expect(steps({ claim: { ...ROW.claim, claim_by: null } })).toEqual(['hand_over', 'claim', 'ineligible']);
  });

  it('after a claim hands over', () => {
    const claimed = { ...ROW.claim, claimed: { at: NOW, by: 'device' as const } };
    expect(steps({ state: 'claimed', claim: claimed })).toEqual(['hand_over', 'ineligible']);
  });

  it('nothing once the prize is handed over or has gone on', () => {
    for (const state of ['handed_over', 'lapsed', 'declined', 'ineligible', 'absent'] as const) {
      expect(steps({ state })).toEqual([]);
    }
  });
});
