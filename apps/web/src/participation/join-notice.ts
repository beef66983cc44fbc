/** Why nobody can join at the moment, in plain words; null when joining is open. The server decides (R12, R23). */
import type { PublicRaffle } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';

export interface JoinNotice {
  text: string;
  /** Where to go instead. */
  goTo: 'draw' | 'results' | null;
}

export function joinNotice(raffle: PublicRaffle): JoinNotice | null {
  switch (raffle.status) {
    case 'draft':
      return { text: m.participation_status_draft(), goTo: null };
    case 'drawn':
      return { text: m.participation_status_drawn(), goTo: 'results' };
    case 'closed':
      return raffle.draw_started
        ? { text: m.participation_status_running(), goTo: 'draw' }
        : { text: m.participation_status_closed(), goTo: 'draw' };
    case 'open':
      return raffle.max_entries !== null && raffle.entry_count >= raffle.max_entries
        ? { text: m.participation_status_full(), goTo: 'draw' }
        : null;
  }
}
