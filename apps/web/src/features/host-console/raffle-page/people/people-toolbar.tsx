/** Finds people by words, state, group and source; each choice says how many there are. What would change nothing is left out. */
import { m } from '../../../../messages/generated/messages.js';
import { FilterChoice, FindField } from '../list-filter.tsx';
import {
  NO_GROUP,
  type PeopleCounts,
  type PeopleFilter,
  entrySources,
  personStates,
  presences,
} from './people.ts';
import { presenceText, sourceText, stateText } from './people-texts.ts';

interface PeopleToolbarProps {
  filter: PeopleFilter;
  counts: PeopleCounts;
  /** R81: the role sees them. */
  hasAddresses: boolean;
  onFilter: (filter: PeopleFilter) => void;
}

export function PeopleToolbar({ filter, counts, hasAddresses, onFilter }: PeopleToolbarProps) {
  const { states, sources, presences: present, labels, withoutGroup } = counts;
  const hasPresence = present.here + present.not_here + present.sits_out + present.absent > 0;
  return (
    <div role="search" aria-label={m.raffle_people()} className="flex flex-wrap gap-3">
      <FindField
        label={hasAddresses ? m.console_find_entry() : m.people_find_without_address()}
        value={filter.words}
        onChange={(words) => onFilter({ ...filter, words })}
      />
      <FilterChoice
        label={m.people_column_state()}
        all={m.people_all_states()}
        options={personStates.map((state) => ({
          value: state,
          label: stateText(state),
          count: states[state],
        }))}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
      />
      {(hasPresence || filter.presence !== null) && (
        <FilterChoice
          label={m.people_presence()}
          all={m.people_all_presences()}
          options={([...presences, 'absent'] as const).map((presence) => ({
            value: presence,
            label: presenceText(presence),
            count: present[presence],
          }))}
          value={filter.presence}
          onChange={(presence) => onFilter({ ...filter, presence })}
        />
      )}
      {labels.length > 0 && (
        <FilterChoice
          label={m.people_group()}
          all={m.people_all_groups()}
          options={[
            ...labels.map(({ key, label, people }) => ({ value: key, label, count: people })),
            { value: NO_GROUP, label: m.people_no_group(), count: withoutGroup },
          ]}
          value={filter.group}
          onChange={(group) => onFilter({ ...filter, group })}
        />
      )}
      {sources.host + sources.paper > 0 && (
        <FilterChoice
          label={m.people_source()}
          all={m.people_all_sources()}
          options={entrySources.map((source) => ({
            value: source,
            label: sourceText(source),
            count: sources[source],
          }))}
          value={filter.source}
          onChange={(source) => onFilter({ ...filter, source })}
        />
      )}
    </div>
  );
}
