/**
 * The font files that images and printed sheets are drawn with, in order of preference. Each holds a part of Unicode; those of
 * Chinese, Japanese and Korean are a hundred small ones each, of which a text needs a few.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface FontFile {
  path: string;
  /** Whether the file may have a character; what it has is known once it is open. */
  mayHave(point: number): boolean;
  /** A program that embeds fonts can take it as it is. */
  embeds: boolean;
  /** Thin outlines are drawn with a stroke of this width, in em: see `cjkFiles`. */
  stroke: number;
}

const require = createRequire(import.meta.url);

const DISPLAY_PARTS = ['latin', 'latin-ext', 'vietnamese'];
const TEXT_PARTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];

/** For names and titles: the display face, with the text face for characters that it lacks. */
export function displayFiles(): FontFile[] {
  return [
    ...files(require.resolve('@fontsource/bricolage-grotesque/index.css'), DISPLAY_PARTS, 700),
    ...textFiles(),
  ];
}

export function textFiles(): FontFile[] {
  return [
    ...files(require.resolve('@fontsource/source-sans-3/index.css'), TEXT_PARTS, 600),
    ...files(require.resolve('@fontsource/noto-sans-hebrew/index.css'), ['hebrew'], 600).map(outlined),
    ...files(require.resolve('@fontsource/noto-sans-arabic/index.css'), ['arabic'], 600).map(outlined),
    ...cjkFiles(require.resolve('@fontsource-variable/noto-sans-sc/index.css')),
    ...cjkFiles(require.resolve('@fontsource-variable/noto-sans-kr/index.css')),
  ];
}

/** Written from the right: what embeds fonts would put the words of a line in the wrong order. */
function outlined(file: FontFile): FontFile {
  return { ...file, embeds: false };
}

/** @param sheet the style sheet of a family, beside which its files lie */
function files(sheet: string, parts: readonly string[], weight: number): FontFile[] {
  const folder = dirname(sheet);
  const ranges = rangesOf(folder);
  return parts.map((part) => ({
    path: join(folder, 'files', `${basename(folder)}-${part}-${weight}-normal.woff`),
    mayHave: withinRanges(ranges[part] ?? ''),
    embeds: true,
    stroke: 0,
  }));
}

/** Of the stroke that makes the thin outlines as heavy as the letters beside them. */
const CJK_STROKE = 0.07;

/**
 * Fixed weights of these families are a hundred megabytes. The variable ones are five, and as they are in the files their outlines
 * are thin lines: a stroke along them gives them their weight.
 */
function cjkFiles(sheet: string): FontFile[] {
  const folder = dirname(sheet);
  return Object.entries(rangesOf(folder)).flatMap(([name, listed]): FontFile[] => {
    // Those with names are Latin and the like, which are drawn with other files.
    const part = /^\[(\d+)\]$/.exec(name)?.[1];
    if (part === undefined) return [];
    return [
      {
        path: join(folder, 'files', `${basename(folder)}-${part}-wght-normal.woff2`),
        mayHave: withinRanges(listed),
        embeds: false,
        stroke: CJK_STROKE,
      },
    ];
  });
}

/** By the name of the part, as "U+0-FF,U+131". */
function rangesOf(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
}

function withinRanges(listed: string): (point: number) => boolean {
  const ranges = listed.split(',').map(rangeOf);
  return (point) => ranges.some(([first, last]) => first <= point && point <= last);
}

/** "U+2010-2011", or one character. */
function rangeOf(listed: string): [first: number, last: number] {
  const [first = '', last = first] = listed.trim().replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
