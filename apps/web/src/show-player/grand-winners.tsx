/** GRAND WINNERS: up to three, two seconds apart; the name first and huge, then the entry (R30 table, look.md). */
import type { ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { GRAND_WINNERS } from '../live/winner-pages.ts';
import { Confetti } from './confetti.tsx';
import { announcementOf, nameOf } from './winner-texts.ts';

interface GrandWinnersProps {
  winners: readonly ResultRow[];
  visible: number;
  own: number | null;
  /** `hall`: read from the last row. */
  size: 'page' | 'hall';
}

export function GrandWinners({ winners, visible, own, size }: GrandWinnersProps) {
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
        {m.draw_grand_winners()}
      </h2>
      {shown.length === 0 && <p className="text-center text-ink-soft">{m.draw_announcing()}</p>}
      <ol
        className={classNames(
          'mx-auto grid w-full',
          isHall ? 'max-w-[94vw] gap-[2vh]' : 'max-w-7xl gap-3 sm:gap-4',
        )}
      >
        {shown.map((row) => (
          <WinnerCard key={row.id} row={row} isOwn={row.entry_number === own} isHall={isHall} />
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
          <p key={row.id}>{announcementOf(row)}</p>
        ))}
      </div>
    </section>
  );
}

function WinnerCard({ row, isOwn, isHall }: { row: ResultRow; isOwn: boolean; isHall: boolean }) {
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
          'font-display font-extrabold tabular-nums opacity-75',
          isHall ? 'text-[8vh]' : 'text-3xl sm:text-6xl',
        )}
      >
        {m.draw_rank({ rank: row.position })}
      </span>
      <span
        data-winner-name
        className={classNames(
          'min-w-0 font-display leading-none font-extrabold',
          isHall ? hallNameSize(name) : nameSize(name),
        )}
      >
        <span className="line-clamp-2 pb-[0.08em] wrap-anywhere">{name}</span>
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

/** At 1920 × 1080 no name is below 96 px; a very long one ends in an ellipsis, and its entry number tells whose it is. */
function hallNameSize(name: string): string {
  return name.length <= 20 ? 'text-[min(6.4vw,13vh)]' : 'text-[min(5vw,8.9vh)]';
}
