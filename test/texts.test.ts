/**
 * The product's promised words: each text of specified-texts.json stands in the English catalogues as it is written
 * there, a `{}` standing for whatever is filled in.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../apps/web/src/messages/en');
const files = readdirSync(folder);

interface SpecifiedText {
  screen: string;
  text: string;
}

const specified = JSON.parse(
  readFileSync(join(import.meta.dirname, 'specified-texts.json'), 'utf8'),
) as SpecifiedText[];

/** All texts of a catalogue; a message with plurals has several. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null && 'match' in value)
    return textsOf(Object.values(value.match ?? {}));
  return [];
}

/** What is filled in has many names; here it is nameless. */
const withoutNames = (text: string): string => text.replace(/\{[^}]*\}/g, '{}');

const written = new Set(
  files
    .flatMap((file) =>
      Object.values(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>),
    )
    .flatMap(textsOf)
    .map(withoutNames),
);

/** Texts that no catalogue has. */
const missing = (texts: readonly string[]): string[] =>
  texts.filter((text) => !written.has(withoutNames(text)));

const screens = [...new Set(specified.map(({ screen }) => screen))];

describe('texts as they were promised', () => {
  test.each(screens)('%s', (screen) => {
    const texts = specified.filter((row) => row.screen === screen).map(({ text }) => text);
    expect(missing(texts)).toEqual([]);
  });
});

test('a text with one other letter is missing', () => {
  expect(missing(['Host Console', 'Host console'])).toEqual(['Host console']);
  expect(missing(['String must contain at least {} character(s)'])).toEqual([]);
});

test('the list covers every screen that has promised words', () => {
  const named = new Set(screens.map((screen) => screen.split(':')[0]));
  const all = [
    'landing',
    'legal',
    'accounts',
    'console',
    'invitation',
    'join',
    'draw',
    'results',
    'chat',
    'votes',
  ];
  for (const screen of all) expect(named).toContain(screen);
});

test('B17: the legal texts name what the specification says of them', () => {
  const legal = textsOf(
    Object.values(JSON.parse(readFileSync(join(folder, 'legal.json'), 'utf8')) as object),
  );
  const text = legal.join(' ');
  for (const claim of [
    /several winners and alternates/,
    /a deadline/,
    /a scheduled draw that starts automatically/,
    /notifications by email and on devices are sent automatically/,
    /at least 18/,
    /hashed IP addresses and hashed browser user agents/i,
    /hosts see participant information for their own raffles only/i,
  ]) {
    expect(text).toMatch(claim);
  }
});
