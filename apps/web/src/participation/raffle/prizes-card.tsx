/** What can be won, before the draw (R61–R63): each prize with its image, how often it is given, and who gave it. */
import type { PlannedDraw, PrizeList, PublicRaffle, ShownPrize } from '@glassdrum/contract';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { usePrizeList } from '../../api/prize-list.ts';
import { m } from '../../messages/generated/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sitsOut, useDrawResults } from '../../api/draw-results.ts';
import { claimWithinText } from '../../ui/claim-texts.ts';
import { useOwnEntry } from '../entry/use-own-entry.ts';
import { drawCalled } from '../../api/draw-names.ts';
import { winnablePrizes } from './own-chances.ts';
import { PrizesChanged } from './prizes-changed.tsx';
import { useRaffleTerms } from './raffle-terms.ts';
import { Sponsor } from './sponsor.tsx';

/** The others are behind a press. */
const SHOWN = 6;

type RaffleOfPrizes = Pick<PublicRaffle, 'id' | 'prizes_revision' | 'draws' | 'deadline_at'>;

/** For a raffle with named prizes. */
export function PrizesCard({ raffle }: { raffle: RaffleOfPrizes }) {
  const list = usePrizeList(raffle.id, raffle.prizes_revision + raffle.draws.left / 100);
  const [isOpen, setOpen] = useState(false);
  const winnable = useWinnable(raffle, list.data ?? null);
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
          {winnable?.text !== undefined && (
            <p role="status" className="mt-2 rounded-xl bg-info-soft px-4 py-2.5 font-semibold text-info">
              {winnable.text}
            </p>
          )}
          <ol className="mt-3 grid divide-y divide-line">
            {list.data.prizes.slice(0, isOpen ? undefined : SHOWN).map((prize) => (
              <Prize
                key={prize.prize}
                prize={prize}
                draw={raffle.draws.total > 1 ? drawOf(prize, list.data) : null}
                canWin={winnable?.prizes.has(prize.prize) ?? null}
              />
            ))}
          </ol>
          {!isOpen && list.data.prizes.length > SHOWN && (
            <Button variant="quiet" className="mt-2 w-full" onClick={() => setOpen(true)}>
              {m.prizes_show_all({ count: list.data.prizes.length })}
            </Button>
          )}
          {raffle.deadline_at === null && list.data.draws.some(isToCome) && (
            <a
              href={`/api/raffles/${raffle.id}/calendar.ics`}
              className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
            >
              <CalendarPlus aria-hidden className="size-4.5" />
              {m.participation_calendar()}
            </a>
          )}
          <PrizesChanged times={list.data.changed_at} className="mt-3" />
        </>
      )}
    </Card>
  );
}

/** With a time that the host planned; with a deadline the calendar file is offered beside it. */
const isToCome = ({ state, planned_at: at }: PlannedDraw): boolean => state === 'planned' && at !== null;

interface Winnable {
  prizes: ReadonlySet<number>;
  /** What that means, in one sentence. */
  text: string;
}

/** Null where nobody's entry is known here, and where everyone can win everything. */
function useWinnable(raffle: RaffleOfPrizes, list: PrizeList | null): Winnable | null {
  const isLimited = list?.prizes.some(({ limited }) => limited) ?? false;
  const own = useOwnEntry(isLimited ? raffle.id : null).data ?? null;
  const isIn = isLimited && own !== null && own.tickets > 0;
  const terms = useRaffleTerms(raffle, isIn).data;
  const held = useDrawResults(raffle, isIn);
  if (!isIn || list === null || terms === undefined) return null;
  const prizes = winnablePrizes(own.receipt, terms, list);
  const toCome = list.prizes.filter((prize) => drawOf(prize, list)?.state === 'planned');
  if (prizes === null || toCome.length === 0) return null;
  const count = toCome.filter(({ prize }) => prizes.has(prize)).length;
  return {
    prizes,
    text: sitsOut(held, own.entry_number)
      ? m.prizes_sit_out()
      : winnableText(count, toCome.length, toCome.length === list.prizes.length),
  };
}

function winnableText(count: number, total: number, isEverything: boolean): string {
  if (count === 0) return m.prizes_can_win_none();
  if (!isEverything) return m.prizes_can_win_still({ count, total });
  return count === total ? m.prizes_can_win_all() : m.prizes_can_win({ count, total });
}

function drawOf({ draw }: ShownPrize, { draws }: PrizeList): PlannedDraw | null {
  return draws.find(({ number }) => number === draw) ?? null;
}

interface PrizeProps {
  prize: ShownPrize;
  /** Null for a raffle with a single draw. */
  draw: PlannedDraw | null;
  /** Null where nobody's entry is known here. */
  canWin: boolean | null;
}

function Prize({ prize, draw, canWin }: PrizeProps) {
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
        {prize.claim_window !== null && (
          <p className="text-sm text-ink-soft">{claimWithinText(prize.claim_window)}</p>
        )}
        {draw !== null && <p className="text-sm wrap-anywhere text-ink-soft">{drawText(draw)}</p>}
        {(prize.limited || canWin === false) && (
          <Badge tone={canWin === true ? 'good' : 'info'} className="mt-1">
            {limitedText(canWin)}
          </Badge>
        )}
      </div>
    </li>
  );
}

function limitedText(canWin: boolean | null): string {
  if (canWin === null) return m.prizes_limited();
  return canWin ? m.prizes_limited_you() : m.prizes_limited_others();
}

function drawText(draw: PlannedDraw): string {
  const called = { draw: drawCalled(draw) };
  switch (draw.state) {
    case 'planned':
      return draw.planned_at === null
        ? m.prizes_in_draw(called)
        : m.prizes_in_draw_planned({ ...called, time: formatDateTime(draw.planned_at) });
    case 'running':
      return m.prizes_in_draw(called);
    case 'drawn':
      return m.prizes_in_draw_over(called);
    case 'skipped':
      return m.prizes_in_draw_skipped({ ...called, reason: draw.skipped?.reason ?? '' });
  }
}
