/**
 * All entry numbers as little tickets, filling live (R44): taken, free, or a paper ticket that is not sold (R67). Large raffles draw
 * only the rows in view. Nobody chooses a number here.
 */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { cellCount, type GivenNumbers, isUnsoldNumber, lastGiven } from './taken-numbers.ts';

/** Printed, and nobody's: a folded corner in place of the taken tickets' paper. */
export const UNSOLD_LOOK =
  'border border-line-strong bg-[linear-gradient(225deg,var(--line-strong)_0.45rem,transparent_0.45rem)] text-ink-soft';

interface EntryGridProps {
  names: ReadonlyMap<number, string>;
  given: GivenNumbers;
  /** Marked as the visitor's. */
  own: number | null;
}

const ROW_PX = 48;
export function EntryGrid({ names, given, own }: EntryGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller);
  const [looked, setLooked] = useState<number | null>(null);
  // What was there at first does not pop in; what comes later does.
  const [first] = useState(() => new Set(names.keys()));
  const cells = cellCount(names, given);
  const rows = Math.ceil(cells / columns);
  const { from, to } = useRowsInView(scroller, rows, ROW_PX);
  // What matters lies in the middle: the own number, or else where the next ones will appear.
  const [firstFree] = useState(() => lastGiven(names, given) + 1);
  const middleRow = Math.floor(((own ?? firstFree) - 1) / columns);
  useEffect(() => {
    const box = scroller.current;
    if (box !== null) box.scrollTop = (middleRow + 0.5) * ROW_PX - box.clientHeight / 2;
  }, [middleRow]);
  const shown = Array.from({ length: to - from }, (_, i) => from + i);
  const rowOf = useMemo(
    () => (row: number) =>
      Array.from({ length: Math.min(columns, cells - row * columns) }, (_, i) => row * columns + i + 1),
    [columns, cells],
  );
  const cellOf = (number: number): CellState => {
    const name = names.get(number);
    if (name !== undefined) return { kind: number === own ? 'own' : 'taken', name };
    return { kind: isUnsoldNumber(number, names, given) ? 'unsold' : 'free' };
  };
  return (
    <div>
      <div
        ref={scroller}
        role="group"
        aria-label={m.participation_entry_numbers()}
        // Reached by Tab, so that arrow keys can scroll it.
        tabIndex={0}
        className="max-h-84 overflow-y-auto overscroll-contain rounded-xl bg-sunken p-2"
        onPointerOver={(event) => setLooked(numberAt(event.target))}
        onPointerLeave={() => setLooked(null)}
      >
        <div
          role="list"
          aria-label={m.participation_entry_numbers()}
          className="relative"
          style={{ height: rows * ROW_PX }}
        >
          {shown.map((index) => (
            <div
              key={index}
              role="presentation"
              className="absolute inset-x-0 top-0 grid gap-1.5 pb-1.5"
              style={{
                height: ROW_PX,
                transform: `translateY(${index * ROW_PX}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {rowOf(index).map((number) => (
                <Cell key={number} number={number} state={cellOf(number)} isNew={!first.has(number)} />
              ))}
            </div>
          ))}
        </div>
      </div>
      <p aria-hidden className="mt-2 min-h-6 truncate text-sm text-ink-soft">
        {looked === null ? m.participation_grid_hint() : cellText(looked, cellOf(looked))}
      </p>
    </div>
  );
}

type CellState = { kind: 'own' | 'taken'; name: string } | { kind: 'unsold' | 'free' };

interface CellProps {
  number: number;
  state: CellState;
  isNew: boolean;
}

const LOOKS: Record<CellState['kind'], string> = {
  own: 'bg-brand text-on-brand shadow-card',
  taken: 'bg-ticket text-ticket-ink shadow-card',
  unsold: UNSOLD_LOOK,
  free: 'border border-dashed border-line-strong/60 text-ink-soft',
};

function Cell({ number, state, isNew }: CellProps) {
  const text = cellText(number, state);
  return (
    <div
      role="listitem"
      title={text}
      data-number={number}
      data-state={state.kind}
      className={classNames(
        'grid place-items-center rounded-lg font-display text-sm font-bold tabular-nums',
        LOOKS[state.kind],
        state.kind === 'taken' && isNew && 'animate-stamp',
      )}
    >
      <span aria-hidden>{number}</span>
      <span className="sr-only">{text}</span>
    </div>
  );
}

function cellText(number: number, state: CellState): string {
  switch (state.kind) {
    case 'own':
    case 'taken':
      return m.participation_cell_taken({ number, name: state.name });
    case 'unsold':
      return m.participation_cell_unsold({ number });
    case 'free':
      return m.participation_cell_free({ number });
  }
}

function numberAt(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null;
  return cell === null ? null : Number(cell.dataset['number']);
}

/** Seed: 5, 8 or 10 columns, by the room there is. */
function useColumns(element: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(5);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width >= 560) setColumns(10);
      else setColumns(width >= 420 ? 8 : 5);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return columns;
}

/** Rows rendered beyond each edge. */
const BEYOND = 8;

interface RowRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Which rows of equal height a scrolling box shows, with some beyond its edges. */
function useRowsInView(box: RefObject<HTMLElement | null>, rows: number, rowPx: number): RowRange {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const target = box.current;
    if (target === null) return;
    // Steps of a few rows: scrolling by one pixel renders nothing.
    const step = (BEYOND / 2) * rowPx;
    const onScroll = (): void => setTop(Math.floor(target.scrollTop / step) * step);
    const observer = new ResizeObserver(() => setHeight(target.clientHeight));
    observer.observe(target);
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', onScroll);
    };
  }, [box, rowPx]);
  const from = Math.max(0, Math.floor(top / rowPx) - BEYOND);
  const inView = Math.ceil(height / rowPx);
  return { from: Math.min(from, rows), to: Math.min(rows, from + inView + 3 * BEYOND) };
}
