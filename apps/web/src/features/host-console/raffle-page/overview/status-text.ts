/** Where a raffle stands, in the one sentence that its page leads with. */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { rafflePhase } from '../../host-actions.ts';

export function statusText(raffle: HostRaffle): string {
  switch (rafflePhase(raffle)) {
    case 'draft':
      return m.raffle_status_draft();
    case 'open':
      return raffle.auto_draw ? m.raffle_status_open_auto() : m.raffle_status_open();
    case 'closed':
      return raffle.ticket_total === 0 ? m.raffle_status_closed_empty() : m.raffle_status_closed();
    case 'drawing':
      return m.raffle_status_drawing();
    case 'drawn':
      return raffle.cleaned_at === null ? m.raffle_status_drawn() : m.raffle_status_erased();
  }
}
