/** What the screen calls people, their states and where entries come from. */
import { m } from '../../../../messages/generated/messages.js';
import { ALLOWED_FORMS } from '../../form/names-field.tsx';
import { counted } from '../../counted.ts';
import type { EntrySource, PeopleCounts, Person, PersonState, Presence } from './people.ts';

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
    case 'left_out':
      return m.nowin_state();
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

export function presenceText(presence: Presence | 'absent'): string {
  switch (presence) {
    case 'here':
      return m.people_here();
    case 'not_here':
      return m.people_not_here();
    case 'sits_out':
      return m.people_sits_out();
    case 'absent':
      return m.people_absent();
  }
}

/** What stands below the state: where the entry comes from, unless they joined themselves, and where they were absent (R71). */
export function asideOf({ entry }: Person, hasDraws: boolean): string {
  if (entry === null) return '';
  const source = entry.source === 'self' ? [] : [sourceText(entry.source)];
  const name = entry.name_publication === 'full' ? [] : [ALLOWED_FORMS[entry.name_publication]()];
  return [...source, ...name, ...absentTexts(entry.absent_in, hasDraws)].join(' · ');
}

function absentTexts(draws: readonly number[], hasDraws: boolean): string[] {
  if (draws.length === 0) return [];
  return [hasDraws ? m.people_absent_in({ draws: draws.join(', ') }) : m.people_absent()];
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
