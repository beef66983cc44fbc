/** A list that may have ten thousand rows: only those in view are in the page. */
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classNames } from '../../ui/class-names.ts';

interface LongListProps<Row> {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
}

/** A guess in pixels for rows that were not measured yet. */
const ROW_GUESS = 68;

export function LongList<Row>({ label, rows, rowKey, renderRow }: LongListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_GUESS,
    overscan: 5,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  return (
    <div
      ref={scroller}
      role="list"
      aria-label={label}
      className="max-h-[min(30rem,55dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line px-4"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              role="listitem"
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classNames(
                'absolute inset-x-0 top-0 border-line',
                index < rows.length - 1 && 'border-b',
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderRow(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
