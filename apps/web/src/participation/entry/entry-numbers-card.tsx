/** The entry-number grid with its heading and legend, and politely read arrivals. */
import type { PublicRaffle, TakenNumber } from '@glassdrum/contract';
import type { ReactNode } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EntryGrid, UNSOLD_LOOK } from './entry-grid.tsx';
import { SourcesLine } from './sources-line.tsx';
import type { GivenNumbers } from './taken-numbers.ts';

interface EntryNumbersCardProps {
  raffle: Pick<PublicRaffle, 'sources'> & GivenNumbers;
  names: ReadonlyMap<number, string>;
  own: number | null;
  /** The newest entry that came while watching; null for none. */
  newest: TakenNumber | null;
  /** Below the grid. */
  children?: ReactNode;
}

export function EntryNumbersCard({ raffle, names, own, newest, children }: EntryNumbersCardProps) {
  const count = names.size;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">
          {m.participation_entry_numbers()}{' '}
          <span className="font-text text-base font-normal tracking-normal text-ink-soft tabular-nums">
            {count === 1 ? m.participation_one_participant() : m.participation_participants({ count })}
          </span>
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="size-3.5 rounded bg-ticket shadow-card ring-1 ring-line-strong" />
            {m.participation_taken()}
          </li>
          {raffle.unsold_count > 0 && (
            <li className="flex items-center gap-1.5">
              <span aria-hidden className={classNames('size-3.5 rounded', UNSOLD_LOOK)} />
              {m.participation_unsold()}
            </li>
          )}
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="size-3.5 rounded border border-dashed border-line-strong" />
            {m.participation_available()}
          </li>
          {own !== null && (
            <li className="flex items-center gap-1.5">
              <span aria-hidden className="size-3.5 rounded bg-brand" />
              {m.participation_yours()}
            </li>
          )}
        </ul>
      </div>
      <SourcesLine sources={raffle.sources} className="mb-1 tabular-nums" />
      <p className="mb-3 text-sm text-ink-soft">{m.participation_numbers_help()}</p>
      <EntryGrid names={names} given={raffle} own={own} />
      {children}
      <p className="sr-only" aria-live="polite">
        {newest !== null &&
          m.participation_arrived({ name: newest.display_name, number: newest.entry_number })}
      </p>
    </Card>
  );
}
