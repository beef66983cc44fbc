/**
 * Cuts the fonts for src/fonts.css: what the interface's own words need is a small file that every page loads, and the other
 * characters of names and titles are files that a browser loads when it meets one. Which characters a file has is said there alone,
 * by the `unicode-range` of its face.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SHEET = 'src/fonts.css';
const FOLDER = 'src/fonts/generated';
const FACE =
  /url\('\.\/fonts\/generated\/(([a-z0-9-]+)-(?:interface|latin)\.woff2)'\)[^}]*unicode-range:([^;]+);/g;
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g;
/** What browsers apply by default, and figures of one width; the alternates of these fonts are used nowhere. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

const require = createRequire(import.meta.url);
/** It comes without types. */
const subsetFont = require('subset-font') as (
  font: Buffer,
  characters: string,
  options: { targetFormat: 'woff2'; keepFeatures: readonly string[] },
) => Promise<Buffer>;

export function fontSubsets(): Plugin {
  let root = '';
  return {
    name: 'font-subsets',
    configResolved(config) {
      ({ root } = config);
    },
    buildStart: { order: 'pre', sequential: true, handler: () => cutFonts(root) },
  };
}

async function cutFonts(root: string): Promise<void> {
  const faces = [...(await readFile(join(root, SHEET), 'utf8')).matchAll(FACE)];
  await mkdir(join(root, FOLDER), { recursive: true });
  await Promise.all(
    faces.map(async ([, file = '', family = '', ranges = '']) => {
      const font = require.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`);
      const subset = await subsetFont(await readFile(font), charactersOf(ranges), {
        targetFormat: 'woff2',
        keepFeatures: FEATURES,
      });
      await writeFile(join(root, FOLDER, file), subset);
    }),
  );
}

function charactersOf(ranges: string): string {
  return [...ranges.matchAll(RANGE)]
    .map(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      const length = Number.parseInt(last, 16) - start + 1;
      return String.fromCodePoint(...Array.from({ length }, (_, index) => start + index));
    })
    .join('');
}
