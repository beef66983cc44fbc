/** Where a raffle stands, in the one sentence that its page leads with. */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { isBetweenDraws, rafflePhase } from '../../host-actions.ts';

export function statusText(raffle: HostRaffle): string {
  switch (rafflePhase(raffle)) {
    case 'draft':
      return m.raffle_status_draft();
    case 'open':
      if (raffle.draws.total > 1) return eveningText(raffle);
      return raffle.auto_draw ? m.raffle_status_open_auto() : m.raffle_status_open();
    case 'closed':
      if (raffle.ticket_total === 0) return m.raffle_status_closed_empty();
      return raffle.draws.total > 1 ? eveningText(raffle) : m.raffle_status_closed();
    case 'drawing':
      return m.raffle_status_drawing();
    case 'cancelled':
      return m.raffle_status_cancelled();
    case 'drawn':
      return raffle.cleaned_at === null ? m.raffle_status_drawn() : m.raffle_status_erased();
  }
}

/** R69: before the first of several draws, and between two of them. */
function eveningText(raffle: HostRaffle): string {
  const { held, left, total } = raffle.draws;
  if (isBetweenDraws(raffle)) {
    return left === 1 ? m.raffle_status_last_draw() : m.raffle_status_next_draw({ held, total });
  }
  if (raffle.status === 'closed') return m.raffle_status_closed_first_draw();
  return raffle.auto_draw ? m.raffle_status_open_auto() : m.raffle_status_first_draw();
}
