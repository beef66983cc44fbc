/** A raffle's row as the rules see it. */
import type { RaffleFacts } from '@glassdrum/raffle-rules';
import type { RaffleRow } from './database.ts';

export function raffleFacts(row: RaffleRow): RaffleFacts {
  return {
    status: row.status,
    deadlineAt: row.deadline_at,
    drawStarted: row.draw_started === 1,
    maxEntries: row.max_entries,
    entryCount: row.entry_count,
    ticketTotal: row.ticket_total,
    maxTickets: row.max_tickets,
    allowPublicJoin: row.allow_public_join === 1,
  };
}
