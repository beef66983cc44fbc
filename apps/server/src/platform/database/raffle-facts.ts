/** A raffle's row as the rules see it. */
import type { EntriesBySource } from '@glassdrum/contract';
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
    cancelled: row.cancelled_at !== null,
  };
}

/** R68: how the entries that hold a ticket came about. */
export function sourcesOf(
  row: Pick<RaffleRow, 'active_count' | 'host_active_count' | 'paper_active_count'>,
): EntriesBySource {
  const { active_count: active, host_active_count: host, paper_active_count: paper } = row;
  return { self: active - host - paper, host, paper };
}
