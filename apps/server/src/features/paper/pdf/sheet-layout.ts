/** Where things are on a sheet of tickets, in points (1/72 inch) from its upper left corner. Pure. */
import type { PaperSize } from '@glassdrum/contract';

const MM = 72 / 25.4;
export const mm = (millimetres: number): number => millimetres * MM;

const SIZES: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: mm(210), height: mm(297) },
  letter: { width: 8.5 * 72, height: 11 * 72 },
};

const COLUMNS = 2;
const ROWS = 5;
export const TICKETS_ON_SHEET = COLUMNS * ROWS;
/** What printers leave white, and where the cut marks are. */
const MARGIN = mm(10);
const MARK = { length: mm(5), gap: mm(2) };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Line {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
}

export interface SheetLayout {
  width: number;
  height: number;
  /** Left to right, top to bottom; they touch each other, so that one cut parts two. */
  tickets: Box[];
  /** In the margin, in line with every cut. */
  cutMarks: Line[];
  /** Between the tickets, thin. */
  cutLines: Line[];
}

export function sheetLayout(paper: PaperSize): SheetLayout {
  const { width, height } = SIZES[paper];
  const ticket = { width: (width - 2 * MARGIN) / COLUMNS, height: (height - 2 * MARGIN) / ROWS };
  const xs = Array.from({ length: COLUMNS + 1 }, (_, column) => MARGIN + column * ticket.width);
  const ys = Array.from({ length: ROWS + 1 }, (_, row) => MARGIN + row * ticket.height);
  const [right, bottom] = [width - MARGIN, height - MARGIN];
  const marksAt = (edge: number, away: 1 | -1): [from: number, to: number] => {
    const from = edge + away * MARK.gap;
    return [from, from + away * MARK.length];
  };
  const [above, below] = [marksAt(MARGIN, -1), marksAt(bottom, 1)];
  const [before, behind] = [marksAt(MARGIN, -1), marksAt(right, 1)];
  return {
    width,
    height,
    tickets: ys.slice(0, ROWS).flatMap((y) => xs.slice(0, COLUMNS).map((x) => ({ x, y, ...ticket }))),
    cutMarks: [
      ...xs.flatMap((x) => [above, below].map(([from, to]): Line => ({ from: [x, from], to: [x, to] }))),
      ...ys.flatMap((y) => [before, behind].map(([from, to]): Line => ({ from: [from, y], to: [to, y] }))),
    ],
    cutLines: [
      ...xs.map((x): Line => ({ from: [x, MARGIN], to: [x, bottom] })),
      ...ys.map((y): Line => ({ from: [MARGIN, y], to: [right, y] })),
    ],
  };
}
