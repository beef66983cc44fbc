/**
 * One page of winners where prizes have names (R65): a prize alone before its winners, a prize with its winners, or several
 * small prizes, each with its image, its winner and the entry number.
 */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { PrizeImage } from '../ui/prize-image.tsx';
import { DensePrizes, DenseRows } from './dense-page.tsx';
import { placeWithin } from './places.ts';
import { groupsInOrder, type PrizeName, prizeTitle } from './prize-names.ts';
import { CARDS_ON_PAGE, type WinnerPage } from './reveal.ts';
import { type DrawOfPrizes, usePrizeDetails } from './use-prize-details.ts';
import { WinnerName } from './winner-name.tsx';

interface PrizePageProps {
  draw: DrawOfPrizes;
  prizes: readonly PrizeName[];
  page: WinnerPage;
  own: number | null;
  size: 'page' | 'hall';
  /** What the heading stands on where nobody knows what is behind it. */
  plate: string;
}

export function PrizePage({ draw, prizes, page, own, size, plate }: PrizePageProps) {
  const detailsOf = usePrizeDetails(draw);
  const { prize, rows } = page;
  const isHall = size === 'hall';
  if (prize === null && page.isDense) {
    return (
      <>
        <h2 className="sr-only">{m.draw_winners()}</h2>
        <DensePrizes
          prizes={prizes}
          groups={groupsInOrder(rows)}
          detailsOf={detailsOf}
          own={own}
          isHall={isHall}
        />
      </>
    );
  }
  if (prize === null) {
    return (
      <>
        <h2 className="sr-only">{m.draw_winners()}</h2>
        <ol
          className={classNames(
            'mx-auto grid w-full animate-appear',
            isHall ? 'max-w-[94vw] gap-[1.6vh]' : 'max-w-5xl gap-2.5 lg:grid-cols-2',
            isHall && rows.length > 1 && 'landscape:grid-cols-2',
          )}
        >
          {rows.map((row) => (
            <PrizeCard
              key={row.id}
              row={row}
              prizes={prizes}
              url={detailsOf(row.prize)?.image_url ?? null}
              isOwn={row.entry_number === own}
              isOnlyOne={rows.length === 1}
              isHall={isHall}
            />
          ))}
        </ol>
      </>
    );
  }
  const details = detailsOf(prize);
  return rows.length === 0 ? (
    <Alone prizes={prizes} prize={prize} details={details} isHall={isHall} plate={plate} />
  ) : (
    <>
      <Heading prizes={prizes} prize={prize} details={details} page={page} isHall={isHall} plate={plate} />
      {page.isDense ? (
        <DenseRows rows={rows} own={own} isHall={isHall} />
      ) : (
        <WinnersOfPrize prizes={prizes} rows={rows} own={own} isHall={isHall} />
      )}
    </>
  );
}

interface OnePrizeProps {
  prizes: readonly PrizeName[];
  prize: number;
  /** Null while they are on their way, and offline. */
  details: ShownPrize | null;
  isHall: boolean;
  plate: string;
}

/** Before its winners are shown: what there is to win. */
function Alone({ prizes, prize, details, isHall, plate }: OnePrizeProps) {
  const quantity = prizes[prize - 1]?.quantity ?? 1;
  const title = prizeTitle(prizes, prize);
  return (
    <div
      className={classNames(
        'mx-auto grid max-w-full animate-appear justify-items-center text-center',
        isHall ? 'gap-[2.4vh]' : 'gap-5',
        plate,
      )}
    >
      <PrizeImage
        url={details?.image_url ?? null}
        prize={prize}
        fit="whole"
        className={isHall ? 'h-[44vh] max-w-[80vw]' : 'h-64 max-w-full'}
      />
      <h2
        className={classNames(
          'line-clamp-3 leading-tight font-extrabold wrap-anywhere text-brand',
          isHall ? 'max-w-[90vw] text-[min(9vh,8vw)]' : 'text-4xl sm:text-6xl',
        )}
      >
        {quantity === 1 ? title : m.prizes_quantity({ count: quantity, name: title })}
      </h2>
      <SponsorLine details={details} className={isHall ? 'max-w-[90vw] text-[3vh]' : 'text-lg'} />
    </div>
  );
}

/** Above its winners. */
function Heading({ prizes, prize, details, page, isHall, plate }: OnePrizeProps & { page: WinnerPage }) {
  const isFew = page.rows.length <= CARDS_ON_PAGE;
  const part = partOf(page, prizes[prize - 1]?.quantity ?? 1);
  return (
    <header
      className={classNames(
        'mx-auto flex max-w-full items-center text-left',
        isHall ? 'gap-[2vw]' : 'gap-4',
        plate,
      )}
    >
      <PrizeImage url={details?.image_url ?? null} prize={prize} className={headingImage(isHall, isFew)} />
      <div className="min-w-0">
        <h2
          className={classNames(
            'line-clamp-2 leading-tight font-extrabold wrap-anywhere text-brand',
            !isHall && 'text-2xl sm:text-4xl',
            isHall && (isFew ? 'text-[min(7vh,5vw)]' : 'text-[min(5.4vh,5vw)]'),
          )}
        >
          {prizeTitle(prizes, prize)}
        </h2>
        {part !== null && (
          <p className={classNames('text-ink-soft tabular-nums', isHall && 'text-[2.6vh]')}>{part}</p>
        )}
        <SponsorLine details={details} className={isHall ? 'text-[2.4vh]' : 'text-sm'} />
      </div>
    </header>
  );
}

/** Which of a prize's winners a page shows; null where it shows all. */
function partOf({ rows, isDense }: WinnerPage, quantity: number): string | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length >= quantity) return null;
  if (isDense) {
    return m.draw_entries_of({ from: first.entry_number, to: last.entry_number, count: quantity });
  }
  return first === last
    ? m.draw_place_of({ position: first.position, quantity })
    : m.draw_places_of({ from: first.position, to: last.position, quantity });
}

function SponsorLine({ details, className }: { details: ShownPrize | null; className: string }) {
  if (details === null || details.sponsor_name === null) return null;
  return (
    <p className={classNames('line-clamp-1 wrap-anywhere text-ink-soft', className)}>
      {m.prizes_sponsor({ name: details.sponsor_name })}
    </p>
  );
}

function headingImage(isHall: boolean, isFew: boolean): string {
  if (isHall) return isFew ? 'size-[20vh] portrait:size-[12vh]' : 'size-[11vh] portrait:size-[8vh]';
  return isFew ? 'size-28' : 'size-14';
}

interface WinnersOfPrizeProps {
  prizes: readonly PrizeName[];
  rows: readonly ResultRow[];
  own: number | null;
  isHall: boolean;
}

function WinnersOfPrize({ prizes, rows, own, isHall }: WinnersOfPrizeProps) {
  const isFew = rows.length <= CARDS_ON_PAGE;
  return (
    <ol
      className={classNames(
        'mx-auto grid w-full animate-appear',
        isHall ? 'max-w-[94vw] gap-[1.4vh]' : 'max-w-5xl gap-1.5',
        isHall && rows.length > 1 && 'landscape:grid-cols-2',
        !isHall && !isFew && 'lg:grid-cols-2',
      )}
    >
      {rows.map((row) => {
        const place = placeWithin(prizes, row);
        return (
          <li
            key={row.id}
            className={classNames(
              'grid grid-cols-[1fr_auto] items-center rounded-2xl shadow-card',
              isHall ? 'gap-x-[1.6vw] px-[1.6vw] py-[0.6vh]' : 'gap-x-3 px-4',
              isHall && (isFew ? 'min-h-[18vh] portrait:min-h-[10vh]' : 'min-h-[9.6vh] portrait:min-h-[6vh]'),
              !isHall && (isFew ? 'min-h-21 py-2' : 'min-h-9 py-0.5'),
              row.entry_number === own ? 'bg-brand text-on-brand' : 'bg-ticket text-ticket-ink',
            )}
          >
            <WinnerName
              row={row}
              place={placeOfName(rows.length)}
              isHall={isHall}
              className={classNames(
                'font-bold',
                isFew ? 'leading-[1.1]' : 'leading-tight',
                nameSize(isHall, rows.length),
              )}
            />
            <span
              className={classNames(
                'text-right leading-tight font-semibold tabular-nums',
                numberSize(isHall, rows.length),
              )}
            >
              {m.draw_entry({ number: row.entry_number })}
              {isFew && place !== null && <span className="block font-normal">{place}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function placeOfName(winners: number): 'wide' | 'card' | 'row' {
  if (winners === 1) return 'wide';
  return winners <= CARDS_ON_PAGE ? 'card' : 'row';
}

/** A single winner is read from the last row of a hall; ten still from most of it. */
function nameSize(isHall: boolean, winners: number): string {
  if (winners > CARDS_ON_PAGE)
    return isHall ? 'text-[min(3.6vw,6.2vh)] portrait:text-[min(6vw,3.4vh)]' : 'text-lg sm:text-2xl';
  if (winners > 1)
    return isHall ? 'text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]' : 'text-2xl sm:text-4xl';
  return isHall ? 'text-[min(7vw,14vh)] portrait:text-[min(9vw,6vh)]' : 'text-4xl sm:text-6xl';
}

function numberSize(isHall: boolean, winners: number): string {
  if (winners === 1) return isHall ? 'text-[5vh] portrait:text-[2.8vh]' : 'text-lg sm:text-2xl';
  return isHall ? 'text-[2.8vh] portrait:text-[1.8vh]' : 'text-sm';
}

function cardImage(isHall: boolean, isOnlyOne: boolean): string {
  if (isOnlyOne) return isHall ? 'size-[28vh] portrait:size-[14vh]' : 'size-24 sm:size-36';
  return isHall ? 'size-[18vh] portrait:size-[12vh]' : 'size-18';
}

interface PrizeCardProps {
  row: ResultRow;
  prizes: readonly PrizeName[];
  /** Of the prize's image. */
  url: string | null;
  isOwn: boolean;
  /** It has the page for itself. */
  isOnlyOne: boolean;
  isHall: boolean;
}

/** One winner of a small prize, with the prize. */
function PrizeCard({ row, prizes, url, isOwn, isOnlyOne, isHall }: PrizeCardProps) {
  const place = placeWithin(prizes, row);
  return (
    <li
      className={classNames(
        'grid grid-cols-[auto_1fr] items-center rounded-2xl shadow-card',
        isHall
          ? 'min-h-[32vh] gap-x-[1.4vw] px-[1.4vw] py-[1vh] portrait:min-h-[15vh] portrait:gap-x-[3vw] portrait:px-[3vw]'
          : 'min-h-24 gap-x-4 px-3 py-2',
        isOwn ? 'bg-brand text-on-brand' : 'bg-ticket text-ticket-ink',
      )}
    >
      <PrizeImage url={url} prize={row.prize} className={cardImage(isHall, isOnlyOne)} />
      <span className="min-w-0">
        <span
          className={classNames(
            'line-clamp-2 leading-tight font-semibold wrap-anywhere',
            isHall && (isOnlyOne ? 'text-[4.4vh] portrait:text-[2.6vh]' : 'text-[3.2vh] portrait:text-[2vh]'),
            !isHall && (isOnlyOne ? 'text-lg sm:text-2xl' : 'text-base'),
          )}
        >
          {prizeTitle(prizes, row.prize)}
        </span>
        <WinnerName
          row={row}
          place={isOnlyOne ? 'wide' : 'card'}
          isHall={isHall}
          className={classNames(
            'block leading-[1.1] font-bold',
            isOnlyOne && nameSize(isHall, 1),
            !isOnlyOne &&
              (isHall ? 'text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]' : 'text-xl sm:text-3xl'),
          )}
        />
        <span
          className={classNames(
            'block leading-tight tabular-nums',
            isHall ? 'text-[2.8vh] font-semibold portrait:text-[1.8vh]' : 'text-sm',
          )}
        >
          {m.draw_entry({ number: row.entry_number })}
          {place !== null && <span className="font-normal"> · {place}</span>}
        </span>
      </span>
    </li>
  );
}
