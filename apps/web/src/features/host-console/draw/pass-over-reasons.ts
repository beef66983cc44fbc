/** Why a prize goes on to the next (R14), in words. */
import type { PassOverReason } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

export const PASS_OVER_REASONS: readonly PassOverReason[] = ['absent', 'declined', 'unclaimed', 'other'];

export function reasonText(reason: PassOverReason): string {
  const texts = {
    absent: m.console_reason_absent,
    declined: m.console_reason_declined,
    unclaimed: m.console_reason_unclaimed,
    other: m.console_reason_other,
  } as const;
  return texts[reason]();
}
