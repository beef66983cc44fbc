/**
 * After the draw: the winners, as many as a hall can read at once, the others in turn; prizes that are claimed (R73) or moved on
 * (R14) say so.
 */
import type { DrawPlan, PrizeHolder, PrizeStatus, LiveResult } from '@glassdrum/contract';
import { useMemo } from 'react';
import { m } from '../../messages/generated/messages.js';
import { DenseRows } from '../../show-player/dense-page.tsx';
import { passedOverText, placeOf, placesOf } from '../../show-player/places.ts';
import { type PrizeName, prizesOfPlan } from '../../show-player/prize-names.ts';
import { PrizePage } from '../../show-player/prize-page.tsx';
import { turnsOf, type WinnerPage } from '../../show-player/reveal.ts';
import { NO_DRAW, usePrizeDetails } from '../../show-player/use-prize-details.ts';
import { WinnerName } from '../../show-player/winner-name.tsx';
import { nameOf } from '../../show-player/winners.ts';
import { ClaimLine } from '../../ui/claim-line.tsx';
import { claimsCountText } from '../../ui/claim-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { plate } from './stage-frame.tsx';
import { useTurns } from './use-turns.ts';

interface StageWinnersProps {
  title: string;
  plan: DrawPlan;
  result: LiveResult;
  prizeStatus: PrizeStatus | null;
  isOverlay: boolean;
}

const PER_PAGE = 6;
/** With the prize above each name. */
const NAMED_PER_PAGE = 4;
const ONE_COLUMN = 3;
/** More winners would take minutes to come round: they stand closer. */
const MANY = 60;

export function StageWinners({ title, plan, result, prizeStatus, isOverlay }: StageWinnersProps) {
  const prizes = prizesOfPlan(plan);
  const isNamed = prizes.length > 0;
  const detailsOf = usePrizeDetails(isNamed ? plan : NO_DRAW);
  const rows: readonly PrizeHolder[] = useMemo(
    () => placesOf(result, prizeStatus).flatMap(({ holder }) => holder ?? []),
    [result, prizeStatus],
  );
  const claims = claimsCountText(prizeStatus);
  const dense = useMemo(() => (rows.length > MANY ? turnsOf(rows, isNamed) : null), [rows, isNamed]);
  const perPage = isNamed ? NAMED_PER_PAGE : PER_PAGE;
  const pages = dense?.length ?? Math.max(1, Math.ceil(rows.length / perPage));
  const page = useTurns() % pages;
  const shown = rows.slice(page * perPage, (page + 1) * perPage);
  const densePage = dense?.[page] ?? null;
  const isOneColumn = rows.length <= ONE_COLUMN;
  const lastMove = prizeStatus?.passed_over.at(-1);
  return (
    <section className="flex min-h-0 flex-1 flex-col justify-center gap-[1.6vh]">
      <header
        className={classNames(
          'mx-auto max-w-full text-center',
          // In one line: over a stream there is less room.
          isOverlay && 'flex items-baseline gap-x-[1.5vw]',
          plate(isOverlay),
        )}
      >
        <h1 className="min-w-0 truncate text-[3.6vh] text-ink-soft">{title}</h1>
        <h2
          className={classNames(
            'shrink-0 leading-tight font-extrabold text-brand',
            isOverlay ? 'text-[4.4vh]' : 'text-[7vh]',
          )}
        >
          {rows.length === 1 ? m.stage_winner() : m.stage_winners()}
          {pages > 1 && (
            <span className="ml-[1.5vw] text-[3.4vh] font-semibold text-ink-soft tabular-nums">
              {m.draw_page_of({ page: page + 1, pages })}
            </span>
          )}
        </h2>
      </header>
      {densePage !== null && (
        <DenseWinners key={page} plan={plan} prizes={prizes} page={densePage} isOverlay={isOverlay} />
      )}
      {densePage === null && (
        <ol
          key={page}
          className={classNames(
            'mx-auto grid w-full max-w-[94vw] animate-appear gap-[1.6vh]',
            !isOneColumn && 'landscape:grid-cols-2',
          )}
        >
          {shown.map((row) => (
            <li
              key={`${row.prize} ${row.position}`}
              className="grid min-h-[20vh] grid-cols-[auto_1fr] items-center gap-x-[1.4vw] rounded-[2.4vh] bg-ticket px-[1.4vw] py-[0.6vh] text-ticket-ink shadow-high portrait:min-h-[9.6vh] portrait:gap-x-[3vw] portrait:px-[3vw]"
            >
              <span className="min-w-[8vw] text-center portrait:min-w-[17vw]">
                {isNamed ? (
                  <PrizeImage
                    url={detailsOf(row.prize)?.image_url ?? null}
                    prize={row.prize}
                    className="mx-auto size-[12vh] portrait:size-[6vh]"
                  />
                ) : (
                  <span className="block font-display text-[7vh] leading-none font-extrabold text-ticket-print tabular-nums portrait:text-[5vh]">
                    {row.position}
                  </span>
                )}
                <span className="mt-[0.6vh] block text-[2.8vh] leading-tight font-semibold tabular-nums portrait:text-[1.8vh]">
                  {m.draw_entry({ number: row.entry_number })}
                </span>
              </span>
              <span className="min-w-0">
                {isNamed && (
                  <span className="block truncate text-[2.8vh] leading-tight font-semibold portrait:text-[1.8vh]">
                    {placeOf(prizes, row)}
                  </span>
                )}
                <WinnerName
                  row={row}
                  place={isOneColumn ? 'wide' : 'card'}
                  isHall
                  className={classNames(
                    'block pb-[0.06em] leading-none font-extrabold',
                    isOneColumn && nameOf(row).length <= 20
                      ? 'text-[min(6.4vw,12vh)] portrait:text-[min(8.4vw,5vh)]'
                      : 'text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]',
                  )}
                />
                {row.moved_up && (
                  <Badge tone="info" className="px-[1.2vw]! text-[2.2vh]! portrait:text-[1.6vh]!">
                    {m.draw_moved_up()}
                  </Badge>
                )}
                <ClaimLine
                  holder={row}
                  isBrief
                  className="text-[2.2vh] leading-tight portrait:text-[1.7vh]"
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {claims !== null && (
        <p
          className={classNames(
            'mx-auto text-[2.8vh] font-semibold tabular-nums portrait:text-[2vh]',
            plate(isOverlay),
          )}
        >
          {claims}
        </p>
      )}
      <p
        aria-live="polite"
        className={classNames(
          'mx-auto line-clamp-3 text-center text-[2.8vh] empty:hidden portrait:text-[1.9vh]',
          plate(isOverlay),
        )}
      >
        {lastMove !== undefined && passedOverText(prizes, lastMove)}
      </p>
    </section>
  );
}

interface DenseWinnersProps {
  plan: DrawPlan;
  prizes: readonly PrizeName[];
  page: WinnerPage;
  isOverlay: boolean;
}

function DenseWinners({ plan, prizes, page, isOverlay }: DenseWinnersProps) {
  return prizes.length === 0 ? (
    <DenseRows rows={page.rows} own={null} isHall />
  ) : (
    <PrizePage draw={plan} prizes={prizes} page={page} own={null} size="hall" plate={plate(isOverlay)} />
  );
}
