/** Winners with medals, and the grid of alternates, of a raffle with one unnamed prize; their parts serve others too. */
import { useMemo } from 'react';
import type { PassedOverRow, ResultRow, ResultsAnswer } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { holdersByPlace, passedOverText } from '../../show-player/places.ts';
import type { PrizeName } from '../../show-player/prize-names.ts';
import { ClaimLine } from '../../ui/claim-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMoreRows } from '../../ui/more-rows.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { selectionEnd } from './results-text.ts';

interface WinnersListProps {
  results: ResultsAnswer;
  own: number | null;
}

/** More are behind a press. */
const SHOWN = 100;

/** As drawn; below each prize what became of it since (R14). */
export function WinnersList({ results, own }: WinnersListProps) {
  const holderOf = useMemo(() => holdersByPlace(results.current_winners), [results]);
  const isPrinting = usePrinting();
  const isOwn = (row: ResultRow): boolean => row.entry_number === own;
  const { shown, more } = useMoreRows(results.winners, SHOWN, isOwn, isPrinting);
  return (
    <>
      <ol className="grid gap-3">
        {shown.map((row) => {
          const isFirst = row.position === 1;
          const moves = results.passed_over.filter(({ position }) => position === row.position);
          return (
            <li
              key={row.id}
              className={classNames(
                'relative flex items-center gap-3 rounded-2xl border px-3 py-3 sm:gap-4 sm:px-5',
                isFirst ? 'border-brand bg-brand-soft py-5' : 'border-line bg-card',
              )}
            >
              <Place position={row.position} />
              <div className="min-w-0 flex-1">
                <p className="text-sm text-ink-soft">{placeName(row.position)}</p>
                <p
                  className={classNames(
                    'font-display leading-tight font-bold wrap-anywhere',
                    isFirst ? 'text-2xl sm:text-4xl' : 'text-xl sm:text-2xl',
                  )}
                >
                  {row.display_name ?? m.results_erased()}{' '}
                  {row.entry_number === own && <Badge tone="brand">{m.results_you()}</Badge>}{' '}
                  {row.state === 'passed_over' && <Badge tone="warn">{m.results_state_passed()}</Badge>}
                </p>
                <p className="text-ink-soft tabular-nums">{m.results_entry({ number: row.entry_number })}</p>
                <Moves prizes={[]} rows={moves} />
                <ClaimLine holder={holderOf(row)} />
              </div>
              <div className="max-sm:absolute max-sm:top-3 max-sm:right-3">
                <SelectionEnd index={row.selection_index} />
              </div>
            </li>
          );
        })}
      </ol>
      {more}
    </>
  );
}

/** How a place went on since the draw; nothing where it did not. */
export function Moves({ prizes, rows }: { prizes: readonly PrizeName[]; rows: readonly PassedOverRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ol aria-label={m.results_changes()} className="mt-2 grid gap-1 border-l-3 border-info pl-3">
      {rows.map((move) => (
        <li key={move.entry_number} className="wrap-anywhere">
          {passedOverText(prizes, move)}
        </li>
      ))}
    </ol>
  );
}

interface AlternatesGridProps {
  rows: readonly ResultsAnswer['alternates'][number][];
  own: number | null;
  /** The prize is given once: there is only one place to move up to. */
  hasOnePlace?: boolean;
}

export function AlternatesGrid({ rows, own, hasOnePlace = false }: AlternatesGridProps) {
  return (
    <ol className="grid gap-2 sm:grid-cols-2">
      {rows.map((row) => (
        <li
          key={row.id}
          className={classNames(
            'flex items-center gap-3 rounded-xl border px-3 py-2',
            row.entry_number === own ? 'border-brand bg-brand-soft' : 'border-line bg-card',
          )}
        >
          <span className="w-8 shrink-0 text-center font-display text-lg font-bold text-ink-soft tabular-nums">
            {row.position}
          </span>
          <div className="min-w-0 flex-1">
            <p className="leading-tight font-semibold wrap-anywhere">
              {row.display_name ?? m.results_erased()}{' '}
              {row.entry_number === own && <Badge tone="brand">{m.results_you()}</Badge>}
            </p>
            {row.state === 'moved_up' && row.moved_up_to !== null && (
              <p className="text-sm font-semibold text-info">
                {hasOnePlace ? m.draw_moved_up() : m.results_state_moved_up({ position: row.moved_up_to })}
              </p>
            )}
            {row.state === 'passed_over' && (
              <p className="text-sm font-semibold text-warn">{m.results_state_passed()}</p>
            )}
            <p className="text-sm text-ink-soft tabular-nums">
              {m.results_entry({ number: row.entry_number })}
            </p>
          </div>
          <SelectionEnd index={row.selection_index} />
        </li>
      ))}
    </ol>
  );
}

export function SelectionEnd({ index }: { index: string }) {
  const end = selectionEnd(index);
  return (
    <span title={index} className="shrink-0 font-mono text-sm text-ink-soft">
      <span aria-hidden>{end}</span>
      <span className="sr-only">{m.results_selection({ end })}</span>
    </span>
  );
}

function placeName(position: number): string {
  const names = [m.results_place_1, m.results_place_2, m.results_place_3];
  return names[position - 1]?.() ?? m.results_place({ position });
}

/** Gold, silver and bronze; the number is on the medal too, so colour never stands alone. */
const MEDALS = [
  ['#f2c14e', '#8a6100'],
  ['#d5d9dd', '#5c656d'],
  ['#dfa377', '#7c4116'],
] as const;

function Place({ position }: { position: number }) {
  const medal = MEDALS[position - 1];
  if (medal === undefined) {
    return (
      <span className="w-12 shrink-0 text-center font-display text-2xl font-bold text-ink-soft tabular-nums">
        {position}
      </span>
    );
  }
  const [metal, edge] = medal;
  return (
    <svg viewBox="0 0 48 60" aria-hidden className="h-15 w-12 shrink-0">
      <path d="M14 0h8l6 22h-8zM34 0h-8l-6 22h8z" fill="var(--brand)" />
      <circle cx="24" cy="39" r="19" fill={metal} stroke={edge} strokeWidth="2.5" />
      <circle cx="24" cy="39" r="14.5" fill="none" stroke={edge} strokeOpacity="0.45" />
      <text
        x="24"
        y="46.5"
        textAnchor="middle"
        fill="#1b1815"
        className="font-display text-[1.35rem] font-extrabold"
      >
        {position}
      </text>
    </svg>
  );
}
