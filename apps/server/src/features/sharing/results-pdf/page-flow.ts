/** Pages that fill from top to bottom: where the next line goes, when a new page begins, and what stands at the foot of each. */
import type { Pen, PenFaces } from '../../../platform/pdf/pen.ts';
import { createPen } from '../../../platform/pdf/pen.ts';
import { wholeLines } from './whole-lines.ts';

const MM = 72 / 25.4;

/** A4, in points. */
export const PAGE = { width: 210 * MM, height: 297 * MM, margin: 18 * MM, top: 18 * MM, bottom: 22 * MM };

const SOFT = '#4d4d4d';
const LINE = '#b3b3b3';

export interface Flow {
  pen: Pen;
  faces: PenFaces;
  /** Where the next line begins, from the top of the page. */
  readonly y: number;
  space(height: number): void;
  /** Begins a new page where less than `height` is left. @returns whether it did */
  keep(height: number): boolean;
  /** As many lines as it takes. */
  paragraph(
    face: keyof PenFaces,
    text: string,
    look: { size: number; leading: number; color?: string },
  ): void;
  /** The foot of all pages. @param title in letters that can be drawn */
  finish(title: string): void;
}

export function createFlow(doc: PDFKit.PDFDocument, faces: PenFaces): Flow {
  const pen = createPen(doc, faces);
  let y = PAGE.height;
  const keep = (height: number): boolean => {
    if (y + height <= PAGE.height - PAGE.bottom) return false;
    doc.addPage();
    y = PAGE.top;
    return true;
  };
  keep(1);
  return {
    pen,
    faces,
    get y() {
      return y;
    },
    space(height) {
      y += height;
    },
    keep,
    paragraph(face, text, { size, leading, color }) {
      const width = PAGE.width - 2 * PAGE.margin;
      for (const line of wholeLines(faces[face], text, { width, size })) {
        keep(leading);
        pen.write(face, line, { x: PAGE.margin, y: y + leading * 0.76, size, ...(color && { color }) });
        y += leading;
      }
    },
    finish(title) {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        drawFoot(pen, faces, { title, page: page + 1, of: count });
      }
    },
  };
}

function drawFoot(
  pen: Pen,
  { text }: PenFaces,
  { title, page, of }: { title: string; page: number; of: number },
): void {
  const [left, right] = [PAGE.margin, PAGE.width - PAGE.margin];
  const y = PAGE.height - PAGE.bottom + 14;
  pen.lines([{ from: [left, y], to: [right, y] }], { width: 0.5, color: LINE });
  const number = `Page ${page} of ${of}`;
  const numberWidth = text.width(number, 8);
  const shown = text.fit(title, { width: right - left - numberWidth - 20, size: 8, least: 8 });
  pen.write('text', shown.text, { x: left, y: y + 13, size: 8, color: SOFT });
  pen.write('text', number, { x: right - numberWidth, y: y + 13, size: 8, color: SOFT });
}
