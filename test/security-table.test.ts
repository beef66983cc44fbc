/** docs/security.md: every requirement of OWASP ASVS 5.0 up to level 2 is in its table, and what the table names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..');
const document = readFileSync(join(repository, 'docs/security.md'), 'utf8');

/** By level, as ASVS 5.0.0 numbers them; `2-4` stands for 2, 3 and 4. */
const REQUIREMENTS = {
  1: `1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8
    6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1
    14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  2: `1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1
    4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5
    7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2
    11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3
    15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`,
} as const;

function numbersOf(list: string): string[] {
  return list.split(/\s+/).flatMap((entry) => {
    const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(entry) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => `V${section}.${Number(first) + index}`);
  });
}

interface Row {
  numbers: string[];
  level: string;
  state: string;
  how: string;
  shownBy: string;
}

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (V\d[^|]*)\|(.*)\|$/gm)].map(([, numbers = '', rest = '']) => {
    const [level = '', , state = '', how = '', shownBy = ''] = rest.split('|').map((cell) => cell.trim());
    return { numbers: numbers.trim().split(', '), level, state, how, shownBy };
  });
}

/** What the text names and the repository does not have: files, and titles (in quotes behind their file). */
function missingIn(text: string): string[] {
  const named = text.matchAll(/`((?:apps|docs|e2e|packages|scripts|test)\/[^`\s]+)`((?: "[^"\n]+")*)/g);
  return [...named].flatMap(([, file = '', titles = '']) => {
    const path = join(repository, file);
    if (!existsSync(path)) return [file];
    const source = titles === '' ? '' : readFileSync(path, 'utf8');
    return [...titles.matchAll(/"([^"]+)"/g)]
      .map(([, title = '']) => title)
      .filter((title) => !source.includes(title))
      .map((title) => `${file}: ${title}`);
  });
}

const rows = rowsOf(document);

test('the table has every requirement of levels 1 and 2 once, with its level, and no other', () => {
  const [one, two] = [numbersOf(REQUIREMENTS[1]), numbersOf(REQUIREMENTS[2])];
  expect([one.length, two.length]).toEqual([70, 183]);
  const inTable = rows.flatMap(({ numbers, level }) => numbers.map((number) => `${number} at ${level}`));
  const expected = [...one.map((number) => `${number} at 1`), ...two.map((number) => `${number} at 2`)];
  expect(inTable.toSorted()).toEqual(expected.toSorted());
});

test('each says how it is met or what is missing', () => {
  const states = new Set(['met', 'operator', 'partly', 'not met', 'n/a']);
  expect(rows.filter(({ state }) => !states.has(state))).toEqual([]);
  expect(rows.filter(({ how, shownBy }) => how === '' && shownBy === '')).toEqual([]);
  const unexplained = rows.filter(({ state, how }) => state !== 'met' && how === '');
  expect(unexplained.map(({ numbers }) => numbers)).toEqual([]);
});

test('every file and every test that the page names exists', () => {
  expect(missingIn(document)).toEqual([]);
});

test('… and one that does not would be missed', () => {
  const text = '`test/no-such.test.ts`, `test/documents.test.ts` "no such title"';
  expect(missingIn(text)).toEqual(['test/no-such.test.ts', 'test/documents.test.ts: no such title']);
});
