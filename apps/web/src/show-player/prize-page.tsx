/**
 * One page of winners where prizes have names (R65): a prize alone before its winners, a prize with its winners, or several
 * small prizes, each with its image, its winner and the entry number.
 */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { PrizeImage } from '../ui/prize-image.tsx';
import { placeWithin } from './places.ts';
import { type PrizeName, prizeTitle } from './prize-names.ts';
import { CARDS_ON_PAGE, type WinnerPage } from './reveal.ts';
import { usePrizeDetails } from './use-prize-details.ts';
import { nameOf } from './winners.ts';

interface PrizePageProps {
  raffleId: string;
  prizes: readonly PrizeName[];
  page: WinnerPage;
  own: number | null;
  size: 'page' | 'hall';
  /** What the heading stands on where nobody knows what is behind it. */
  plate: string;
}

export function PrizePage({ raffleId, prizes, page, own, size, plate }: PrizePageProps) {
  const detailsOf = usePrizeDetails(raffleId);
  const { prize, rows } = page;
  const isHall = size === 'hall';
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
      <Heading prizes={prizes} prize={prize} details={details} rows={rows} isHall={isHall} plate={plate} />
      <WinnersOfPrize prizes={prizes} rows={rows} own={own} isHall={isHall} />
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
      {details !== null && details.sponsor_name !== null && (
        <p className={classNames('text-ink-soft', isHall ? 'text-[3vh]' : 'text-lg')}>
          {m.prizes_sponsor({ name: details.sponsor_name })}
        </p>
      )}
    </div>
  );
}

/** Above its winners. */
function Heading({
  prizes,
  prize,
  details,
  rows,
  isHall,
  plate,
}: OnePrizeProps & { rows: readonly ResultRow[] }) {
  const quantity = prizes[prize - 1]?.quantity ?? 1;
  const isFew = rows.length <= CARDS_ON_PAGE;
  const [from, to] = [rows[0]?.position ?? 1, rows.at(-1)?.position ?? 1];
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
        {rows.length < quantity && (
          <p className={classNames('text-ink-soft tabular-nums', isHall && 'text-[2.6vh]')}>
            {from === to
              ? m.draw_place_of({ position: from, quantity })
              : m.draw_places_of({ from, to, quantity })}
          </p>
        )}
      </div>
    </header>
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
            <span
              data-winner-name
              className={classNames(
                'min-w-0 font-display leading-none font-bold wrap-anywhere',
                isFew ? 'line-clamp-2 pb-[0.08em]' : 'line-clamp-1 pb-[0.16em]',
                nameSize(isHall, rows.length),
              )}
            >
              {nameOf(row)}
            </span>
            <span
              className={classNames(
                'text-right leading-tight font-semibold tabular-nums',
                isHall ? 'text-[2.8vh] portrait:text-[1.8vh]' : 'text-sm',
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

/** A single winner is read from the last row of a hall; ten still from most of it. */
function nameSize(isHall: boolean, winners: number): string {
  if (winners > CARDS_ON_PAGE)
    return isHall ? 'text-[min(3.6vw,6.2vh)] portrait:text-[min(6vw,3.4vh)]' : 'text-lg sm:text-2xl';
  if (winners > 1)
    return isHall ? 'text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]' : 'text-2xl sm:text-4xl';
  return isHall ? 'text-[min(7vw,14vh)] portrait:text-[min(9vw,6vh)]' : 'text-4xl sm:text-6xl';
}

interface PrizeCardProps {
  row: ResultRow;
  prizes: readonly PrizeName[];
  /** Of the prize's image. */
  url: string | null;
  isOwn: boolean;
  isHall: boolean;
}

/** One winner of a small prize, with the prize. */
function PrizeCard({ row, prizes, url, isOwn, isHall }: PrizeCardProps) {
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
      <PrizeImage
        url={url}
        prize={row.prize}
        className={isHall ? 'size-[18vh] portrait:size-[12vh]' : 'size-18'}
      />
      <span className="min-w-0">
        <span
          className={classNames(
            'line-clamp-1 leading-tight font-semibold wrap-anywhere',
            isHall ? 'text-[3.2vh] portrait:text-[2vh]' : 'text-base',
          )}
        >
          {prizeTitle(prizes, row.prize)}
          {place !== null && <span className="font-normal"> · {place}</span>}
        </span>
        <span
          data-winner-name
          className={classNames(
            'line-clamp-2 pb-[0.08em] font-display leading-none font-bold wrap-anywhere',
            isHall ? 'text-[min(5vw,8.9vh)] portrait:text-[min(7vw,4.1vh)]' : 'text-xl sm:text-3xl',
          )}
        >
          {nameOf(row)}
        </span>
        <span
          className={classNames(
            'block leading-tight tabular-nums',
            isHall ? 'text-[2.8vh] font-semibold portrait:text-[1.8vh]' : 'text-sm',
          )}
        >
          {m.draw_entry({ number: row.entry_number })}
        </span>
      </span>
    </li>
  );
}
