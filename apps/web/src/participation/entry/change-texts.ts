/** A public change of an entry in words (R94); of one's own entry as well as of anybody's. */
import type { EntryChange } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

/** R63: the tickets are the same, and count for other prizes. */
const GROUPS_CHANGED = 'groups_changed_by_host';

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
      return tickets === 1 ? m.changes_own_one_ticket() : m.changes_own_tickets({ tickets });
  }
}
