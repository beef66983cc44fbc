/** Finds people by words, state, group and source; each choice says how many there are. What would change nothing is left out. */
import { Search } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { Select, TextInput } from '../../../../ui/field.tsx';
import { NO_GROUP, type PeopleCounts, type PeopleFilter, entrySources, personStates } from './people.ts';
import { sourceText, stateText } from './people-texts.ts';

interface PeopleToolbarProps {
  filter: PeopleFilter;
  counts: PeopleCounts;
  onFilter: (filter: PeopleFilter) => void;
}

export function PeopleToolbar({ filter, counts, onFilter }: PeopleToolbarProps) {
  const { states, sources, labels, withoutGroup } = counts;
  return (
    <div role="search" aria-label={m.raffle_people()} className="flex flex-wrap gap-3">
      <span className="relative block min-w-56 flex-1 basis-72">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
        <TextInput
          type="search"
          aria-label={m.console_find_entry()}
          placeholder={m.console_find_entry()}
          className="pl-11"
          value={filter.words}
          onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        />
      </span>
      <Choice
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
      {labels.length > 0 && (
        <Choice
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
        <Choice
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

interface Option<Value> {
  value: Value;
  label: string;
  count: number;
}

interface ChoiceProps<Value> {
  label: string;
  all: string;
  options: readonly Option<Value>[];
  /** Null for all. */
  value: Value | null;
  onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, all, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      className="min-w-36 flex-1 sm:max-w-64 sm:flex-none"
      value={options.findIndex((option) => option.value === value)}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value ?? null)}
    >
      <option value={-1}>{all}</option>
      {options.map((option, index) => (
        <option key={option.value} value={index}>
          {m.people_option({ label: option.label, count: option.count.toLocaleString() })}
        </option>
      ))}
    </Select>
  );
}
