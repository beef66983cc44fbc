/**
 * A winner's name where winners are shown page by page. A long one gets smaller and takes more lines before a word is torn or the
 * name ends in an ellipsis; what is usual for a name stays as large as its place.
 */
import type { ResultRow } from '@glassdrum/contract';
import { classNames } from '../ui/class-names.ts';
import { nameOf } from './winners.ts';

type NamePlace = 'card' | 'wide' | 'row';

interface WinnerNameProps {
  row: Pick<ResultRow, 'display_name'>;
  /** A card beside another one, a card as wide as the screen, or a row among many, which has less height. */
  place: NamePlace;
  isHall: boolean;
  /** The size of usual names. */
  className: string;
}

export function WinnerName({ row, place, isHall, className }: WinnerNameProps) {
  const name = nameOf(row);
  return (
    <span data-winner-name dir="auto" className={classNames('min-w-0 text-left font-display', className)}>
      <span className={classNames('wrap-anywhere', fitOf(name, place, isHall))}>{name}</span>
    </span>
  );
}

/** Size, as a share of the usual one, and lines. Widths of letters are only guessed: they differ from font to font. */
export function fitOf(name: string, place: NamePlace, isHall: boolean): string {
  const length = Array.from(name).length;
  const longestWord = Math.max(...name.split(/[\s-]/u).map((word) => Array.from(word).length));
  const isWithin = (letters: number, ofWord: number): boolean => length <= letters && longestWord <= ofWord;
  if (place === 'row' && isHall) {
    if (length <= 18) return 'line-clamp-1';
    return length <= 56 ? 'line-clamp-2 text-[0.62em]' : 'line-clamp-3 text-[0.5em]';
  }
  if (place === 'row') {
    if (length <= 26) return 'line-clamp-1';
    return length <= 56 ? 'line-clamp-2 text-[0.8em]' : 'line-clamp-3 text-[0.7em]';
  }
  if (!isHall) {
    if (isWithin(32, 15)) return 'line-clamp-2';
    return place === 'wide' && length > 60 ? 'line-clamp-5 text-[0.55em]' : 'line-clamp-5 text-[0.75em]';
  }
  if (place === 'wide') {
    if (isWithin(36, 18)) return 'line-clamp-2';
    if (isWithin(46, 23)) return 'line-clamp-2 text-[0.8em]';
    return isWithin(80, 28) ? 'line-clamp-3 text-[0.66em]' : 'line-clamp-3 text-[0.5em]';
  }
  if (isWithin(24, 11)) return 'line-clamp-2';
  if (isWithin(30, 14)) return 'line-clamp-2 text-[0.8em]';
  if (isWithin(54, 18)) return 'line-clamp-3 text-[0.66em]';
  return length <= 80 ? 'line-clamp-4 text-[0.45em]' : 'line-clamp-5 text-[0.4em]';
}
