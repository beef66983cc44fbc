/**
 * The result by prize, in the order of the list (R61, R65): who was drawn, what became of it since (R14), and the alternates,
 * folded. Long lists are folded too, except on paper.
 */
import type { PassedOverRow, ResultsAnswer, ShownPrize } from '@glassdrum/contract';
import { ChevronDown } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { PrizesChanged } from '../../participation/raffle/prizes-changed.tsx';
import { Sponsor } from '../../participation/raffle/sponsor.tsx';
import { type HolderOf, holdersByPlace, isSamePlace } from '../../show-player/places.ts';
import { groupByPrize, prizeTitle, type RowsOfPrize } from '../../show-player/prize-names.ts';
import { ClaimLine } from '../../ui/claim-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMoreRows } from '../../ui/more-rows.tsx';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { AlternatesGrid, Moves, SelectionEnd } from './results-lists.tsx';

interface PrizeResultsProps {
  results: ResultsAnswer;
  prizes: readonly ShownPrize[];
  own: number | null;
  /** Only winners that were looked for: prizes without one are left out, and so are alternates. */
  isSearched: boolean;
}

type Alternate = ResultsAnswer['alternates'][number];

/** More winners of one prize are behind a press, except the visitor. */
const SHOWN = 10;

const NONE: readonly never[] = [];

export function PrizeResults({ results, prizes, own, isSearched }: PrizeResultsProps) {
  const isPrinting = usePrinting();
  const { winners, alternates, moves, holderOf } = useMemo(
    () => ({
      winners: rowsByPrize(groupByPrize(results.winners, 'list')),
      alternates: rowsByPrize(groupByPrize(results.alternates, 'list')),
      moves: rowsByPrize(groupByPrize(results.passed_over, 'list')),
      holderOf: holdersByPlace(results.current_winners),
    }),
    [results],
  );
  const listed = isSearched ? prizes.filter(({ prize }) => winners.has(prize)) : prizes;
  const count = useGrowing(listed.length);
  return (
    <div className="grid gap-3">
      <PrizesChanged times={results.prizes_changed_at} />
      <ol className="grid grid-cols-1 gap-3">
        {listed.slice(0, isPrinting ? listed.length : count).map((shown) => (
          <PrizeResult
            key={shown.prize}
            shown={shown}
            prizes={prizes}
            rows={winners.get(shown.prize) ?? NONE}
            moves={moves.get(shown.prize) ?? NONE}
            holderOf={holderOf}
            alternates={isSearched ? NONE : (alternates.get(shown.prize) ?? NONE)}
            own={own}
            isSearched={isSearched}
            isUnfolded={isPrinting}
          />
        ))}
      </ol>
    </div>
  );
}

interface PrizeResultProps extends Omit<WinnersProps, 'quantity'> {
  shown: ShownPrize;
  alternates: readonly Alternate[];
}

/** Remembered: while a long list grows, what is there already stays as it is. */
const PrizeResult = memo(function PrizeResult({ shown, alternates, ...winners }: PrizeResultProps) {
  const { prizes, own, isUnfolded } = winners;
  return (
    <li
      className={classNames(
        'rounded-2xl border px-3 py-4 sm:px-5',
        shown.prize === 1 ? 'border-brand' : 'border-line',
        !isUnfolded && '[contain-intrinsic-height:auto_11rem] [content-visibility:auto]',
      )}
    >
      <Heading shown={shown} title={prizeTitle(prizes, shown.prize)} />
      <Winners quantity={shown.quantity} {...winners} />
      <Alternates quantity={shown.quantity} rows={alternates} own={own} isUnfolded={isUnfolded} />
    </li>
  );
});

function rowsByPrize<Row>(groups: readonly RowsOfPrize<Row>[]): ReadonlyMap<number, readonly Row[]> {
  return new Map(groups.map(({ prize, rows }) => [prize, rows]));
}

function Heading({ shown, title }: { shown: ShownPrize; title: string }) {
  const { prize, quantity, image_url: url } = shown;
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-4">
      <PrizeImage url={url} prize={prize} className={prize === 1 ? 'size-24 sm:size-32' : 'size-18'} />
      <div className="min-w-0">
        <h3
          className={classNames(
            'leading-tight wrap-anywhere',
            prize === 1 ? 'text-2xl sm:text-3xl' : 'text-xl',
          )}
        >
          {quantity === 1 ? title : m.prizes_quantity({ count: quantity, name: title })}
        </h3>
        <Sponsor prize={shown} />
      </div>
    </div>
  );
}

interface WinnersProps {
  prizes: readonly ShownPrize[];
  quantity: number;
  rows: readonly ResultsAnswer['winners'][number][];
  moves: readonly PassedOverRow[];
  /** R73: who holds a place now. */
  holderOf: HolderOf;
  own: number | null;
  isSearched: boolean;
  isUnfolded: boolean;
}

function Winners({ prizes, quantity, rows, moves, holderOf, own, isSearched, isUnfolded }: WinnersProps) {
  const { shown, more } = useMoreRows(rows, SHOWN, (row) => row.entry_number === own, isUnfolded);
  return (
    <>
      <ol className="mt-3 grid gap-2">
        {shown.map((row) => (
          <li
            key={row.id}
            className={classNames(
              'flex items-center gap-3 rounded-xl px-3 py-2 sm:gap-4',
              row.entry_number === own ? 'bg-brand-soft' : 'bg-sunken',
            )}
          >
            {quantity > 1 && (
              <span className="w-9 shrink-0 text-center font-display text-lg font-bold text-ink-soft tabular-nums">
                {row.position}
              </span>
            )}
            <div className="min-w-0 flex-1">
              <p className="font-display text-xl leading-tight font-bold wrap-anywhere sm:text-2xl">
                {row.display_name ?? m.results_erased()}{' '}
                {row.entry_number === own && <Badge tone="brand">{m.results_you()}</Badge>}{' '}
                {row.state === 'passed_over' && <Badge tone="warn">{m.results_state_passed()}</Badge>}
              </p>
              <p className="text-ink-soft tabular-nums">{m.results_entry({ number: row.entry_number })}</p>
              <Moves prizes={prizes} rows={moves.filter((move) => isSamePlace(move, row))} />
              <ClaimLine holder={holderOf(row)} />
            </div>
            <SelectionEnd index={row.selection_index} />
          </li>
        ))}
      </ol>
      {more}
      {!isSearched && rows.length < quantity && (
        <p className="mt-2 text-sm text-ink-soft">
          {rows.length === 0
            ? m.results_prize_nobody()
            : m.results_prize_fewer({ drawn: rows.length, quantity })}
        </p>
      )}
    </>
  );
}

interface AlternatesProps {
  quantity: number;
  rows: readonly Alternate[];
  own: number | null;
  isUnfolded: boolean;
}

function Alternates({ quantity, rows, own, isUnfolded }: AlternatesProps) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const isShown = isOpen || isUnfolded;
  return (
    <div className="mt-2">
      <Button variant="plain" className="px-2" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 transition-transform', isShown && 'rotate-180')}
        />
        {m.results_alternates_count({ count: rows.length })}
      </Button>
      {isShown && (
        <div className="mt-1">
          <AlternatesGrid rows={rows} own={own} hasOnePlace={quantity === 1} />
        </div>
      )}
    </div>
  );
}
