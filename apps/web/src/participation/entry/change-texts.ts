/** Public changes of entries in words (R94): of anybody's, of one's own, and many of one reason together. */
import type { CountedReason, EntryChange } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

/** R63: the tickets are the same, and count for other prizes. */
const GROUPS_CHANGED = 'groups_changed_by_host';
/** R64. */
const PLACED: ReadonlySet<string> = new Set(['tickets_placed_by_entrant', 'tickets_placed_by_host']);
const PRIZE_REMOVED = 'prize_removed_by_host';
/** R67. */
const SOLD = 'paper_ticket_sold';
const UNSOLD = 'paper_ticket_unsold';

/** What its holder did or knows: how the tickets are spread (R64), and that this paper ticket was bought (R67). */
export function isOwnDoing({ reason_code: reason }: EntryChange): boolean {
  return reason === 'tickets_placed_by_entrant' || reason === SOLD;
}

export function changeText(change: EntryChange): string {
  const { entry_number: number, state, tickets, reason_code: reason, made_by: by } = change;
  switch (state) {
    case 'withdrawn':
      return by === 'entrant' ? m.changes_left({ number }) : m.changes_withdrawn({ number });
    case 'removed':
      return m.changes_removed({ number });
    case 'absent':
      return m.changes_absent({ number });
    case 'in':
      if (reason === GROUPS_CHANGED) return m.changes_groups({ number });
      if (PLACED.has(reason)) {
        return by === 'host' ? m.changes_placed_by_host({ number }) : m.changes_placed({ number });
      }
      if (reason === PRIZE_REMOVED) return m.changes_prize_removed({ number });
      if (reason === SOLD) return m.changes_sold({ number });
      if (reason === UNSOLD) return m.changes_unsold({ number });
      return tickets === 1 ? m.changes_one_ticket({ number }) : m.changes_tickets({ number, tickets });
  }
}

/** The same for the person whose entry it is. */
export function ownChangeText({ state, tickets, reason_code: reason, made_by: by }: EntryChange): string {
  switch (state) {
    case 'withdrawn':
      return by === 'entrant' ? m.changes_own_left() : m.changes_own_withdrawn();
    case 'removed':
      return m.changes_own_removed();
    case 'absent':
      return m.changes_own_absent();
    case 'in':
      if (reason === GROUPS_CHANGED) return m.changes_own_groups();
      if (PLACED.has(reason)) return m.changes_own_placed();
      if (reason === PRIZE_REMOVED) return m.changes_own_prize_removed();
      return tickets === 1 ? m.changes_own_one_ticket() : m.changes_own_tickets({ tickets });
  }
}

/** @param entries how many were changed, at least two */
export function countedText(reason: CountedReason, entries: number): string {
  const count = entries.toLocaleString();
  switch (reason) {
    case 'paper_ticket_sold':
      return m.changes_many_sold({ count });
    case 'paper_ticket_unsold':
      return m.changes_many_unsold({ count });
    case 'groups_changed_by_host':
      return m.changes_many_groups({ count });
    case 'tickets_placed_by_entrant':
      return m.changes_many_placed({ count });
    case 'tickets_placed_by_host':
      return m.changes_many_placed_by_host({ count });
    case 'prize_removed_by_host':
      return m.changes_many_prize_removed({ count });
  }
}
