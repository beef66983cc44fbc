/** How far a result was checked on this device, and the word for it (R2). */
import { finalVerdict, type VerificationState } from '../../checking/proof/verification-state.ts';
import { m } from '../../messages/generated/messages.js';

export type CheckOutcome = 'not_checked' | 'running' | 'verified' | 'incomplete' | 'failed';

export function outcomeOf(state: VerificationState): CheckOutcome {
  if (state.status === 'running') return 'running';
  if (state.status !== 'done') return 'not_checked';
  switch (finalVerdict(state)) {
    case 'VERIFIED':
      return 'verified';
    case 'INCOMPLETE':
      return 'incomplete';
    case 'FAILED':
      return 'failed';
  }
}

export function outcomeText(outcome: CheckOutcome): string {
  switch (outcome) {
    case 'not_checked':
      return m.results_check_not_yet();
    case 'running':
      return m.results_check_running();
    case 'verified':
      return m.results_check_verified();
    case 'incomplete':
      return m.results_check_incomplete();
    case 'failed':
      return m.results_check_failed();
  }
}
