/** All winners by prize, in the order of the list: each prize with its image, and whose it is now (R14, R65). */
import type { ShownPrize } from '@glassdrum/contract';
import { useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PrizeImage } from '../ui/prize-image.tsx';
import type { Place } from './places.ts';
import { groupByPrize, type PrizeName, prizeTitle } from './prize-names.ts';
import { usePrizeDetails } from './use-prize-details.ts';
import { nameOf } from './winners.ts';

export interface PrizeWinnersProps {
  /** Empty where there is nobody to ask for images. */
  raffleId: string;
  prizes: readonly PrizeName[];
  places: readonly Place[];
  own: number | null;
}

/** More winners of one prize are behind a press, except the viewer. */
const SHOWN = 10;

export function PrizeWinners({ raffleId, prizes, places, own }: PrizeWinnersProps) {
  const detailsOf = usePrizeDetails(raffleId);
  return (
    <ol aria-label={m.draw_winners()} className="grid grid-cols-1 gap-3">
      {groupByPrize(places, 'list').map(({ prize, rows }) => (
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

function WinnersOfPrize({ prize, title, details, places, own }: WinnersOfPrizeProps) {
  const [isOpen, setOpen] = useState(false);
  const rows = isOpen
    ? places
    : places.filter(({ holder }, index) => index < SHOWN || holder?.entry_number === own);
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
            </span>
            {holder !== null && (
              <span className="text-ink-soft tabular-nums">
                {m.draw_entry({ number: holder.entry_number })}
              </span>
            )}
          </li>
        ))}
      </ol>
      {rows.length < places.length && (
        <Button variant="plain" className="mt-1" onClick={() => setOpen(true)}>
          {m.draw_show_all_winners({ count: places.length })}
        </Button>
      )}
    </li>
  );
}
