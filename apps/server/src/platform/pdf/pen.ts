/**
 * What PDFs are drawn with (R67, R76): texts in any script that the fonts here have, lines, and QR codes, all black on white for any
 * printer unless a colour is given. Lengths are points (1/72 inch) from a page's upper left corner.
 */
import { encodeQR } from 'qr';
import type { Outline, Typeface } from '../fonts/typeface.ts';
import { createStamps } from './stamps.ts';

export interface PenFaces {
  display: Typeface;
  text: Typeface;
}

const INK = '#000000';

type Place = { x: number; y: number; size: number; color?: string; centred?: boolean };

export interface Pen {
  /** One line whose baseline begins, or whose middle is, at (x, y). */
  write(face: keyof PenFaces, text: string, place: Place): void;
  /** Smaller where it is long: six digits fit the stub. */
  number(number: number, place: { x: number; y: number; size: number; width: number }): void;
  lines(
    lines: readonly { from: readonly [number, number]; to: readonly [number, number] }[],
    look: { width: number; color: string; dash?: number },
  ): void;
  qr(text: string, place: { x: number; y: number; side: number }): void;
}

/** Rows of a code overlap by this much of a module, so that no viewer shows white lines between them. */
const OVERLAP = 0.03;

export function createPen(doc: PDFKit.PDFDocument, faces: PenFaces): Pen {
  const registered = new Set<string>();
  const useFont = (file: string): void => {
    if (!registered.has(file)) doc.registerFont(file, file);
    registered.add(file);
    doc.font(file);
  };
  const stamps = createStamps(doc);
  const write: Pen['write'] = (face, text, { x, y, size, color = INK, centred = false }) => {
    const typeface = faces[face];
    let at = centred ? x - typeface.width(text, size) / 2 : x;
    const pieces = typeface.pieces(text, size);
    if (pieces === null) {
      const draw = (): Outline[] => typeface.outlines(text, { x: 0, y: 0, size });
      stamps.put(`${face} ${size} ${text}`, draw, { x: at, y, color });
      return;
    }
    doc.fillColor(color).fontSize(size);
    for (const piece of pieces) {
      useFont(piece.file);
      doc.text(piece.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += piece.width;
    }
  };
  return {
    write,
    number(number, { x, y, size, width }) {
      const text = String(number);
      write('display', text, {
        x,
        y,
        size: Math.min(size, (size * width) / faces.display.width(text, size)),
      });
    },
    lines(lines, { width, color, dash }) {
      doc.lineWidth(width).strokeColor(color);
      if (dash === undefined) doc.undash();
      else doc.dash(dash, { space: dash });
      for (const { from, to } of lines) doc.moveTo(...from).lineTo(...to);
      doc.stroke();
    },
    qr(text, { x, y, side }) {
      // The white around it is the paper's.
      const border = 1;
      const rows = encodeQR(text, 'raw', { ecc: 'medium', border }).slice(border, -border);
      const module = side / rows.length;
      for (const [row, dark] of rows.entries()) {
        for (const [from, length] of runsIn(dark)) {
          doc.rect(x + (from - border) * module, y + row * module, length * module, (1 + OVERLAP) * module);
        }
      }
      doc.fill(INK);
    },
  };
}

/** Dark modules in a row: where they begin, and how many. */
function runsIn(row: readonly boolean[]): [from: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

/** What has been drawn so far; the rest of the file follows. */
export function* readyPieces(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let piece = doc.read() as Uint8Array | null; piece !== null; piece = doc.read() as Uint8Array | null) {
    yield piece;
  }
}
