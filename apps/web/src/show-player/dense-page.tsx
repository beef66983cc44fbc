/**
 * One page of very many winners (R65): as many as are found at a glance, in rows of number and name. Those of one prize stand
 * below it, by entry number; otherwise several prizes stand in columns, each with its image and its winners.
 */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { PrizeImage } from '../ui/prize-image.tsx';
import { type PrizeName, prizeTitle, type RowsOfPrize } from './prize-names.ts';
import { WinnerName } from './winner-name.tsx';
import { nameOf } from './winners.ts';

interface DenseRowsProps {
  rows: readonly ResultRow[];
  own: number | null;
  isHall: boolean;
}

/** Read down the columns, as numbers are looked up. */
export function DenseRows({ rows, own, isHall }: DenseRowsProps) {
  return (
    <ol
      className={classNames(
        'mx-auto w-full animate-appear columns-2 landscape:columns-3',
        isHall ? 'max-w-[96vw] gap-x-[1.2vw]' : 'max-w-6xl gap-x-2',
      )}
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className={classNames(
            'flex break-inside-avoid items-baseline gap-x-[0.6em] overflow-hidden rounded-lg leading-tight',
            isHall
              ? 'mb-[0.6vh] px-[0.8vw] text-[min(4.1vh,2vw)] portrait:text-[min(2.6vh,3.4vw)]'
              : 'mb-0.5 px-2 text-sm sm:mb-1 sm:py-0.5 sm:text-xl',
            rowColours(row, own),
          )}
        >
          <DenseNumber row={row} />
          <DenseName row={row} />
        </li>
      ))}
    </ol>
  );
}

interface DensePrizesProps {
  prizes: readonly PrizeName[];
  groups: readonly RowsOfPrize<ResultRow>[];
  detailsOf: (prize: number) => ShownPrize | null;
  own: number | null;
  isHall: boolean;
}

/** Several prizes with their winners. */
export function DensePrizes({ prizes, groups, detailsOf, own, isHall }: DensePrizesProps) {
  return (
    <ol
      className={classNames(
        'mx-auto w-full animate-appear columns-2 landscape:columns-3',
        isHall ? 'max-w-[96vw] gap-x-[1.2vw]' : 'max-w-6xl gap-x-2',
      )}
    >
      {groups.map(({ prize, rows }) => (
        <li
          key={prize}
          className={classNames(
            'overflow-hidden rounded-xl box-decoration-clone shadow-card',
            rows.length <= KEPT_TOGETHER && 'break-inside-avoid',
            isHall ? 'mb-[1.1vh] p-[0.7vh]' : 'mb-1.5 p-1',
            rows.length === 1 ? rowColours(rows[0], own) : 'bg-ticket text-ticket-ink',
          )}
        >
          <div
            className={classNames(
              'grid break-after-avoid grid-cols-[auto_1fr] items-center',
              isHall ? 'gap-x-[0.8vw]' : 'gap-x-2',
            )}
          >
            <PrizeImage
              url={detailsOf(prize)?.image_url ?? null}
              prize={prize}
              className={imageSize(isHall, rows.length)}
            />
            <div className="min-w-0">
              <h3
                className={classNames(
                  'leading-tight font-semibold wrap-anywhere',
                  isHall && rows.length === 1 ? 'line-clamp-1' : 'line-clamp-2',
                  isHall
                    ? 'text-[min(2.8vh,1.7vw)] portrait:text-[min(1.9vh,2.6vw)]'
                    : 'text-xs sm:text-base',
                )}
              >
                {prizeTitle(prizes, prize)}
              </h3>
              {rows.length === 1 && <Single row={rows[0]} isHall={isHall} />}
            </div>
          </div>
          {rows.length > 1 && (
            <ol>
              {rows.map((row) => (
                <li
                  key={row.id}
                  className={classNames(
                    'flex break-inside-avoid items-baseline gap-x-[0.6em] rounded-lg leading-tight',
                    isHall
                      ? 'px-[0.5vw] text-[min(3.4vh,1.8vw)] portrait:text-[min(2.1vh,3vw)]'
                      : 'px-1 text-sm sm:text-lg',
                    row.entry_number === own && 'bg-brand text-on-brand',
                  )}
                >
                  <DenseNumber row={row} />
                  <DenseName row={row} />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Prizes with more winners may go on in the next column. */
const KEPT_TOGETHER = 3;

/** The number below the name: beside it a phone has no room for either. */
function Single({ row, isHall }: { row: ResultRow | undefined; isHall: boolean }) {
  if (row === undefined) return null;
  return (
    <>
      {isHall ? (
        <WinnerName
          row={row}
          place="row"
          isHall
          className="block pb-[0.1em] text-[min(4.6vh,2.6vw)] leading-tight font-bold portrait:text-[min(3vh,4vw)]"
        />
      ) : (
        <span
          data-winner-name
          dir="auto"
          className="line-clamp-3 text-left font-display text-base leading-tight font-bold wrap-anywhere sm:text-2xl"
        >
          {nameOf(row)}
        </span>
      )}
      <p
        className={classNames(
          'leading-tight tabular-nums',
          isHall ? 'text-[min(2.6vh,1.6vw)] font-semibold portrait:text-[1.7vh]' : 'text-xs sm:text-base',
        )}
      >
        {m.draw_entry({ number: row.entry_number })}
      </p>
    </>
  );
}

function DenseNumber({ row }: { row: ResultRow }) {
  return (
    <span className="min-w-[2.6em] shrink-0 font-semibold tabular-nums">
      {m.common_number_sign()}
      {row.entry_number}
    </span>
  );
}

/** In a column of the usual width; longer ones get a little smaller, and then end in an ellipsis. */
const USUAL_LETTERS = 22;

function DenseName({ row }: { row: ResultRow }) {
  const name = nameOf(row);
  return (
    <span
      data-winner-name
      dir="auto"
      className="min-w-0 flex-1 truncate pb-[0.1em] text-left font-display leading-tight font-bold"
    >
      <span className={name.length > USUAL_LETTERS ? 'text-[0.74em]' : ''}>{name}</span>
    </span>
  );
}

function imageSize(isHall: boolean, winners: number): string {
  if (winners > 1) return isHall ? 'size-[7vh] portrait:size-[4.6vh]' : 'size-8';
  return isHall ? 'size-[12.4vh] portrait:size-[7.4vh]' : 'size-10 sm:size-13';
}

function rowColours(row: ResultRow | undefined, own: number | null): string {
  return row !== undefined && row.entry_number === own
    ? 'bg-brand text-on-brand'
    : 'bg-ticket text-ticket-ink';
}
