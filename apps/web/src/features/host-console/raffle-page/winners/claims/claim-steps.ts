/** What the host can do about one row of the claims table (R73). Pure. */
import type { ClaimRow } from '@glassdrum/contract';

export type ClaimStep = 'hand_over' | 'claim' | 'extend' | 'decline' | 'ineligible';

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
