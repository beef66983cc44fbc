/** A raffle as the rules see it, so that screens show their buttons by the functions that the server decides with. */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import type { ShownRaffle } from '@glassdrum/raffle-rules';

/** The time at which screens decide: the presented status is the effective one (R12), so no deadline is still to pass. */
export const AS_PRESENTED = Number.NEGATIVE_INFINITY;

export function factsOf(raffle: PublicRaffle | HostRaffle): ShownRaffle {
  return {
    title: raffle.title,
    status: raffle.status,
    deadlineAt: raffle.deadline_at,
    drawStarted: raffle.draw_started,
    maxEntries: raffle.max_entries,
    entryCount: raffle.entry_count,
    ticketTotal: raffle.ticket_total,
    maxTickets: raffle.max_tickets,
    cancelled: raffle.cancelled !== null,
    // Visitors see the page of a public link only while joining by it is allowed.
    allowPublicJoin: !('allow_public_join' in raffle) || raffle.allow_public_join,
  };
}
