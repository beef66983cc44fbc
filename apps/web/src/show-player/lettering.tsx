/**
 * A draw's lettering as the page sets it: the countdown and GRAND WINNERS, as large as the screen allows (R30 table). Seen
 * while no picture of the show is there, and read out as it appears.
 */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import type { DrawMoment } from '@glassdrum/raffle-rules';
import { useEffect, useRef } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { PrizeImage } from '../ui/prize-image.tsx';
import { type PrizeName, prizeTitle } from './prize-names.ts';
import { GRAND_WINNERS } from './reveal.ts';
import { fitOf } from './winner-name.tsx';
import { announcementOf, nameOf } from './winners.ts';

export type ShowMoment = Extract<DrawMoment, { phase: 'countdown' | 'animation' | 'reveal' }>;

interface LetteringProps {
  moment: ShowMoment;
  prizes: readonly PrizeName[];
  /** With their images; none while they are on their way. */
  details: readonly ShownPrize[];
  /** Who comes out first; null before the reveal (R4). */
  winners: readonly ResultRow[] | null;
  own: number | null;
  size: 'page' | 'hall';
}

/** Of several prizes the grand one may come later. */
export function grandHeading(prizes: readonly PrizeName[]): string {
  return prizes.length > 1 ? m.draw_first_winners() : m.draw_grand_winners();
}

export function Lettering({ moment, prizes, details, winners, own, size }: LetteringProps) {
  const isHall = size === 'hall';
  switch (moment.phase) {
    case 'countdown':
      return <Countdown number={moment.number} {...(isHall ? { className: 'text-[62vh]' } : {})} />;
    case 'animation':
      return null;
    case 'reveal':
      return (
        <div
          className={classNames('relative flex flex-1 flex-col', isHall ? 'px-[2vw]' : 'px-3 py-3 sm:px-8')}
        >
          <GrandWinners
            prizes={prizes}
            details={details}
            winners={winners ?? []}
            visible={moment.visibleWinners}
            own={own}
            size={size}
          />
        </div>
      );
  }
}

interface CountdownProps {
  number: number;
  className?: string;
}

/** 3, 2, 1: read out at once. */
function Countdown({ number, className }: CountdownProps) {
  return (
    <div className="relative grid flex-1 place-items-center">
      <span
        key={number}
        aria-hidden
        className={classNames(
          'animate-stamp font-display leading-none font-extrabold text-brand tabular-nums',
          className ?? 'text-[min(60vw,22rem)]',
        )}
      >
        {number}
      </span>
      <span className="sr-only" aria-live="assertive">
        {m.draw_countdown({ number })}
      </span>
    </div>
  );
}

interface GrandWinnersProps {
  prizes: readonly PrizeName[];
  details: readonly ShownPrize[];
  winners: readonly ResultRow[];
  visible: number;
  own: number | null;
  /** `hall`: read from the last row. */
  size: 'page' | 'hall';
}

/** Up to three, two seconds apart; the name first and huge, then the entry. */
function GrandWinners({ prizes, details, winners, visible, own, size }: GrandWinnersProps) {
  const shown = winners.slice(0, visible);
  const isHall = size === 'hall';
  return (
    <section
      className={classNames('flex flex-1 flex-col justify-center gap-3', isHall ? 'gap-[2vh]' : 'sm:gap-5')}
    >
      <h2
        className={classNames(
          'text-center font-extrabold tracking-tight text-brand',
          isHall ? 'text-[7vh]' : 'text-3xl sm:text-5xl 2xl:text-6xl',
        )}
      >
        {grandHeading(prizes)}
      </h2>
      {shown.length === 0 && <p className="text-center text-ink-soft">{m.draw_announcing()}</p>}
      <ol
        className={classNames(
          'mx-auto grid w-full',
          isHall ? 'max-w-[94vw] gap-[2vh]' : 'max-w-7xl gap-3 sm:gap-4',
        )}
      >
        {shown.map((row) => (
          <WinnerCard
            key={row.id}
            row={row}
            prize={prizes.length === 0 ? null : prizeTitle(prizes, row.prize)}
            image={details[row.prize - 1]?.image_url ?? null}
            isOwn={row.entry_number === own}
            isHall={isHall}
          />
        ))}
        {/* Those to come have their places already, so that nothing moves when they appear. */}
        {winners.slice(visible, GRAND_WINNERS).map((row) => (
          <li
            key={row.id}
            aria-hidden
            className={classNames(
              'rounded-2xl border-2 border-dashed border-line-strong/50',
              isHall ? 'h-[22vh]' : 'h-24 sm:h-[min(8rem,14dvh)]',
            )}
          />
        ))}
      </ol>
      {/* One child for each, so that only what is new is read. */}
      <div className="sr-only" aria-live="assertive">
        {shown.map((row) => (
          <p key={row.id}>{announcementOf(prizes, row)}</p>
        ))}
      </div>
    </section>
  );
}

interface WinnerCardProps {
  row: ResultRow;
  /** In place of the rank; null for one unnamed prize. */
  prize: string | null;
  image: string | null;
  isOwn: boolean;
  isHall: boolean;
}

function WinnerCard({ row, prize, image, isOwn, isHall }: WinnerCardProps) {
  const name = nameOf(row);
  return (
    <li
      className={classNames(
        'relative isolate grid animate-stamp grid-cols-[auto_1fr] content-center items-center gap-x-4 rounded-2xl px-4 py-3 shadow-high',
        isHall
          ? 'min-h-[22vh] grid-cols-[auto_1fr_auto] gap-x-[3vw] px-[3vw] py-[1.2vh]'
          : 'min-h-24 sm:min-h-[min(8rem,14dvh)] sm:grid-cols-[auto_1fr_auto] sm:gap-x-8 sm:px-8 sm:py-2',
        isOwn ? 'bg-brand text-on-brand' : 'bg-ticket text-ticket-ink',
      )}
    >
      <Confetti />
      <span
        className={classNames(
          'font-display font-extrabold tabular-nums',
          prize === null && 'opacity-75',
          isHall ? 'text-[8vh]' : 'text-3xl sm:text-6xl',
        )}
      >
        {prize === null ? (
          m.draw_rank({ rank: row.position })
        ) : (
          <PrizeImage
            url={image}
            prize={row.prize}
            className={isHall ? 'size-[16vh]' : 'size-14 sm:size-[min(6.5rem,12dvh)]'}
          />
        )}
      </span>
      <span
        data-winner-name
        dir="auto"
        className={classNames(
          'min-w-0 text-left font-display leading-none font-extrabold',
          isHall ? hallNameSize(name) : nameSize(name),
        )}
      >
        {prize !== null && (
          <span className="mb-[0.25em] line-clamp-2 pb-[0.1em] text-[0.42em] leading-tight font-bold wrap-anywhere">
            {prize}
          </span>
        )}
        <span className={classNames('pb-[0.08em] wrap-anywhere', fitOf(name, 'card', isHall))}>{name}</span>
      </span>
      <span
        className={classNames(
          'font-semibold tabular-nums',
          isHall
            ? 'text-[4.6vh] whitespace-nowrap'
            : 'col-start-2 mt-1 text-lg sm:col-start-3 sm:mt-0 sm:text-3xl 2xl:text-4xl',
        )}
      >
        {m.draw_entry({ number: row.entry_number })}
      </span>
    </li>
  );
}

/** Names of usual length are at least 96 px high on a projector. */
function nameSize(name: string): string {
  if (name.length <= 18) return 'text-[clamp(2rem,5.4vw,7rem)]';
  return name.length <= 36 ? 'text-[clamp(1.75rem,5vw,6rem)]' : 'text-[clamp(1.4rem,3.2vw,4rem)]';
}

/** At 1920 × 1080 a name of usual length is at least 96 px high. */
function hallNameSize(name: string): string {
  return name.length <= 20 ? 'text-[min(6.4vw,13vh)]' : 'text-[min(5vw,8.9vh)]';
}

/** Per scrap: sideways and upward reach in px, turn in degrees, delay in ms, colour. */
const SCRAPS = [
  [-150, -120, 420, 0, 'bg-brand'],
  [-110, -170, -300, 40, 'bg-good'],
  [-70, -140, 360, 90, 'bg-warn'],
  [-40, -190, -520, 20, 'bg-info'],
  [-15, -150, 280, 120, 'bg-brand'],
  [20, -180, -380, 60, 'bg-good'],
  [55, -150, 440, 10, 'bg-warn'],
  [85, -195, -260, 80, 'bg-brand'],
  [120, -135, 500, 30, 'bg-info'],
  [160, -165, -440, 100, 'bg-good'],
] as const;
const FLIGHT_MS = 1600;

/** A few paper scraps that fly up behind a winner, up to ten per card; none where reduced motion is preferred. */
export function Confetti() {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const scraps = box.current?.children ?? [];
    for (const [index, scrap] of [...scraps].entries()) {
      const [x, y, turn, delay] = SCRAPS[index] ?? SCRAPS[0];
      scrap.animate(
        [
          { opacity: 1, transform: 'translate(0, 0) rotate(0)' },
          { opacity: 1, transform: `translate(${x}px, ${y}px) rotate(${turn / 2}deg)`, offset: 0.45 },
          { opacity: 0, transform: `translate(${x * 1.25}px, ${y + 220}px) rotate(${turn}deg)` },
        ],
        { duration: FLIGHT_MS, delay, easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)', fill: 'both' },
      );
    }
  }, []);
  return (
    <span ref={box} aria-hidden className="pointer-events-none absolute top-1/2 left-1/2 -z-10">
      {SCRAPS.map(([x, , , , colour]) => (
        <span key={x} className={`absolute size-2.5 rounded-[2px] opacity-0 ${colour}`} />
      ))}
    </span>
  );
}
