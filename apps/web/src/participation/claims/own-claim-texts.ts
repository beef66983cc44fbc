/** R73: one's own prizes in words. */
import type { OwnClaim, PlaceClaim } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { formatDateTime } from '../../ui/date-time.tsx';

/** What the prize is called; null in a raffle with one unnamed prize, whose places are numbered. */
export function prizeOf({ prize, prize_name: name }: OwnClaim, isNamed: boolean): string | null {
  return isNamed ? (name ?? m.draw_prize({ number: prize })) : null;
}

/** "You won Bottle of wine". */
export function ownClaimTitle(claim: OwnClaim, isNamed: boolean): string {
  const { position, moved_up: isMovedUp, ended } = claim;
  const prize = prizeOf(claim, isNamed);
  if (ended !== null) {
    return prize === null ? m.claims_own_had_place({ position }) : m.claims_own_had({ prize });
  }
  if (isMovedUp) {
    return prize === null ? m.claims_own_moved_up_place({ position }) : m.claims_own_moved_up({ prize });
  }
  return prize === null ? m.claims_own_won_place({ position }) : m.claims_own_won({ prize });
}

/** Of a prize that is claimed or handed over. */
export function ownClaimedText({ claimed, handed_over_at: handedOverAt }: PlaceClaim): string {
  if (handedOverAt !== null) return m.claims_own_handed_over({ time: formatDateTime(handedOverAt) });
  if (claimed === null) return '';
  const texts = {
    device: m.claims_own_claimed,
    desk: m.claims_own_claimed_desk,
    host: m.claims_own_claimed_host,
  } as const;
  return texts[claimed.by]({ time: formatDateTime(claimed.at) });
}

/** Why it is no longer the visitor's, and since when. */
export function endedText({ ended, claim }: OwnClaim): string {
  if (ended === null) return '';
  const time = formatDateTime(ended.at);
  switch (ended.reason) {
    case 'unclaimed': {
      const due = formatDateTime(claim.claim_by ?? ended.at);
      return ended.late ? m.claims_own_lapsed_late({ due, time }) : m.claims_own_lapsed({ due });
    }
    case 'declined':
      return m.claims_own_declined({ time });
    case 'ineligible':
      return m.claims_own_ineligible({ time, text: ended.text ?? '' });
    case 'absent':
      return m.claims_own_absent({ time });
  }
}
