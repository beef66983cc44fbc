/** The raffles of a series with their dates, newest first (R80). */
import { useState } from 'react';
import type { RecurrencePeriod } from '@glassdrum/contract';
import { Link } from 'wouter';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { sectionPath } from '../raffle-page/sections.ts';
import { periodTexts } from './recurrence-texts.ts';

/** A year of months. */
const FIRST = 12;

interface SeriesListProps {
  /** Whose page this is. */
  raffleId: string;
  periods: readonly RecurrencePeriod[];
}

export function SeriesList({ raffleId, periods }: SeriesListProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = isUnfolded ? periods : periods.slice(0, FIRST);
  return (
    <div>
      <h4 className="font-semibold">{m.recurrence_series()}</h4>
      <ol className="mt-2 divide-y divide-line rounded-2xl border border-line">
        {shown.map((period) => (
          <li key={period.at} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <div className="min-w-0 grow basis-60">
              <p className="font-semibold wrap-anywhere">
                <Name period={period} raffleId={raffleId} />
              </p>
              <p className="text-sm text-ink-soft">
                <DateTime at={period.at} />
              </p>
              {periodTexts(period).map((text) => (
                <p
                  key={text}
                  className={classNames(
                    'text-sm',
                    period.state === 'failed' || period.state === 'skipped' ? 'text-warn' : 'text-ink-soft',
                  )}
                >
                  {text}
                </p>
              ))}
            </div>
            {period.raffle !== null && <StatusBadge status={period.raffle.status} />}
          </li>
        ))}
      </ol>
      {shown.length < periods.length && (
        <Button variant="plain" className="mt-1" onClick={() => setUnfolded(true)}>
          {m.recurrence_show_all({ count: periods.length })}
        </Button>
      )}
    </div>
  );
}

function Name({ period: { raffle, state }, raffleId }: { period: RecurrencePeriod; raffleId: string }) {
  if (raffle === null) return state === 'skipped' ? m.recurrence_no_raffle() : m.recurrence_deleted();
  if (raffle.id === raffleId) return m.recurrence_this();
  return (
    <Link href={sectionPath(raffle.id, 'settings')} className="underline underline-offset-4">
      {raffle.title}
    </Link>
  );
}
