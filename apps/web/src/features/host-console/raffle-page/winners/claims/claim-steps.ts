/** What the host can do about one row of the claims table (R73). Pure. */
import type { ClaimRow } from '@glassdrum/contract';
import type { RaffleAbility } from '@glassdrum/raffle-rules';

export type ClaimStep = 'hand_over' | 'claim' | 'extend' | 'decline' | 'ineligible';

/** R81: what a role needs for each. */
export const STEP_ABILITIES = {
  hand_over: 'hand_over_prizes',
  claim: 'manage_claims',
  extend: 'manage_claims',
  decline: 'pass_over_winner',
  ineligible: 'pass_over_winner',
} as const satisfies Record<ClaimStep, RaffleAbility>;

/** The first one is the next thing to do, and has a button of its own; none where the prize is no longer this person's. */
export function claimSteps({ state, claim, has_device: hasDevice }: ClaimRow): ClaimStep[] {
  if (state !== 'drawn' && state !== 'claimed') return [];
  const steps: ClaimStep[] = ['hand_over'];
  if (state === 'drawn') {
    steps.push('claim');
    if (claim.claim_by !== null && claim.extension === null) steps.push('extend');
  }
  if (!hasDevice) steps.push('decline');
  steps.push('ineligible');
  return steps;
}
