/**
 * The winners page by page, before the complete list: large enough to be found by those they name. With one unnamed prize
 * those beyond the first three; else prize by prize (R65).
 */
import type { DrawPlan, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DenseRows } from './dense-page.tsx';
import { PrizePage } from './prize-page.tsx';
import { type PrizeName, prizesOfPlan, prizeTitle } from './prize-names.ts';
import type { WinnerPage } from './reveal.ts';
import { WinnerName } from './winner-name.tsx';
import { announcementOf } from './winners.ts';

interface WinnerPagesViewProps {
  plan: DrawPlan;
  pages: readonly WinnerPage[];
  /** From 0. */
  page: number;
  own: number | null;
  size: 'page' | 'hall';
  /** What the heading stands on where nobody knows what is behind it. */
  plate?: string;
  /** Null where nobody can press anything. */
  onSkip: (() => void) | null;
}

export function WinnerPagesView(props: WinnerPagesViewProps) {
  const { plan, pages, page, own, size, plate = '', onSkip } = props;
  const shown = pages[page];
  const prizes = prizesOfPlan(plan);
  const isHall = size === 'hall';
  if (shown === undefined) return null;
  return (
    <section className={classNames('flex flex-1 flex-col justify-center', isHall ? 'gap-[1.6vh]' : 'gap-4')}>
      {prizes.length > 0 ? (
        <PrizePage key={page} draw={plan} prizes={prizes} page={shown} own={own} size={size} plate={plate} />
      ) : (
        <>
          <header className={classNames('mx-auto text-center', plate)}>
            <h2
              className={classNames(
                'font-extrabold text-brand',
                isHall ? 'text-[6vh]' : 'text-3xl sm:text-5xl',
              )}
            >
              {m.draw_more_winners()}
            </h2>
            {pages.length > 1 && (
              <p
                className={classNames(
                  'text-ink-soft tabular-nums',
                  isHall ? 'text-[2.6vh] leading-tight' : 'mt-1',
                )}
              >
                {m.draw_page_of({ page: page + 1, pages: pages.length })}
              </p>
            )}
          </header>
          {shown.isDense ? (
            <DenseRows key={page} rows={shown.rows} own={own} isHall={isHall} />
          ) : (
            <Places key={page} rows={shown.rows} own={own} isHall={isHall} />
          )}
        </>
      )}
      <Announcements prizes={prizes} page={shown} own={own} />
      {onSkip !== null && (
        <Button variant="quiet" className="mx-auto min-h-13 w-full max-w-sm text-lg" onClick={onSkip}>
          {m.draw_skip_pages()}
        </Button>
      )}
    </section>
  );
}

interface AnnouncementsProps {
  prizes: readonly PrizeName[];
  page: WinnerPage;
  own: number | null;
}

/** Of very many winners only the viewer is read out: the page turns before the others are. */
function Announcements({ prizes, page, own }: AnnouncementsProps) {
  const { prize, isDense } = page;
  const rows = isDense ? page.rows.filter(({ entry_number: number }) => number === own) : page.rows;
  return (
    <div className="sr-only" aria-live="assertive">
      {prize !== null && page.rows.length === 0 && <p>{prizeTitle(prizes, prize)}</p>}
      {rows.map((row) => (
        <p key={row.id}>{announcementOf(prizes, row)}</p>
      ))}
    </div>
  );
}

interface PlacesProps {
  rows: readonly ResultRow[];
  own: number | null;
  isHall: boolean;
}

function Places({ rows, own, isHall }: PlacesProps) {
  return (
    <ol
      className={classNames(
        'mx-auto grid w-full animate-appear',
        isHall ? 'max-w-[94vw] gap-[1.6vh] landscape:grid-cols-2' : 'max-w-5xl gap-2.5 lg:grid-cols-2',
      )}
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className={classNames(
            'grid grid-cols-[auto_1fr] items-center gap-x-4 rounded-2xl shadow-card',
            isHall
              ? 'min-h-[20vh] portrait:min-h-[9.6vh] gap-x-[1.2vw] px-[1.2vw] py-[0.6vh] portrait:gap-x-[3vw] portrait:px-[3vw]'
              : 'min-h-21 px-4 py-2',
            row.entry_number === own ? 'bg-brand text-on-brand' : 'bg-ticket text-ticket-ink',
          )}
        >
          <span className={classNames('text-center', isHall && 'min-w-[8vw] portrait:min-w-[17vw]')}>
            <span
              className={classNames(
                'block font-display leading-none font-extrabold tabular-nums',
                isHall ? 'text-[6vh] portrait:text-[4.4vh]' : 'min-w-18 text-2xl sm:text-3xl',
              )}
            >
              {m.draw_rank({ rank: row.position })}
            </span>
            <span
              className={classNames(
                'mt-1 block leading-tight tabular-nums',
                isHall ? 'text-[2.8vh] font-semibold portrait:text-[1.8vh]' : 'text-sm',
              )}
            >
              {m.draw_entry({ number: row.entry_number })}
            </span>
          </span>
          <WinnerName
            row={row}
            place="card"
            isHall={isHall}
            className={classNames(
              'leading-none font-bold',
              isHall
                ? 'pb-[0.06em] text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]'
                : 'pb-[0.1em] text-xl sm:text-3xl',
            )}
          />
        </li>
      ))}
    </ol>
  );
}
