/** What a raffle returns to when a draw is over and others are left (R70). */
import { effectiveStatus } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';

/** Open where people could join until the draw began, unless the deadline has passed since; else closed. @param now epoch ms */
export function betweenDraws(
  raffle: RaffleRow,
  now: number,
): Pick<RaffleRow, 'status' | 'draw_started' | 'reopens'> & Partial<Pick<RaffleRow, 'closed_at_s'>> {
  const facts = { ...raffleFacts(raffle), status: 'open' as const };
  const isOpen = raffle.reopens === 1 && effectiveStatus(facts, now) === 'open';
  const rest = { draw_started: 0, reopens: 0 } as const;
  return isOpen ? { ...rest, status: 'open', closed_at_s: null } : { ...rest, status: 'closed' };
}
