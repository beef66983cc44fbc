/** H9: what is parsed is bounded before it is parsed, however the bytes arrive; a long text comes through whole. */
import { expect, test } from 'vitest';
import { createBodySplitter } from './json-body.ts';
import { RefusalError } from '../refusal.ts';

/** The body as a route would get it, given in pieces of `size` bytes. */
function read(
  json: string,
  { size = 7, longMember = 'image' }: { size?: number; longMember?: string | null } = {},
): unknown {
  const bytes = Buffer.from(json);
  const splitter = createBodySplitter(longMember);
  for (let from = 0; from < bytes.length; from += size) splitter.add(bytes.subarray(from, from + size));
  const { json: small, longText } = splitter.end();
  const body = JSON.parse(small) as Record<string, unknown>;
  if (longText !== null && longMember !== null && body[longMember] === '') body[longMember] = longText;
  return body;
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    return error instanceof RefusalError ? error.code : String(error);
  }
};

test('H9: bodies come through as they are, in pieces of any size', () => {
  const bodies = [
    {},
    [],
    null,
    'image',
    12.5,
    [{ image: 'not at the top' }, 'image', 'x'],
    { image: 'data:image/png;base64,AAAA', title: 'x' },
    {
      title: 'a "quoted" \\ text, with: {all} [signs]',
      image: 'q"u\\o\nte\u0001 ünï 💥 \u2028',
      last: [1, { a: 'b' }],
    },
    { nested: { image: 'inner' }, image: '' },
    { image: null, also: 'image' },
    { image: 17, other: ['image', ':', 'x'] },
    { image: { image: 'no text' } },
  ];
  for (const body of bodies) {
    for (const json of [JSON.stringify(body), JSON.stringify(body, null, 3)]) {
      for (const size of [1, 2, 3, 5, 64, 100_000]) {
        expect([size, read(json, { size })]).toEqual([size, body]);
        expect(read(json, { size, longMember: null })).toEqual(body);
      }
    }
  }
  const escapes = '{"image":"\\u00e4\\ud83d\\udca5\\/\\"\\\\","b":"\\u0022,\\""}';
  for (const size of [1, 2, 3, 4, 5, 6, 7, 8]) expect(read(escapes, { size })).toEqual(JSON.parse(escapes));
});

test('H9: only the named text may be long; depth and members are bounded before anything is parsed', () => {
  const long = 'x'.repeat(70 * 1024);
  const cases: [string, string][] = [
    ['ok', JSON.stringify({ image: long, title: 'x' })],
    ['payload_too_large', JSON.stringify({ title: long, image: 'x' })],
    ['payload_too_large', JSON.stringify({ nested: { image: long } })],
    ['payload_too_large', JSON.stringify([long])],
    ['payload_too_large', `[${'{},'.repeat(30_000)}{}]`],
    ['payload_too_large', `[${'1,'.repeat(6_000)}1]`],
    ['ok', `[${'1,'.repeat(4_000)}1]`],
    ['payload_too_large', '['.repeat(17)],
    ['ok', `${'['.repeat(16)}${']'.repeat(16)}`],
    ['invalid_json', '{"image":"a\\x"}'],
    ['invalid_json', '{"image":"a\nb"}'],
  ];
  for (const [expected, json] of cases) {
    for (const size of [1_000, 1_000_000])
      expect([json.slice(0, 30), codeOf(() => read(json, { size }))]).toEqual([json.slice(0, 30), expected]);
  }
});

test('H9: a text of nothing but escapes costs no more than it is long', () => {
  const text = '\\"'.repeat(2 * 1024 * 1024);
  const started = performance.now();
  const body = read(`{"image":"${text}"}`, { size: 64 * 1024 }) as { image: string };
  expect(body.image).toHaveLength(2 * 1024 * 1024);
  // Looking for the end again after each escape would take minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});
