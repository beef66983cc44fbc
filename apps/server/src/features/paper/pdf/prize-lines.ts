/** The prizes on a ticket (R67): as many as there is room for, a long name on several lines, and how many more there are. Pure. */
import type { Typeface } from '../../../platform/fonts/typeface.ts';

export interface PrizeLine {
  text: string;
  /** It continues the prize of the line above. */
  isContinued: boolean;
}

interface Room {
  /** Of a first line, in points. */
  width: number;
  size: number;
  lines: number;
  /** How much narrower a continued line is, in points. */
  indent: number;
}

/** @param prizes in letters that the face has or not; one that cannot be drawn counts among those that are left out */
export function prizeLines(
  prizes: readonly string[],
  face: Pick<Typeface, 'drawable' | 'wrap'>,
  { width, size, lines, indent }: Room,
): PrizeLine[] {
  const drawable = prizes.flatMap((prize) => face.drawable(prize) ?? []);
  // The last line is for "and 3 more" where there are more.
  const fitsAll = drawable.length === prizes.length && prizes.length <= lines;
  const listed = drawable.slice(0, fitsAll ? lines : lines - 1);
  const more = prizes.length - listed.length;
  let spare = lines - listed.length - (more > 0 ? 1 : 0);
  const shown = listed.flatMap((prize) => {
    const wrapped = face.wrap(prize, { width: width - indent, size, lines: 1 + spare });
    spare -= wrapped.length - 1;
    return wrapped.map((text, index): PrizeLine => ({ text, isContinued: index > 0 }));
  });
  if (more > 0 && shown.length > 0) {
    shown.push({ text: more === 1 ? 'and 1 more' : `and ${more} more`, isContinued: false });
  }
  return shown;
}
