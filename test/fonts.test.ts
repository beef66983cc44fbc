/** The fonts of the web app are cut in parts: together they must show what the whole fonts show, and the first one the interface. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const FAMILIES = ['bricolage-grotesque', 'source-sans-3'];
const WHOLE =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const sheet = readFileSync(join(root, 'apps/web/src/fonts.css'), 'utf8');

function codesIn(ranges: string): number[] {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
  });
}

/** What a file of a font is loaded for. */
function codesOf(file: string): number[] {
  const face = sheet.split('@font-face').find((text) => text.includes(`/${file}.woff2`));
  return codesIn(/unicode-range:([^;]+);/.exec(face ?? '')?.[1] ?? '');
}

function messageTexts(): string {
  const folder = join(root, 'apps/web/src/messages/en');
  return readdirSync(folder)
    .map((name) => JSON.stringify(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .join('');
}

describe.each(FAMILIES)('%s', (family) => {
  const first = codesOf(`${family}-interface`);
  const others = codesOf(`${family}-latin`);
  const further = codesOf(`${family}-latin-ext-wght-normal`);

  test('its parts hold every character of the whole, each of them once', () => {
    const parts = [...first, ...others].toSorted((a, b) => a - b);
    expect(parts).toEqual(codesIn(WHOLE));
    expect(further.length).toBeGreaterThan(600);
    expect(further.filter((code) => parts.includes(code))).toEqual([]);
  });

  test('letters, digits and what stands between words need the first part alone', () => {
    for (const sign of 'ABCXYZabcxyz0189 .,:;!?’“”…–-()') expect(first).toContain(sign.codePointAt(0));
  });
});

test('the words of the interface need the first part of their font alone', () => {
  const covered = new Set(codesOf('source-sans-3-interface'));
  const inFont = new Set(codesIn(WHOLE));
  const missing = [...new Set(messageTexts())].filter((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return inFont.has(code) && !covered.has(code);
  });
  expect(missing).toEqual([]);
});
