/** R73: claims of prizes in words, as everyone sees them. */
import type { ClaimState, PassedOverRow, PlaceClaim, PrizeHolder, PrizeStatus } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { formatDateTime } from './date-time.tsx';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** @param seconds a claim window */
export function claimWithinText(seconds: number): string {
  return seconds % DAY_S === 0
    ? m.claims_within_days({ count: seconds / DAY_S })
    : m.claims_within_minutes({ count: seconds / MINUTE_S });
}

export function claimStateText(state: ClaimState): string {
  const texts = {
    drawn: m.claims_state_drawn,
    claimed: m.claims_state_claimed,
    handed_over: m.claims_state_handed_over,
    declined: m.claims_state_declined,
    lapsed: m.claims_state_lapsed,
    ineligible: m.claims_state_ineligible,
    absent: m.claims_state_absent,
  } as const;
  return texts[state]();
}

export function claimedText({ at, by }: NonNullable<PlaceClaim['claimed']>): string {
  const texts = {
    device: m.claims_claimed_device,
    desk: m.claims_claimed_desk,
    host: m.claims_claimed_host,
  } as const;
  return texts[by]({ time: formatDateTime(at) });
}

export interface ClaimLineText {
  state: PrizeHolder['state'];
  text: string;
}

/** How far a holder has come with a prize; null for one without a claim window that nobody claimed yet. */
export function holderClaimText({
  state,
  claim,
}: Pick<PrizeHolder, 'state' | 'claim'>): ClaimLineText | null {
  const { claim_by: by, claimed, handed_over_at: handedOverAt } = claim;
  if (handedOverAt !== null) {
    return { state, text: m.claims_handed_over_at({ time: formatDateTime(handedOverAt) }) };
  }
  if (claimed !== null) return { state, text: claimedText(claimed) };
  return by === null ? null : { state, text: m.claims_waiting_until({ time: formatDateTime(by) }) };
}

/** That the host gave more time, which everyone may know; null where that is not so. */
export function extensionText({ extension }: PlaceClaim): string | null {
  return extension === null ? null : m.claims_extended({ time: formatDateTime(extension.at) });
}

/** What is public about a pass-over beyond its reason; null where there is nothing. */
export function passedOverMore({ reason, text, at, late, claim }: PassedOverRow): string | null {
  if (text !== null) return m.claims_why({ text });
  if (reason !== 'unclaimed' || claim.claim_by === null) return null;
  const due = formatDateTime(claim.claim_by);
  return late ? m.claims_lapsed_late({ due, time: formatDateTime(at) }) : m.claims_lapsed_at({ time: due });
}

/** "3 of 8 prizes claimed"; null where no prize has a claim window and none was claimed. */
export function claimsCountText(prizeStatus: PrizeStatus | null): string | null {
  const holders = prizeStatus?.current_winners ?? [];
  const claimed = holders.filter(({ state }) => state !== 'drawn').length;
  if (claimed === 0 && holders.every(({ claim }) => claim.claim_by === null)) return null;
  return m.claims_count({ claimed: claimed.toLocaleString(), all: holders.length.toLocaleString() });
}
