/** All winners by prize, in the order of the list: each prize with its image, and whose it is now (R14, R65). */
import type { ShownPrize } from '@glassdrum/contract';
import { memo, useMemo } from 'react';
import { m } from '../messages/generated/messages.js';
import { ClaimLine } from '../ui/claim-line.tsx';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMoreRows } from '../ui/more-rows.tsx';
import { PrizeImage } from '../ui/prize-image.tsx';
import { useGrowing } from '../ui/use-growing.ts';
import type { Place } from './places.ts';
import { groupByPrize, type PrizeName, prizeTitle } from './prize-names.ts';
import { type DrawOfPrizes, usePrizeDetails } from './use-prize-details.ts';
import { nameOf } from './winners.ts';

export interface PrizeWinnersProps {
  draw: DrawOfPrizes;
  prizes: readonly PrizeName[];
  places: readonly Place[];
  own: number | null;
}

/** More winners of one prize are behind a press, except the viewer. */
const SHOWN = 10;

export function PrizeWinners({ draw, prizes, places, own }: PrizeWinnersProps) {
  const detailsOf = usePrizeDetails(draw);
  const groups = useMemo(() => groupByPrize(places, 'list'), [places]);
  const count = useGrowing(groups.length);
  return (
    <ol aria-label={m.draw_winners()} className="grid grid-cols-1 gap-3">
      {groups.slice(0, count).map(({ prize, rows }) => (
        <WinnersOfPrize
          key={prize}
          prize={prize}
          title={prizeTitle(prizes, prize)}
          details={detailsOf(prize)}
          places={rows}
          own={own}
        />
      ))}
    </ol>
  );
}

interface WinnersOfPrizeProps {
  prize: number;
  title: string;
  /** Null while they are on their way, and offline. */
  details: ShownPrize | null;
  places: readonly Place[];
  own: number | null;
}

/** Remembered: while a long list grows, what is there already stays as it is. */
const WinnersOfPrize = memo(function WinnersOfPrize({
  prize,
  title,
  details,
  places,
  own,
}: WinnersOfPrizeProps) {
  const { shown: rows, more } = useMoreRows(
    places,
    SHOWN,
    ({ holder }) => own !== null && holder?.entry_number === own,
  );
  return (
    <li className="rounded-2xl border border-line bg-card px-4 py-3 shadow-card [contain-intrinsic-height:auto_9rem] [content-visibility:auto]">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4">
        <PrizeImage url={details?.image_url ?? null} prize={prize} className="size-18" />
        <div className="min-w-0">
          <h2 className="text-xl leading-tight wrap-anywhere text-brand">{title}</h2>
          {details !== null && details.sponsor_name !== null && (
            <p className="text-sm text-ink-soft">{m.prizes_sponsor({ name: details.sponsor_name })}</p>
          )}
        </div>
      </div>
      <ol className="mt-2 grid gap-1">
        {rows.map(({ position, holder }) => (
          <li
            key={position}
            className={classNames(
              '-mx-2 flex flex-wrap items-baseline gap-x-3 rounded-xl px-2 py-1',
              holder !== null && holder.entry_number === own && 'bg-brand-soft',
            )}
          >
            {places.length > 1 && (
              <span className="w-8 shrink-0 font-display text-lg font-extrabold text-brand tabular-nums">
                {position}
              </span>
            )}
            <span className="min-w-0 flex-1 font-display text-2xl leading-tight font-bold wrap-anywhere">
              {holder === null ? m.draw_nobody_left() : nameOf(holder)}{' '}
              {holder?.moved_up === true && <Badge tone="info">{m.draw_moved_up()}</Badge>}
              <ClaimLine holder={holder} className="font-text text-base font-normal" />
            </span>
            {holder !== null && (
              <span className="text-ink-soft tabular-nums">
                {m.draw_entry({ number: holder.entry_number })}
              </span>
            )}
          </li>
        ))}
      </ol>
      {more}
    </li>
  );
});
