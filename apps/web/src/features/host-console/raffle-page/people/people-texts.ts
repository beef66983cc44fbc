/** What the screen calls people, their states and where entries come from. */
import { m } from '../../../../messages/generated/messages.js';
import { counted } from '../../counted.ts';
import type { EntrySource, PeopleCounts, Person, PersonState } from './people.ts';

export function stateText(state: PersonState): string {
  switch (state) {
    case 'joined':
      return m.console_state_joined();
    case 'invited':
      return m.console_state_invited();
    case 'withdrawn':
      return m.console_withdrawn();
    case 'removed':
      return m.people_state_removed();
    case 'revoked':
      return m.people_state_revoked();
  }
}

export function sourceText(source: EntrySource): string {
  switch (source) {
    case 'self':
      return m.people_source_self();
    case 'host':
      return m.people_source_host();
    case 'paper':
      return m.people_source_paper();
  }
}

/** Without a name, the number says who it is. */
export function nameOf({ display_name: name, entry_number: number }: Person): string {
  if (name !== '') return name;
  return number === null ? m.console_erased_name() : m.common_entry_number({ number });
}

/** How many people there are, in a line; what there is none of is left out. */
export function summaryOf({ all, states, joinedFrom }: PeopleCounts): string {
  const parts = [
    { text: m.people_joined, count: states.joined },
    { text: m.people_from_host, count: joinedFrom.host },
    { text: m.people_from_paper, count: joinedFrom.paper },
    { text: m.people_invited, count: states.invited },
    { text: m.people_withdrawn, count: states.withdrawn },
    { text: m.people_removed, count: states.removed },
    { text: m.people_revoked, count: states.revoked },
  ].filter(({ count }) => count > 0);
  return [counted(m.people_count, all), ...parts.map(({ text, count }) => counted(text, count))].join(' · ');
}
