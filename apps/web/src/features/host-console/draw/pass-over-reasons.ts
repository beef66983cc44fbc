/** Why a prize goes on to the next (R14), in words. */
import type { PassOverReason } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

/** What the host can choose. A prize that nobody claims in time goes on automatically (R73): `unclaimed` is nobody's choice. */
export const PASS_OVER_REASONS: readonly PassOverReason[] = ['absent', 'declined', 'ineligible'];

export function reasonText(reason: PassOverReason): string {
  const texts = {
    absent: m.console_reason_absent,
    declined: m.console_reason_declined,
    unclaimed: m.console_reason_unclaimed,
    ineligible: m.console_reason_ineligible,
  } as const;
  return texts[reason]();
}
