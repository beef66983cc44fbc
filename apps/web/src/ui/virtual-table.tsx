/**
 * A table of any length: only the rows in view are in the page, and screen readers are still told how many there are.
 * On a narrow screen it scrolls sideways within itself.
 */
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classNames } from './class-names.ts';

interface Column<Row> {
  key: string;
  heading: string;
  /** A CSS grid track: `8rem`, `minmax(10rem,1fr)`. */
  width: string;
  align?: 'start' | 'end';
  cell: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** In place of rows when there are none. */
  empty: ReactNode;
}

/** A guess in pixels for rows that were not measured yet. */
const ROW_GUESS = 52;
const OVERSCAN = 10;
/** What scrolls must be reached with the keyboard, also where the browser does not see to it. */
const REACHABLE = { tabIndex: 0 };

export function VirtualTable<Row>({ label, columns, rows, rowKey, empty }: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_GUESS,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const tracks = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  return (
    <div
      ref={scroller}
      {...REACHABLE}
      role="group"
      aria-label={label}
      className="max-h-[min(32rem,60dvh)] overflow-auto overscroll-contain rounded-xl border border-line"
    >
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1} className="min-w-fit">
        <div role="rowgroup" className="sticky top-0 z-10 border-b border-line-strong bg-sunken">
          <div role="row" aria-rowindex={1} className="grid items-center gap-x-4 px-4" style={tracks}>
            {columns.map(({ key, heading, align }) => (
              <span
                key={key}
                role="columnheader"
                className={classNames('py-2.5 text-sm font-semibold', align === 'end' && 'text-right')}
              >
                {heading}
              </span>
            ))}
          </div>
        </div>
        {rows.length === 0 ? (
          <div className="px-4 py-10 text-center text-ink-soft">{empty}</div>
        ) : (
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  role="row"
                  aria-rowindex={index + 2}
                  data-index={index}
                  className="absolute inset-x-0 top-0 grid min-h-13 items-center gap-x-4 border-b border-line px-4 py-1"
                  style={{ ...tracks, transform: `translateY(${start}px)` }}
                >
                  {columns.map((column) => (
                    <div
                      key={column.key}
                      role="cell"
                      className={classNames(
                        'min-w-0 break-words',
                        column.align === 'end' && 'text-right tabular-nums',
                      )}
                    >
                      {column.cell(row)}
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
