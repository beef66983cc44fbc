/** What a page shows before any of its code runs: its theme, its colours, its icons (light by default). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..', 'apps/web');
const read = (path: string): string => readFileSync(join(web, path), 'utf8');
const page = read('index.html');

/** A page before its first paint, with what the visitor's browser remembers. */
function paint(stored: string | null | Error) {
  const classes: string[] = [];
  const colour = { content: /name="theme-color" content="(#\w+)"/.exec(page)?.[1] ?? '' };
  runInNewContext(read('public/theme.js'), {
    localStorage: {
      getItem: (key: string) => {
        if (stored instanceof Error) throw stored;
        return key === 'raffle-theme' ? stored : null;
      },
    },
    document: {
      documentElement: { classList: { add: (name: string) => classes.push(name) } },
      querySelector: (selector: string) =>
        selector.includes('theme-color')
          ? { setAttribute: (_name: string, value: string) => (colour.content = value) }
          : null,
    },
    location: { pathname: '/' },
  });
  return { classes, colour: colour.content };
}

/** The paper of a theme, as the style sheet says. */
function paperOf(selector: string): string {
  const block = read('src/tokens.css').split(`\n${selector} {`)[1]?.split('\n}')[0] ?? '';
  return /--paper: (#\w+);/.exec(block)?.[1] ?? `no paper in ${selector}`;
}

test('the theme is light by default, and what was chosen stands before the first paint', () => {
  expect(paint(null)).toEqual({ classes: [], colour: paperOf(':root') });
  expect(paint('light')).toEqual({ classes: [], colour: paperOf(':root') });
  expect(paint('dark')).toEqual({ classes: ['dark'], colour: paperOf('.dark') });
  expect(paint(new Error('Storage is blocked.'))).toEqual({ classes: [], colour: paperOf(':root') });
});

test('the theme is set by a script that the browser waits for, before the app and its styles', () => {
  const theme = page.indexOf('<script src="/theme.js"></script>');
  expect(theme).toBeGreaterThan(page.indexOf('name="theme-color"'));
  expect(theme).toBeLessThan(page.indexOf('type="module"'));
  expect(theme).toBeLessThan(page.indexOf('<body'));
});

/** Width and height of a PNG file, from its header. */
function pngSize(path: string): string {
  const bytes = readFileSync(join(web, 'public', path));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('every icon of the manifest exists in its size', () => {
  const { icons, theme_color } = JSON.parse(read('public/manifest.webmanifest')) as {
    icons: { src: string; sizes: string }[];
    theme_color: string;
  };
  expect(theme_color).toBe(paperOf(':root'));
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['any', '192x192', '512x512']));
  for (const { src, sizes } of icons) {
    if (sizes !== 'any') expect(`${src} ${pngSize(src)}`).toBe(`${src} ${sizes}`);
  }
});

test('everything that the page names is there', () => {
  const named = [...page.matchAll(/(?:href|src|content)="\/((?!src\/)[\w./-]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(named.filter((path) => !existsSync(join(web, 'public', path)))).toEqual([]);
  expect(pngSize('social.png')).toBe('1200x630');
});
