/** A name as large as its place allows: on one line, else broken between words and after hyphens; only a word that is too wide for a line is torn. */
import type { Rect } from '../engine/camera.ts';

export interface FittedName {
  lines: string[];
  pixels: number;
}

/** Width of a text in pixels when written `pixels` high. */
export type Measure = (text: string, pixels: number) => number;

const LINE = 1.02;
/** Down to this share of `least` a name rather gets smaller than has a word torn. */
const WHOLE = 0.4;
/** Behind a hyphen, and behind each sign of a script that knows no spaces. */
const BREAKS = /(?<=[-\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;

/**
 * @param most largest letter size in pixels
 * @param least size that is used as long as the lines fit into `height`; only names that still do not fit get smaller
 */
export function fitName(
  name: string,
  box: { width: number; height: number; most: number; least: number },
  measure: Measure,
): FittedName {
  const { width, height, most, least } = box;
  const fits = (lines: readonly string[], pixels: number): boolean => lines.length * pixels * LINE <= height;
  for (let pixels = most; pixels >= least; pixels = Math.min(pixels - 1, pixels * 0.94)) {
    const { lines, isTorn } = inLines(name, pixels, width, measure);
    if (!isTorn && lines.length <= 2 && fits(lines, pixels)) return { lines, pixels };
  }
  for (let pixels = least; pixels >= WHOLE * least; pixels *= 0.94) {
    const { lines, isTorn } = inLines(name, pixels, width, measure);
    if (!isTorn && fits(lines, pixels)) return { lines, pixels };
  }
  for (let pixels = least; pixels > 10; pixels *= 0.94) {
    const { lines } = inLines(name, pixels, width, measure);
    if (fits(lines, pixels)) return { lines, pixels };
  }
  return { lines: inLines(name, 10, width, measure).lines, pixels: 10 };
}

/** Broken between words and after hyphens; a part that is wider than a line is torn between letters. */
function inLines(
  name: string,
  pixels: number,
  width: number,
  measure: Measure,
): { lines: string[]; isTorn: boolean } {
  const lines: string[] = [];
  let line = '';
  let isTorn = false;
  const add = (text: string, space: string): void => {
    const longer = `${line}${line === '' ? '' : space}${text}`;
    if (line !== '' && measure(longer, pixels) > width) {
      lines.push(line);
      line = text;
    } else line = longer;
  };
  for (const word of name.split(/\s+/u).filter(Boolean)) {
    for (const [index, part] of word.split(BREAKS).entries()) {
      const space = index === 0 ? ' ' : '';
      if (measure(part, pixels) <= width) {
        add(part, space);
        continue;
      }
      isTorn = true;
      for (const [at, letter] of Array.from(part).entries()) add(letter, at === 0 ? space : '');
    }
  }
  return { lines: [...lines, line], isTorn };
}

/** The size that a name keeps on a page of three: at least 96 px on a 1920 × 1080 stage. */
export function leastNameSize(card: Rect): number {
  return Math.max(26, Math.min(card.width * 0.1, card.height * 0.37));
}
