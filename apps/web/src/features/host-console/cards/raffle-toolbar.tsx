/** Search, status and order of the raffles; shown once there is something to look through. */
import { Search } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Select, TextInput } from '../../../ui/field.tsx';
import type { RaffleOrder, RaffleFilter, StatusFilter } from './raffle-filter.ts';

interface RaffleToolbarProps {
  filter: RaffleFilter;
  onFilter: (filter: RaffleFilter) => void;
}

const STATUSES: readonly { value: StatusFilter; label: () => string }[] = [
  { value: 'all', label: m.console_filter_all },
  { value: 'draft', label: m.common_status_draft },
  { value: 'open', label: m.common_status_open },
  { value: 'closed', label: m.common_status_closed },
  { value: 'drawn', label: m.common_status_drawn },
];

const ORDERS: readonly { value: RaffleOrder; label: () => string }[] = [
  { value: 'newest', label: m.console_order_newest },
  { value: 'oldest', label: m.console_order_oldest },
  { value: 'title', label: m.console_order_title },
  { value: 'deadline', label: m.console_order_deadline },
  { value: 'joined', label: m.console_order_joined },
];

export function RaffleToolbar({ filter, onFilter }: RaffleToolbarProps) {
  return (
    <div role="search" className="grid gap-3 sm:grid-cols-[1fr_auto_auto]">
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
        <TextInput
          type="search"
          aria-label={m.console_find_raffle()}
          placeholder={m.console_find_raffle()}
          className="pl-11"
          value={filter.words}
          onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        />
      </span>
      <div className="grid grid-cols-2 gap-3 sm:contents">
        <Select
          aria-label={m.console_filter_status()}
          value={filter.status}
          onChange={({ target }) => {
            const chosen = STATUSES.find(({ value }) => value === target.value);
            if (chosen !== undefined) onFilter({ ...filter, status: chosen.value });
          }}
        >
          {STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </Select>
        <Select
          aria-label={m.console_order()}
          value={filter.order}
          onChange={({ target }) => {
            const chosen = ORDERS.find(({ value }) => value === target.value);
            if (chosen !== undefined) onFilter({ ...filter, order: chosen.value });
          }}
        >
          {ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
