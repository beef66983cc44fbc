/** How likely an entry is to win, as shown to its holder before the draw. */

interface ChanceInput {
  /** Of this entry. */
  tickets: number;
  /** Of all entries together, this one included. */
  ticketTotal: number;
  /** Entries that hold a ticket, this one included. */
  participants: number;
  winners: number;
}

/**
 * The probability, 0 to 1, that an entry is among the winners. Winners are drawn one after the other by their tickets, and
 * no one wins twice, so each draw leaves the holder of one entry less. Exact where everyone else has equally many tickets;
 * otherwise the others are taken to have their average.
 */
export function winChance({ tickets, ticketTotal, participants, winners }: ChanceInput): number {
  if (tickets <= 0 || ticketTotal < tickets) return 0;
  if (winners >= participants) return 1;
  const average = (ticketTotal - tickets) / (participants - 1);
  let missed = 1;
  for (let drawn = 0; drawn < winners; drawn += 1) missed *= 1 - tickets / (ticketTotal - drawn * average);
  return 1 - missed;
}
