/**
 * The product's own fonts, so that images and sheets look the same on a server without any font: how wide a text is, which part
 * of it fits, its outlines, and which font file has which part of it.
 *
 * 1. The fonts come as files for parts of Unicode; each grapheme is drawn with the first file that covers it.
 * 2. Emoji that no file has are left out. Any other character that no file has makes the text undrawable: half a name would be
 *    another name.
 * 3. What is written from the right is put in its place line by line, and shaped in the direction in which it is read.
 * 4. Long texts are first scaled down, then cut after a complete grapheme.
 */
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import type { Font, GlyphRun, Path } from 'fontkit';
import { displayFiles, type FontFile, textFiles } from './font-files.ts';
import { graphemesOf, isEmoji, pointsOf, withoutInvisible } from './graphemes.ts';
import { visualOrder } from './visual-order.ts';

/** A part of a text as it is drawn: filled, and where `stroke` is not 0 also drawn along its outline with a line of that width. */
export interface Outline {
  path: Path;
  stroke: number;
}

export interface Typeface {
  /** The text as it can be drawn, or null. */
  drawable(text: string): string | null;
  /** In pixels. @param size font size in pixels, as everywhere here */
  width(text: string, size: number): number;
  /**
   * The text in pieces of one font file each, for programs that embed fonts; blanks at their ends have their width. Null for a
   * text that has to be drawn by its outlines.
   */
  pieces(text: string, size: number): { file: string; text: string; width: number }[] | null;
  /** With the baseline beginning at (x, y), and y growing downwards. */
  outlines(text: string, at: { x: number; y: number; size: number }): Outline[];
  /** One line: smaller down to `least`, then cut. */
  fit(text: string, room: { width: number; size: number; least: number }): { text: string; size: number };
  /** At most `lines` lines of one size; the last one is cut if need be. */
  wrap(text: string, room: { width: number; size: number; lines: number }): string[];
}

const ELLIPSIS = '…';

/**
 * Where a line may end: behind a blank, and between characters of scripts without blanks, though not before what closes or behind
 * what opens.
 */
const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const BREAKS = new RegExp(String.raw`(?<=\s)|(?<![\p{Ps}\p{Pi}])(?=${CJK})|(?<=${CJK})(?![\p{P}ー\s])`, 'u');

/** For names and titles. */
export function displayFace(): Typeface {
  return typeface(displayFiles());
}

export function textFace(): Typeface {
  return typeface(textFiles());
}

/** Characters of one file, in one direction. */
interface Run {
  font: Font;
  file: FontFile;
  text: string;
  isRtl: boolean;
  /** At a size of one pixel. */
  unitWidth: number;
}

function shaped({ font, text, isRtl }: Pick<Run, 'font' | 'text' | 'isRtl'>): GlyphRun {
  return font.layout(text, undefined, undefined, undefined, isRtl ? 'rtl' : 'ltr');
}

/** @param files in order of preference; one is read when a text first needs it */
function typeface(files: readonly FontFile[]): Typeface {
  const fonts = files.map((file) => {
    let font: Font | null = null;
    return { file, open: (): Font => (font ??= openFont(file.path)) };
  });

  const fontOf = memoised((grapheme: string): Pick<Run, 'font' | 'file'> | null => {
    const points = pointsOf(grapheme);
    for (const { file, open } of fonts) {
      if (!points.every((point) => file.mayHave(point))) continue;
      const font = open();
      if (points.every((point) => font.hasGlyphForCodePoint(point))) return { font, file };
    }
    return null;
  });

  /** From left to right, as they are seen. A sheet has the same texts on each of its tickets. */
  const runs = memoised((text: string): Run[] => {
    const found = graphemesOf(text).flatMap((grapheme) => {
      const one = fontOf(grapheme);
      return one === null ? [] : { ...one, grapheme };
    });
    const list: Omit<Run, 'unitWidth'>[] = [];
    for (const { index, text: shown, isRtl } of visualOrder(found.map(({ grapheme }) => grapheme))) {
      const one = found[index];
      if (one === undefined) continue;
      const last = list.at(-1);
      if (last?.font !== one.font || last.isRtl !== isRtl) {
        list.push({ font: one.font, file: one.file, text: shown, isRtl });
      } else last.text = isRtl ? shown + last.text : last.text + shown;
    }
    return list.map((run) => ({ ...run, unitWidth: shaped(run).advanceWidth / run.font.unitsPerEm }));
  });

  const width = (text: string, size: number): number =>
    size * runs(text).reduce((sum, { unitWidth }) => sum + unitWidth, 0);

  /** How many of `parts`, at least one, fit the room when they are put together by `shown`. */
  const mostThatFit = (
    parts: readonly string[],
    { width: room, size }: { width: number; size: number },
    shown: (parts: string[]) => string,
  ): number => {
    let [fits, tooMany] = [1, parts.length + 1];
    while (tooMany - fits > 1) {
      const tried = Math.floor((fits + tooMany) / 2);
      if (width(shown(parts.slice(0, tried)), size) <= room) fits = tried;
      else tooMany = tried;
    }
    return fits;
  };

  /** The longest beginning that fits with an ellipsis behind it; it ends with a word, unless that leaves too little. */
  const cut = (text: string, room: { width: number; size: number }): string => {
    const shown = (parts: string[]): string => parts.join('').trimEnd() + ELLIPSIS;
    const parts = graphemesOf(text);
    return shown(parts.slice(0, endOfWord(parts, mostThatFit(parts, room, shown))));
  };

  return {
    drawable(text) {
      const drawable: string[] = [];
      for (const grapheme of graphemesOf(text.normalize('NFC'))) {
        const plain = withoutInvisible(grapheme);
        if (plain === '') continue;
        if (fontOf(plain) !== null) drawable.push(plain);
        else if (!isEmoji(grapheme)) return null;
      }
      const drawn = drawable.join('').replaceAll(/ {2,}/g, ' ').trim();
      return drawn === '' ? null : drawn;
    },
    width,
    pieces(text, size) {
      const list = runs(text);
      if (list.some(({ file, isRtl }) => isRtl || !file.embeds)) return null;
      return list.map((run) => ({ file: run.file.path, text: run.text, width: run.unitWidth * size }));
    },
    outlines(text, { x, y, size }) {
      let at = x;
      return runs(text).flatMap((run) => {
        const scale = size / run.font.unitsPerEm;
        const { glyphs, positions } = shaped(run);
        return glyphs.map((glyph, index): Outline => {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
          const path = glyph.path.scale(scale, -scale).translate(at + xOffset * scale, y - yOffset * scale);
          at += xAdvance * scale;
          return { path, stroke: run.file.stroke * size };
        });
      });
    },
    fit(text, room) {
      const least = (room.size * room.width) / width(text, room.size);
      const size = Math.max(room.least, Math.min(room.size, Math.floor(least)));
      const line = { width: room.width, size };
      return { size, text: width(text, size) <= room.width ? text : cut(text, line) };
    },
    wrap(text, room) {
      const lines: string[] = [];
      let rest = graphemesOf(text).join('').split(BREAKS);
      while (rest.length > 0) {
        const words = lines.length === room.lines - 1 ? rest.length : mostThatFit(rest, room, inOneLine);
        const line = inOneLine(rest.slice(0, words));
        // The last line, or a word longer than any line: the rest is cut.
        if (width(line, room.size) > room.width) return [...lines, cut(inOneLine(rest), room)];
        lines.push(line);
        rest = rest.slice(words);
      }
      return lines;
    },
  };
}

/** How many of the first `fits` graphemes end with a word; all of them where the last word is more than half of them. */
function endOfWord(graphemes: readonly string[], fits: number): number {
  if (fits >= graphemes.length || graphemes[fits] === ' ') return fits;
  const blank = graphemes.lastIndexOf(' ', fits - 1);
  return blank >= fits / 2 ? blank : fits;
}

function inOneLine(words: readonly string[]): string {
  return words.join('').trimEnd();
}

/** Without a limit: a card has few texts. */
function memoised<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    const found = known.get(text) ?? { value: compute(text) };
    known.set(text, found);
    return found.value;
  };
}

function openFont(path: string): Font {
  const font = fontkit.create(readFileSync(path));
  if ('fonts' in font) throw new Error(`${path} holds several fonts.`);
  return font;
}
