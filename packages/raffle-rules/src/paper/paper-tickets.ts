/**
 * Paper tickets (R67). A printed ticket is an entry with 0 tickets: it has a number and a commitment and can win nothing. Selling
 * it gives it one ticket. Its buyer may keep it on a phone, under a name of their own.
 */
import { accept, refuse } from '../decision.ts';
import type { Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { type RaffleFacts, decideReplan, effectiveStatus } from '../status.ts';
import type { NumberRange } from './number-ranges.ts';

/** What becomes of the number. 'gone': withdrawn or removed; nobody gets it any more. */
export type PaperStatus = 'unsold' | 'sold' | 'gone';

export interface PaperTicket {
  state: 'in' | 'withdrawn' | 'removed' | 'absent';
  tickets: number;
  /** Its buyer keeps it on a phone. */
  isKept: boolean;
  /** It is on the closed list of an earlier draw of the raffle, as it was then. */
  isListed: boolean;
  /** It was sold when that list closed. */
  tookPart: boolean;
}

/** The name that a ticket's commitment has until its buyer gives another one. */
export function paperName(number: number): string {
  return `Ticket ${number}`;
}

export function paperStatus({ state, tickets }: Pick<PaperTicket, 'state' | 'tickets'>): PaperStatus {
  if (state !== 'in' && state !== 'absent') return 'gone';
  return tickets > 0 ? 'sold' : 'unsold';
}

/** A printed ticket that nobody has bought: an entry without a person. */
export function isUnsold(entry: {
  source: 'self' | 'host' | 'paper';
  state: 'in' | 'withdrawn' | 'removed' | 'absent' | 'holder';
  tickets: number;
}): boolean {
  return entry.source === 'paper' && entry.state === 'in' && entry.tickets === 0;
}

/**
 * Printing a run of tickets: while people can join. The numbers continue those of the entries.
 * @param printed tickets of the raffle's earlier runs
 */
export function decidePaperRun(
  facts: RaffleFacts,
  { size, printed }: { size: number; printed: number },
  now: number,
): Decision<NumberRange> {
  if (facts.status === 'draft') return refuse('paper_not_open');
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  if (effectiveStatus(facts, now) !== 'open') return refuse('paper_not_open');
  const { min, max } = LIMITS.paperRun;
  if (!Number.isSafeInteger(size) || size < min || size > max) return refuse('paper_run_size');
  if (printed + size > LIMITS.paperTickets.max) return refuse('too_many_paper_tickets');
  const places = Math.min(facts.maxEntries ?? Infinity, LIMITS.maxEntries.max) - facts.entryCount;
  if (size > places) return refuse('paper_run_over_places');
  return accept({ first: facts.entryCount + 1, last: facts.entryCount + size });
}

/** Selling tickets and taking them back: until the list of the next draw closes, also after the raffle has closed. */
export function decidePaperSales(facts: RaffleFacts): Decision {
  return decideReplan(facts);
}

export type SaleAction = 'sell' | 'unsell';

/**
 * What a sale does to a ticket. 'gone': it was withdrawn or removed. 'listed': it took part in a draw, so that it can't be taken
 * back any more.
 */
export type SaleResult = 'sold' | 'already_sold' | 'unsold' | 'already_unsold' | 'gone' | 'listed';

/** Selling twice changes nothing, and neither does taking back what is not sold. */
export function resultOfSale(action: SaleAction, ticket: PaperTicket): SaleResult {
  const status = paperStatus(ticket);
  if (status === 'gone') return 'gone';
  if (action === 'sell') return status === 'sold' ? 'already_sold' : 'sold';
  if (status === 'unsold') return 'already_unsold';
  return ticket.tookPart ? 'listed' : 'unsold';
}

/** Whether the entry changes. */
export function isSaleMade(result: SaleResult): boolean {
  return result === 'sold' || result === 'unsold';
}

/**
 * Keeping a ticket on a phone: by its buyer, once, until the next draw. Before the sale nobody can, so that who photographs a
 * sheet of tickets takes none of them.
 *
 * `takesName`: a new name can be committed to. After a draw it can't: a number means the same person in all draws of a raffle,
 * and the commitments of an earlier list stay as they are.
 */
export function decideKeepTicket(facts: RaffleFacts, ticket: PaperTicket): Decision<{ takesName: boolean }> {
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  const status = paperStatus(ticket);
  if (status === 'gone') return refuse('paper_ticket_gone');
  if (status === 'unsold') return refuse('paper_ticket_unsold');
  return ticket.isKept ? refuse('paper_ticket_kept') : accept({ takesName: !ticket.isListed });
}

/** What somebody at the desk types: a ticket's code, or numbers. A code begins with a letter. */
export function isTypedCode(typed: string): boolean {
  return /^\s*\p{L}/u.test(typed);
}
