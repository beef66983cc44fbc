/** The table of entries: on a phone a card for each row. */
import { memo, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import type { ParticipantRow } from '@glassdrum/contract';
import { Eraser, Trash2 } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { RowControls, VirtualList } from '../../../ui/virtual-list.tsx';
import { counted } from '../counted.ts';
import { remInPixels } from '../row-height.ts';
import { ColumnHeadings, OrderChoice } from './column-headings.tsx';
import { type EntryOrder, matchingEntries, sortedEntries } from './sort-entries.ts';
import { TicketsField } from './tickets-field.tsx';

interface EntriesTableProps {
  rows: readonly ParticipantRow[];
  /** False while only those with the lowest numbers are there. */
  isComplete: boolean;
  /** Most tickets for one participant. */
  maxTickets: number;
  editable: boolean;
  onTickets: (row: ParticipantRow, tickets: number) => void;
  onRemove: (row: ParticipantRow) => void;
  /** Left out while a draw runs. */
  onErase: ((row: ParticipantRow) => void) | undefined;
}

/** Height of every row in rem: two lines of a name, and on a phone the address below it. */
const ROW_REM = { phone: 4.75, wide: 3.75 };
const COLUMNS =
  'grid grid-cols-[2.75rem_1fr_auto] items-center gap-x-2 px-3 md:gap-x-3 md:grid-cols-[4.5rem_1.6fr_1.3fr_8rem_6.5rem_3.5rem]';

/** To screen readers: more than are in the page. */
const UNKNOWN_ROWS = -1;
const NO_ROWS: readonly ParticipantRow[] = [];
/** Of the first rows of a long list, too. */
const FIRST_ORDER: EntryOrder = { column: 'entry_number', descending: false };

const joinedFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

export function EntriesTable({
  rows,
  isComplete,
  maxTickets,
  editable,
  onTickets,
  onRemove,
  onErase,
}: EntriesTableProps) {
  const [wanted, setWanted] = useState('');
  const [order, setOrder] = useState(FIRST_ORDER);
  // Typing goes first; ten thousand rows follow.
  const calmWanted = useDeferredValue(wanted);
  const sorted = useMemo(() => sortedEntries(rows, order), [rows, order]);
  const matching = useMemo(() => matchingEntries(sorted, calmWanted), [sorted, calmWanted]);
  // Nothing can be found or put in another order before everything is there.
  const waits = !isComplete && (calmWanted.trim() !== '' || order !== FIRST_ORDER);
  const found = waits ? NO_ROWS : matching;
  const rowHeight = useRowHeight();
  return (
    <div className="grid gap-4">
      <div className="grid items-end gap-3">
        <Field label={m.console_find_entry()}>
          <TextInput type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
        </Field>
        <OrderChoice order={order} onOrder={setOrder} />
      </div>
      <p role="status" className="sr-only">
        {calmWanted === '' || waits ? '' : counted(m.console_entries_count, found.length)}
      </p>
      <div
        role="table"
        aria-label={m.console_entries_title()}
        aria-rowcount={isComplete ? found.length + 1 : UNKNOWN_ROWS}
        className="rounded-xl border border-line"
      >
        <div role="rowgroup" className="border-b-2 border-dashed border-line max-md:hidden">
          <div
            role="row"
            aria-rowindex={1}
            className={`${COLUMNS} py-1.5 text-sm font-semibold text-ink-soft`}
          >
            <ColumnHeadings order={order} onOrder={setOrder} />
          </div>
        </div>
        <VirtualList
          role="rowgroup"
          // Without buttons in its rows it must still be scrolled by keyboard.
          tabIndex={0}
          className="max-h-[min(30rem,50dvh)] rounded-b-xl"
          rows={found}
          rowKey={({ invitee_id: id }) => id}
          rowHeight={rowHeight}
          isFixed
          rowProps={(index) => ({
            role: 'row',
            'aria-rowindex': index + 2,
            className: `${COLUMNS} border-b border-line [contain:strict]`,
          })}
          before={
            found.length === 0 && (
              <p className="px-3 py-8 text-center text-ink-soft">
                {waits ? m.common_loading() : m.console_nothing_found()}
              </p>
            )
          }
          renderRow={(row) => (
            <Cells
              row={row}
              maxTickets={maxTickets}
              editable={editable}
              onTickets={onTickets}
              onRemove={onRemove}
              onErase={onErase}
            />
          )}
        />
      </div>
    </div>
  );
}

/** Pixels: the visitor's own text size, and which of the two layouts there is room for. */
function useRowHeight(): number {
  const isWide = useSyncExternalStore(onWidthChange, () => matchMedia(WIDE).matches);
  return remInPixels(isWide ? ROW_REM.wide : ROW_REM.phone);
}

const WIDE = '(min-width: 48rem)';

function onWidthChange(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

interface CellsProps extends Pick<
  EntriesTableProps,
  'maxTickets' | 'editable' | 'onTickets' | 'onRemove' | 'onErase'
> {
  row: ParticipantRow;
}

/** Those of a row that stays in view are not rendered again. */
const Cells = memo(function Cells({ row, maxTickets, editable, onTickets, onRemove, onErase }: CellsProps) {
  const { display_name: name, tickets } = row;
  const holdsTickets = tickets > 0;
  return (
    <>
      <span role="cell" className="font-display text-lg font-bold tracking-tight tabular-nums md:text-xl">
        {row.entry_number}
      </span>
      <span role="cell" className="min-w-0 leading-tight font-semibold" title={name}>
        <span className="line-clamp-2">{name === '' ? m.console_erased_name() : name}</span>
        <span aria-hidden className="block truncate text-sm font-normal text-ink-soft md:hidden">
          {row.email ?? m.console_no_email()}
        </span>
      </span>
      <span role="cell" className="min-w-0 truncate text-ink-soft max-md:sr-only">
        {row.email ?? m.console_no_email()}
      </span>
      <span role="cell" className="text-sm text-ink-soft tabular-nums max-md:sr-only">
        {joinedFormat.format(row.joined_at)}
      </span>
      <span role="cell" className="flex items-center justify-end gap-1 md:contents">
        <RowControls>
          {holdsTickets && editable ? (
            <TicketsField
              label={m.console_tickets_of({ name })}
              stored={tickets}
              max={maxTickets}
              onCommit={(wanted) => onTickets(row, wanted)}
            />
          ) : (
            <span className="px-3 tabular-nums">
              {holdsTickets ? tickets : <Badge>{m.console_withdrawn()}</Badge>}
            </span>
          )}
          {holdsTickets && editable && (
            <button
              type="button"
              aria-label={m.console_remove_name({ name })}
              data-tooltip={m.console_remove()}
              onClick={() => onRemove(row)}
              className="grid size-11 place-items-center rounded-xl text-danger hover:bg-danger-soft"
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          )}
          {!(holdsTickets && editable) && name !== '' && onErase !== undefined && (
            <button
              type="button"
              aria-label={m.console_erase_name({ name })}
              data-tooltip={m.console_erase_person()}
              onClick={() => onErase(row)}
              className="grid size-11 place-items-center rounded-xl text-danger hover:bg-danger-soft"
            >
              <Eraser aria-hidden className="size-5" />
            </button>
          )}
        </RowControls>
      </span>
    </>
  );
});
