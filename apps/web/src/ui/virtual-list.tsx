/** A list that may have ten thousand rows: only those in view are in the page. */
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classNames } from './class-names.ts';

export interface VirtualListHandle {
  scrollToEnd(): void;
}

/** Other attributes belong to the element that scrolls. */
interface VirtualListProps<Row> extends Omit<ComponentProps<'div'>, 'children' | 'ref'> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  renderRow: (row: Row, index: number) => ReactNode;
  /** Pixels; a guess, as long as rows are not `isFixed`. */
  rowHeight: number;
  /** Every row has exactly this height. Measured rows cost a layout each. */
  isFixed?: boolean;
  rowProps?: (index: number) => ComponentProps<'div'>;
  /** `end`: rows that are added above leave what is being read where it is; this near to the end, in pixels, counts as there. */
  anchor?: { to: 'end'; within: number };
  handle?: Ref<VirtualListHandle>;
  /** The last row is near: further ones may be fetched. */
  onEnd?: () => void;
  /** Scrolls with the rows, above them. */
  before?: ReactNode;
}

const OVERSCAN = 5;
/** Rows. */
const NEAR_END = 40;

export function VirtualList<Row>({
  rows,
  rowKey,
  renderRow,
  rowHeight,
  isFixed = false,
  rowProps,
  anchor,
  handle,
  onEnd,
  before,
  className,
  ...scrollerProps
}: VirtualListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    ...(anchor !== undefined && { anchorTo: anchor.to, scrollEndThreshold: anchor.within }),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const last = rows.length - 1;
  useImperativeHandle(
    handle,
    () => ({ scrollToEnd: () => virtualizer.scrollToIndex(last, { align: 'end' }) }),
    [virtualizer, last],
  );
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= last - NEAR_END;
  const onNearEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, last]);
  return (
    <div
      ref={scroller}
      className={classNames('overflow-y-auto overscroll-contain', className)}
      {...scrollerProps}
    >
      {before}
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { className: rowClass, ...attributes } = rowProps?.(index) ?? {};
          return (
            <div
              key={key}
              ref={isFixed ? null : virtualizer.measureElement}
              data-index={index}
              className={classNames('absolute inset-x-0 top-0', rowClass)}
              style={{ transform: `translateY(${start}px)`, ...(isFixed && { height: rowHeight }) }}
              {...attributes}
            >
              {renderRow(row, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * What is costly in a row, such as menus and fields: it follows the row in a rendering that the browser may interrupt, so that a
 * leap through thousands of rows never makes it wait for two dozen menus.
 */
export function RowControls({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

/** A guess in pixels for rows of a `RowList` that were not measured yet. */
const ROW_GUESS = 68;

type RowListProps<Row> = Pick<VirtualListProps<Row>, 'rows' | 'rowKey' | 'renderRow'> & { label: string };

/** A framed list with a line between its rows. */
export function RowList<Row>({ label, rows, ...list }: RowListProps<Row>) {
  return (
    <VirtualList
      role="list"
      aria-label={label}
      className="max-h-[min(30rem,55dvh)] rounded-xl border border-line px-4"
      rows={rows}
      rowHeight={ROW_GUESS}
      rowProps={(index) => ({
        role: 'listitem',
        'aria-setsize': rows.length,
        'aria-posinset': index + 1,
        className: classNames('border-line', index < rows.length - 1 && 'border-b'),
      })}
      {...list}
    />
  );
}
