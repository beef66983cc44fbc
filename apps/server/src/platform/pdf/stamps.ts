/**
 * Texts that a PDF draws by their outlines, because no font with them can be embedded (R67, R76). The title of a raffle is the same on
 * two thousand tickets: its outlines stand in the file once, and each ticket refers to them.
 */
import type { PathCommand } from 'fontkit';
import type { Outline } from '../fonts/typeface.ts';

export interface Stamps {
  /**
   * @param key the same for the same outlines
   * @param draw with the baseline beginning at (0, 0), y growing downwards as everywhere in this document
   */
  put(key: string, draw: () => readonly Outline[], at: { x: number; y: number; color: string }): void;
}

type Form = ReturnType<PDFKit.PDFDocument['ref']>;

export function createStamps(doc: PDFKit.PDFDocument): Stamps {
  const known = new Map<string, { name: string; form: Form }>();
  return {
    put(key, draw, { x, y, color }) {
      const stamp = known.get(key) ?? { name: `Stamp${known.size + 1}`, form: formOf(doc, draw()) };
      known.set(key, stamp);
      const forms = doc.page.xobjects as Record<string, Form>;
      forms[stamp.name] = stamp.form;
      // What it is filled and stroked with is the page's.
      doc.save().translate(x, y).fillColor(color).strokeColor(color);
      doc.addContent(`/${stamp.name} Do`);
      doc.restore();
    },
  };
}

/** Whatever was drawn before: lines without dashes, whose ends meet without spikes. */
const STROKES = '[] 0 d 1 j';

function formOf(doc: PDFKit.PDFDocument, outlines: readonly Outline[]): Form {
  const boxes = outlines.map(({ path, stroke }) => ({ ...path.cbox, stroke }));
  const edges = (list: number[]): number[] => list.filter(Number.isFinite);
  const form = doc.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [
      Math.min(0, ...edges(boxes.map(({ minX, stroke }) => minX - stroke))),
      Math.min(0, ...edges(boxes.map(({ minY, stroke }) => minY - stroke))),
      Math.max(0, ...edges(boxes.map(({ maxX, stroke }) => maxX + stroke))),
      Math.max(0, ...edges(boxes.map(({ maxY, stroke }) => maxY + stroke))),
    ],
  });
  const drawn = outlines.map(({ path, stroke }) => {
    const shape = pathOperators(path.commands);
    if (shape === '') return '';
    return stroke > 0 ? `${number(stroke)} w ${shape} B` : `${shape} f`;
  });
  form.end([STROKES, ...drawn].join('\n'));
  return form;
}

/** As a page's content has them. */
function pathOperators(commands: readonly PathCommand[]): string {
  let at: Point = [0, 0];
  const operators: string[] = [];
  for (const one of commands) {
    operators.push(operatorOf(one, at));
    if (one.command !== 'closePath') at = [one.args.at(-2) ?? 0, one.args.at(-1) ?? 0];
  }
  return operators.join(' ');
}

type Point = readonly [x: number, y: number];

/** @param from where the last command ended */
function operatorOf({ command, args }: PathCommand, from: Point): string {
  switch (command) {
    case 'moveTo':
      return `${numbers(args)} m`;
    case 'lineTo':
      return `${numbers(args)} l`;
    case 'bezierCurveTo':
      return `${numbers(args)} c`;
    case 'quadraticCurveTo':
      return `${numbers(cubicOf(from, args))} c`;
    case 'closePath':
      return 'h';
  }
}

/** The cubic curve with the same course as a quadratic one. @param args its control point and its end */
function cubicOf(from: Point, [controlX = 0, controlY = 0, x = 0, y = 0]: readonly number[]): number[] {
  const towards = (start: number, control: number): number => start + (2 / 3) * (control - start);
  return [
    towards(from[0], controlX),
    towards(from[1], controlY),
    towards(x, controlX),
    towards(y, controlY),
    x,
    y,
  ];
}

function numbers(list: readonly number[]): string {
  return list.map(number).join(' ');
}

/** A thousandth of a point is finer than any printer. */
function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
