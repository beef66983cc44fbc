/** A name as large as its place allows: on one line, else broken between words and after hyphens, else between letters. */
import type { Rect } from '../engine/camera.ts';

export interface FittedName {
  lines: string[];
  pixels: number;
}

/** Width of a text in pixels when written `pixels` high. */
export type Measure = (text: string, pixels: number) => number;

const LINE = 1.02;

/**
 * @param most largest letter size in pixels
 * @param least size that is used as long as the lines fit into `height`; only names that still do not fit get smaller
 * @param whole down to this size a name is rather smaller than broken within a word; default `least`
 */
export function fitName(
  name: string,
  box: { width: number; height: number; most: number; least: number; whole?: number },
  measure: Measure,
): FittedName {
  const { width, height, most, least } = box;
  for (let pixels = most; pixels >= least; pixels = Math.min(pixels - 1, pixels * 0.94)) {
    const lines = broken(name, pixels, width, measure);
    if (lines !== null && lines.length <= 2 && lines.length * pixels * LINE <= height)
      return { lines, pixels };
  }
  for (let pixels = least; pixels >= (box.whole ?? least); pixels *= 0.94) {
    const lines = broken(name, pixels, width, measure);
    if (lines !== null && lines.length * pixels * LINE <= height) return { lines, pixels };
  }
  for (let pixels = least; pixels > 10; pixels *= 0.94) {
    for (const lines of [broken(name, pixels, width, measure), letters(name, pixels, width, measure)])
      if (lines !== null && lines.length * pixels * LINE <= height) return { lines, pixels };
  }
  return { lines: letters(name, 10, width, measure), pixels: 10 };
}

/** Lines broken between words and after hyphens, or null when a part is wider than the line. */
function broken(name: string, pixels: number, width: number, measure: Measure): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of name.split(/\s+/u).filter(Boolean)) {
    for (const [index, part] of word.split(/(?<=-)/u).entries()) {
      if (measure(part, pixels) > width) return null;
      const space = index === 0 && line !== '' ? ' ' : '';
      const longer = `${line}${space}${part}`;
      if (line !== '' && measure(longer, pixels) > width) {
        lines.push(line);
        line = part;
      } else line = longer;
    }
  }
  return [...lines, line];
}

function letters(name: string, pixels: number, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const letter of name) {
    if (line !== '' && measure(line + letter, pixels) > width) {
      lines.push(line);
      line = letter;
    } else line += letter;
  }
  return [...lines, line];
}

/** The size that a name keeps on a page of three: at least 96 px on a 1920 × 1080 stage. */
export function leastNameSize(card: Rect): number {
  return Math.max(26, Math.min(card.width * 0.1, card.height * 0.37));
}

/** On a phone a name rather gets smaller than breaks within a word; in a hall it must be read from the last row. */
export function wholeNameSize(card: Rect): number {
  const least = leastNameSize(card);
  return least < 48 ? 0.66 * least : least;
}
