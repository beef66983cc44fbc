/** The headings of the entries table; those that can order it are buttons. On a phone a list of orders takes their place. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/field.tsx';
import type { EntryColumn, EntryOrder } from './sort-entries.ts';

interface OrderProps {
  order: EntryOrder;
  onOrder: (order: EntryOrder) => void;
}

const COLUMNS: readonly { column: EntryColumn; label: () => string }[] = [
  { column: 'entry_number', label: m.console_column_entry },
  { column: 'display_name', label: m.console_column_name },
  { column: 'email', label: m.console_column_email },
  { column: 'joined_at', label: m.console_column_joined },
  { column: 'tickets', label: m.console_column_tickets },
];

export function ColumnHeadings({ order, onOrder }: OrderProps) {
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <>
      {COLUMNS.map(({ column, label }) => {
        const isOrder = order.column === column;
        const Icon = order.descending ? ArrowDown : ArrowUp;
        return (
          <span key={column} role="columnheader" aria-sort={isOrder ? direction : 'none'}>
            <button
              type="button"
              onClick={() => onOrder({ column, descending: isOrder && !order.descending })}
              className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-lg px-2 hover:bg-sunken hover:text-ink"
            >
              {label()}
              <Icon aria-hidden className={classNames('size-4', !isOrder && 'invisible')} />
            </button>
          </span>
        );
      })}
      <span role="columnheader">{m.console_column_actions()}</span>
    </>
  );
}

/** For phones, where the headings have no room. */
export function OrderChoice({ order, onOrder }: OrderProps) {
  return (
    <Select
      aria-label={m.console_order()}
      className="md:hidden"
      value={`${order.column}${order.descending ? ' down' : ''}`}
      onChange={({ target }) => {
        const [wanted, down] = target.value.split(' ');
        const chosen = COLUMNS.find(({ column }) => column === wanted);
        if (chosen !== undefined) onOrder({ column: chosen.column, descending: down !== undefined });
      }}
    >
      {COLUMNS.flatMap(({ column, label }) => [
        <option key={column} value={column}>
          {m.console_order_up({ column: label() })}
        </option>,
        <option key={`${column} down`} value={`${column} down`}>
          {m.console_order_down({ column: label() })}
        </option>,
      ])}
    </Select>
  );
}
