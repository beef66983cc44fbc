/** Tables that go over pages: their heading and the names of their columns stand on each of them. */
import { type Flow, PAGE } from './page-flow.ts';
import { wholeLines } from './whole-lines.ts';

const INK = '#000000';
const SOFT = '#4d4d4d';
const LINE = '#b3b3b3';

interface Table {
  heading: string;
  /** One of them has no width of its own and takes what is left. */
  columns: { label: string; width: number | null }[];
  /** A cell for each column, in letters that can be drawn. */
  rows: string[][];
}

const SIZE = 9.5;
const LEADING = 12;
const PADDING = 3;
const GAP = 10;
const HEADING = { size: 12, leading: 16 };
const COLUMN_NAMES = { size: 7.5, height: 15 };

export function drawTable(flow: Flow, { heading, columns, rows }: Table): void {
  const { pen, faces } = flow;
  const right = PAGE.width - PAGE.margin;
  const known = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const widths = columns.map(({ width }) => width ?? right - PAGE.margin - known);
  const lefts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, width) => sum + width, PAGE.margin),
  );

  const drawHead = (isContinued: boolean): void => {
    flow.paragraph('display', isContinued ? `${heading} (continued)` : heading, HEADING);
    for (const [index, { label }] of columns.entries()) {
      pen.write('text', label, {
        x: lefts[index] ?? 0,
        y: flow.y + 9,
        size: COLUMN_NAMES.size,
        color: SOFT,
      });
    }
    flow.space(COLUMN_NAMES.height);
    drawLine(0.75);
  };
  const drawLine = (width: number): void =>
    pen.lines([{ from: [PAGE.margin, flow.y], to: [right, flow.y] }], { width, color: LINE });

  for (const [at, row] of rows.entries()) {
    const cells = row.map((cell, index) =>
      wholeLines(faces.text, cell, { width: (widths[index] ?? 0) - GAP, size: SIZE }),
    );
    const height = Math.max(1, ...cells.map(({ length }) => length)) * LEADING + 2 * PADDING;
    const isFirst = at === 0;
    const isOnNewPage = flow.keep(isFirst ? height + HEADING.leading * 2 + COLUMN_NAMES.height : height);
    if (isFirst || isOnNewPage) drawHead(!isFirst);
    for (const [index, lines] of cells.entries()) {
      for (const [line, text] of lines.entries()) {
        pen.write('text', text, {
          x: lefts[index] ?? 0,
          y: flow.y + PADDING + LEADING * (line + 0.78),
          size: SIZE,
          color: INK,
        });
      }
    }
    flow.space(height);
    drawLine(0.25);
  }
}
