/** What a ticket won, in words for the desk (R73). */
import type { DeskClaimsAnswer } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { claimedText, claimStateText } from '../../ui/claim-texts.ts';
import { formatDateTime } from '../../ui/date-time.tsx';

export type HeldPrize = DeskClaimsAnswer['prizes'][number];

export function deskPrizeTitle({ prize_name: name, prize, position }: HeldPrize): string {
  return name ?? m.desk_claims_prize({ prize, position });
}

/** How it stands: to be claimed, claimed, handed over already, or no longer theirs. */
export function claimedLine({ state, claim, ended }: HeldPrize): string {
  if (ended !== null) {
    const time = formatDateTime(ended.at);
    return state === 'lapsed'
      ? m.desk_claims_lapsed({ time })
      : m.desk_claims_passed_on({ reason: claimStateText(state), time });
  }
  if (claim.handed_over_at !== null) {
    return m.desk_claims_already({ time: formatDateTime(claim.handed_over_at) });
  }
  if (claim.claimed !== null) return claimedText(claim.claimed);
  return claim.claim_by === null
    ? m.desk_claims_no_limit()
    : m.desk_claims_by({ time: formatDateTime(claim.claim_by) });
}

/** The colour only helps: the words say it. */
export function lineTone({ state }: HeldPrize): string {
  switch (state) {
    case 'drawn':
      return 'text-ink-soft';
    case 'claimed':
      return 'text-good';
    case 'handed_over':
      return 'text-warn';
    case 'declined':
    case 'lapsed':
    case 'ineligible':
    case 'absent':
      return 'text-danger';
  }
}
