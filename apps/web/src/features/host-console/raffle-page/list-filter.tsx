/** What finds rows in the long lists of a raffle's page: words, and choices that say how many there are of each. */
import { Search } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Select, TextInput } from '../../../ui/field.tsx';

interface FindFieldProps {
  label: string;
  value: string;
  onChange: (words: string) => void;
}

export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <span className="relative block min-w-56 flex-1 basis-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
      />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-11"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

interface Option<Value> {
  value: Value;
  label: string;
  count: number;
}

interface FilterChoiceProps<Value> {
  label: string;
  all: string;
  options: readonly Option<Value>[];
  /** Null for all. */
  value: Value | null;
  onChange: (value: Value | null) => void;
}

export function FilterChoice<Value extends string>({
  label,
  all,
  options,
  value,
  onChange,
}: FilterChoiceProps<Value>) {
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
