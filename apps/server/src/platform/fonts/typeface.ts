/**
 * The product's own fonts, so that images and sheets look the same on a server without any font: how wide a text is, which part
 * of it fits, its outlines, and which font file has which part of it.
 *
 * 1. The fonts come as files for parts of Unicode; each grapheme is drawn with the first file that covers it.
 * 2. Emoji that no file has are left out. Any other character that no file has makes the text undrawable: half a name would be
 *    another name.
 * 3. Long texts are first scaled down, then cut after a complete grapheme.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as fontkit from 'fontkit';
import type { Font } from 'fontkit';

export interface Typeface {
  /** The text as it can be drawn, or null. */
  drawable(text: string): string | null;
  /** In pixels. @param size font size in pixels, as everywhere here */
  width(text: string, size: number): number;
  /** The text in pieces of one font file each, for programs that embed fonts. */
  pieces(text: string): { file: string; text: string }[];
  /** An SVG path whose baseline begins at (x, y). */
  outline(text: string, at: { x: number; y: number; size: number }): string;
  /** One line: smaller down to `least`, then cut. */
  fit(text: string, room: { width: number; size: number; least: number }): { text: string; size: number };
  /** At most `lines` lines of one size; the last one is cut if need be. */
  wrap(text: string, room: { width: number; size: number; lines: number }): string[];
}

const DISPLAY_PARTS = ['latin', 'latin-ext', 'vietnamese'];
const TEXT_PARTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];

const require = createRequire(import.meta.url);
const DISPLAY_FONT = require.resolve('@fontsource/bricolage-grotesque/index.css');
const TEXT_FONT = require.resolve('@fontsource/source-sans-3/index.css');
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Joiners and variation selectors, which choose between forms and show nothing. */
const INVISIBLE = /\u200d|\ufe0e|\ufe0f/;
const ELLIPSIS = '…';

/** For names and titles: the display face, with the text face for characters that it lacks. */
export function displayFace(): Typeface {
  return typeface([...files(DISPLAY_FONT, DISPLAY_PARTS, 700), ...files(TEXT_FONT, TEXT_PARTS, 600)]);
}

export function textFace(): Typeface {
  return typeface(files(TEXT_FONT, TEXT_PARTS, 600));
}

/** @param sheet the style sheet of a family, beside which its files lie */
function files(sheet: string, parts: readonly string[], weight: number): string[] {
  const folder = dirname(sheet);
  return parts.map((part) => join(folder, 'files', `${basename(folder)}-${part}-${weight}-normal.woff`));
}

/** @param paths in order of preference; a file is read when a text first needs it */
function typeface(paths: readonly string[]): Typeface {
  const fonts = paths.map((path) => {
    let font: Font | null = null;
    return (): Font => (font ??= openFont(path));
  });

  /** A line feed or another blank is a plain blank. */
  const graphemes = (text: string): string[] =>
    Array.from(segmenter.segment(text.replaceAll(/\s+/gu, ' ').trim()), ({ segment }) => segment);

  const fontOf = memoised((grapheme: string): { font: Font; file: string } | null => {
    const points = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
    for (const [index, font] of fonts.entries()) {
      const one = font();
      if (points.every((point) => one.hasGlyphForCodePoint(point))) {
        return { font: one, file: paths[index] ?? '' };
      }
    }
    return null;
  });

  const runs = (text: string): { font: Font; file: string; text: string }[] => {
    const list: { font: Font; file: string; text: string }[] = [];
    for (const grapheme of graphemes(text)) {
      const found = fontOf(grapheme);
      const last = list.at(-1);
      if (found === null) continue;
      if (last?.font === found.font) last.text += grapheme;
      else list.push({ ...found, text: grapheme });
    }
    return list;
  };

  /** At a size of one pixel. */
  const unitWidth = memoised((text: string): number =>
    runs(text).reduce((sum, run) => sum + run.font.layout(run.text).advanceWidth / run.font.unitsPerEm, 0),
  );

  const width = (text: string, size: number): number => unitWidth(text) * size;

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

  /** The longest beginning that fits with an ellipsis behind it. */
  const cut = (text: string, room: { width: number; size: number }): string => {
    const shown = (parts: string[]): string => parts.join('').trimEnd() + ELLIPSIS;
    const parts = graphemes(text);
    return shown(parts.slice(0, mostThatFit(parts, room, shown)));
  };

  return {
    drawable(text) {
      const drawable: string[] = [];
      for (const grapheme of graphemes(text.normalize('NFC'))) {
        const plain = Array.from(grapheme, (character) => (INVISIBLE.test(character) ? '' : character)).join(
          '',
        );
        if (plain === '') continue;
        if (fontOf(plain) !== null) drawable.push(plain);
        else if (!EMOJI.test(grapheme)) return null;
      }
      const drawn = drawable.join('').replaceAll(/ {2,}/g, ' ').trim();
      return drawn === '' ? null : drawn;
    },
    width,
    pieces: (text) => runs(text).map(({ file, text: part }) => ({ file, text: part })),
    outline(text, { x, y, size }) {
      let at = x;
      const outlines: string[] = [];
      for (const run of runs(text)) {
        const scale = size / run.font.unitsPerEm;
        const { glyphs, positions } = run.font.layout(run.text);
        glyphs.forEach((glyph, index) => {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
          outlines.push(
            glyph.path
              .scale(scale, -scale)
              .translate(at + xOffset * scale, y - yOffset * scale)
              .toSVG(),
          );
          at += xAdvance * scale;
        });
      }
      return outlines.join('');
    },
    fit(text, room) {
      const least = (room.size * room.width) / width(text, room.size);
      const size = Math.max(room.least, Math.min(room.size, Math.floor(least)));
      const line = { width: room.width, size };
      return { size, text: width(text, size) <= room.width ? text : cut(text, line) };
    },
    wrap(text, room) {
      const lines: string[] = [];
      let rest = graphemes(text).join('').split(' ');
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

function inOneLine(words: readonly string[]): string {
  return words.join(' ');
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
