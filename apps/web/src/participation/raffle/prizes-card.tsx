/** What can be won, before the draw (R61–R63): each prize with its image, how often it is given, and who gave it. */
import type { PublicRaffle, ShownPrize } from '@glassdrum/contract';
import { useState } from 'react';
import { usePrizeList } from '../../api/prize-list.ts';
import { m } from '../../messages/generated/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PrizesChanged } from './prizes-changed.tsx';
import { Sponsor } from './sponsor.tsx';

/** The others are behind a press. */
const SHOWN = 6;

/** For a raffle with named prizes. */
export function PrizesCard({ raffle }: { raffle: Pick<PublicRaffle, 'id' | 'prizes_revision'> }) {
  const list = usePrizeList(raffle.id, raffle.prizes_revision);
  const [isOpen, setOpen] = useState(false);
  if (list.data === undefined && !list.isError) return <Skeleton className="h-60" />;
  return (
    <Card className="text-left">
      <h2 className="text-xl">{m.prizes_title()}</h2>
      {list.data === undefined ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p>{m.prizes_failed()}</p>
          <Button variant="quiet" onClick={() => void list.refetch()}>
            {m.participation_try_again()}
          </Button>
        </div>
      ) : (
        <>
          {list.data.prizes.length > 1 && (
            <p className="mt-1 text-ink-soft">
              {list.data.policy === 'once' ? m.prizes_once() : m.prizes_again()}
            </p>
          )}
          <ol className="mt-3 grid divide-y divide-line">
            {list.data.prizes.slice(0, isOpen ? undefined : SHOWN).map((prize) => (
              <Prize key={prize.prize} prize={prize} />
            ))}
          </ol>
          {!isOpen && list.data.prizes.length > SHOWN && (
            <Button variant="quiet" className="mt-2 w-full" onClick={() => setOpen(true)}>
              {m.prizes_show_all({ count: list.data.prizes.length })}
            </Button>
          )}
          <PrizesChanged times={list.data.changed_at} className="mt-3" />
        </>
      )}
    </Card>
  );
}

function Prize({ prize }: { prize: ShownPrize }) {
  const name = prize.name ?? m.draw_prize({ number: prize.prize });
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 py-3 [contain-intrinsic-height:auto_6rem] [content-visibility:auto]">
      <PrizeImage url={prize.image_url} prize={prize.prize} className="size-18" />
      <div className="min-w-0 self-center">
        <h3 className="text-lg leading-tight wrap-anywhere">
          {prize.quantity === 1 ? name : m.prizes_quantity({ count: prize.quantity, name })}
        </h3>
        {prize.description !== '' && (
          <p className="mt-0.5 wrap-anywhere whitespace-pre-line text-ink-soft">{prize.description}</p>
        )}
        <Sponsor prize={prize} />
        {prize.limited && (
          <Badge tone="info" className="mt-1">
            {m.prizes_limited()}
          </Badge>
        )}
      </div>
    </li>
  );
}
