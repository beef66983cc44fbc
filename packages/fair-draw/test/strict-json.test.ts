/** Reading JSON files under the rules of draw protocol §1. */
import { assert, array, constantFrom, integer, jsonValue, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson, RefusedFile } from '../src/json/strict-json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): unknown => parseStrictJson(bytesOf(text));

/** The reason of a refusal; a file that is read fails the test. */
function refusal(file: string | Uint8Array): string {
  try {
    parseStrictJson(typeof file === 'string' ? bytesOf(file) : file);
  } catch (error) {
    if (error instanceof RefusedFile) return error.message;
    throw error;
  }
  throw new Error(`was read: ${JSON.stringify(file).slice(0, 100)}`);
}

/** Values whose numbers the protocol allows. */
const values = jsonValue({ maxDepth: 5, noUnicodeString: false }).map((value) =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'number' ? Math.min(Math.floor(Math.abs(inner)), Number.MAX_SAFE_INTEGER) : inner,
    ),
  ),
);

describe('[§1 JSON] what is read', () => {
  test('every value as JSON.parse reads it, however it is spaced', () => {
    assert(
      property(values, constantFrom(undefined, 1, '\t', ' \r\n'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('every string however it is escaped', () => {
    const units = string({ unit: 'binary', maxLength: 60 });
    assert(
      property(units, array(constantFrom('plain', 'unit', 'UNIT'), { minLength: 1 }), (text, spellings) => {
        const written = text
          .split('')
          .map((unit, index) => {
            const spelling = spellings[index % spellings.length];
            const surrogate = /[\ud800-\udfff]/.test(unit);
            if (spelling === 'plain' && !surrogate) return JSON.stringify(unit).slice(1, -1);
            const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
            return `\\u${spelling === 'UNIT' ? digits.toUpperCase() : digits}`;
          })
          .join('');
        expect(read(`"${written}"`)).toBe(text);
        expect(read(`{"${written}":1}`)).toEqual({ [text]: 1 });
      }),
      { numRuns: 500 },
    );
    expect(read('"\\"\\\\\\/\\b\\f\\n\\r\\t"')).toBe('"\\/\b\f\n\r\t');
    expect(read(`"${'é字🎟a'.repeat(5000)}"`)).toBe('é字🎟a'.repeat(5000));
  });

  test('the largest integer, scalars at the top, white space around', () => {
    expect(read(' \n[0,9007199254740991]\t\r')).toEqual([0, 9_007_199_254_740_991]);
    for (const text of ['0', '"a"', 'true', 'false', 'null']) expect(read(text)).toBe(JSON.parse(text));
  });

  test('64 levels', () => {
    const deep = `${'['.repeat(32)}${'{"a":'.repeat(32)}0${'}'.repeat(32)}${']'.repeat(32)}`;
    expect(read(deep)).toEqual(JSON.parse(deep));
  });

  test('`__proto__` is a member like any other', () => {
    const value = read('{"__proto__":{"format":"x"},"a":1}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect('format' in value).toBe(false);
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  test('members of one name in different objects', () => {
    const text = '[{"a":{"a":1},"b":{"a":2}},{"a":3}]';
    expect(read(text)).toEqual(JSON.parse(text));
  });

  test('lists of more elements than are gathered at once', () => {
    const text = JSON.stringify(Array.from({ length: 5000 }, (_, index) => [index, [`${index}`]]));
    expect(read(text)).toEqual(JSON.parse(text));
  });

  test('60 members of any order in thousands of objects', () => {
    const names = Array.from({ length: 60 }, (_, index) => `name${index}`);
    const objects = Array.from({ length: 3000 }, (_, index) =>
      Object.fromEntries(names.map((__, at) => [names[(at * 7 + index) % 60], at])),
    );
    expect(read(JSON.stringify(objects.slice(0, 100)))).toEqual(objects.slice(0, 100));
    const rows = objects.map((_, index) =>
      Object.fromEntries(names.slice(0, 6).map((__, at) => [names[(at + index) % 6], index])),
    );
    expect(read(JSON.stringify(rows))).toEqual(rows);
  });
});

describe('[§1 JSON] what is refused', () => {
  test.each([
    ['nothing', ''],
    ['white space only', ' \n'],
    ['an open list', '[1'],
    ['an open string', '"a'],
    ['a comma before the end', '[1,]'],
    ['a comma before the end of an object', '{"a":1,}'],
    ['no comma', '[1 2]'],
    ['a member without a name', '{1:2}'],
    ['a member without a value', '{"a"}'],
    ['a name in other quotes', "{'a':1}"],
    ['a wrong bracket', '[1}'],
    ['half a word', 'tru'],
    ['a longer word', 'nullx'],
    ['another word', 'NaN'],
    ['other white space', '\u00a0[]'],
    ['a comment', '[]//'],
    ['a line feed in a string', '"a\nb"'],
    ['a control character in a string', '"\u0000"'],
    ['an unknown escape', '"\\x41"'],
    ['an escape that is cut off', '"\\u12"'],
    ['a capital U', '"\\U0041"'],
  ])('%s', (_, text) => {
    expect(refusal(text)).toMatch(
      /^the file (is no JSON at byte \d+|ends too early)$|^there is more after the JSON text$/,
    );
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  test.each([
    ['two texts', '{} {}', 'there is more after the JSON text'],
    ['a name twice', '{"a":1,"b":2,"a":1}', 'an object names a member twice'],
    ['a name twice, once escaped', '{"a":1,"\\u0061":1}', 'an object names a member twice'],
    ['`__proto__` twice', '{"__proto__":1,"__proto__":1}', 'an object names a member twice'],
    ['a pair escaped and not', '{"🎟":1,"\\ud83c\\udf9f":1}', 'an object names a member twice'],
    ['a name twice, deep', '[[{"b":{"":0,"":0}}]]', 'an object names a member twice'],
    ['a high surrogate', '"\\ud800"', 'a string has an unpaired surrogate'],
    ['a high surrogate before a letter', '"\\ud800a"', 'a string has an unpaired surrogate'],
    ['a high surrogate before another', '"\\ud800\\ud800"', 'a string has an unpaired surrogate'],
    ['a low surrogate', '"\\udc00"', 'a string has an unpaired surrogate'],
    ['a surrogate in a name', '{"\\udfff":1}', 'a string has an unpaired surrogate'],
    ['a sign', '[-1]', 'a number has a sign'],
    ['a minus zero', '-0', 'a number has a sign'],
    ['a fraction', '[1.0]', 'a number has a fraction or an exponent'],
    ['an exponent', '[1e2]', 'a number has a fraction or an exponent'],
    ['a zero before', '[01]', 'a number has a leading zero'],
    ['2^53', '9007199254740992', 'a number is above 2^53−1'],
    ['2^53 + 1', '[9007199254740993]', 'a number is above 2^53−1'],
    ['a number of 1,000 digits', '9'.repeat(1000), 'a number is above 2^53−1'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'lists and objects are nested more than 64 deep'],
    [
      '65 levels, the last an object',
      `${'{"a":['.repeat(32)}[]`,
      'lists and objects are nested more than 64 deep',
    ],
  ])('%s', (_, text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  test('a name twice among many, wherever the two are', () => {
    assert(
      property(tuple(integer({ min: 13, max: 400 }), integer(), integer()), ([count, one, other]) => {
        const names = Array.from({ length: count }, (_, index) => JSON.stringify(`n${index * 7919}`));
        const [from, to] = [Math.abs(one) % count, Math.abs(other) % count];
        const objectOf = (all: string[]) => `{${all.map((name) => `${name}:0`).join()}}`;
        expect(Object.keys(read(objectOf(names)) as object)).toHaveLength(Math.min(count, 64));
        const spelled = `"\\u006e${(names[from] ?? '').slice(2)}`;
        const twice = names.with(to, from === to ? (names[to] ?? '') : spelled);
        if (from !== to) expect(refusal(objectOf(twice))).toBe('an object names a member twice');
      }),
    );
  });

  test.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x5b, 0x5d], /byte order mark/],
    ['UTF-16', [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00], /no JSON/],
    ['a lone continuation', [0x22, 0x80, 0x22], /UTF-8/],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], /UTF-8/],
    ['an overlong form of three', [0x22, 0xe0, 0x80, 0xaf, 0x22], /UTF-8/],
    ['an overlong form of four', [0x22, 0xf0, 0x80, 0x80, 0xaf, 0x22], /UTF-8/],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], /UTF-8/],
    ['above U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], /UTF-8/],
    ['five bytes', [0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22], /UTF-8/],
    ['a character cut off', [0x22, 0xe5, 0xad, 0x22], /UTF-8/],
    ['a character cut off by the end', [0x22, 0xe5, 0xad], /UTF-8/],
  ])('bytes: %s', (_, bytes, reason) => {
    expect(refusal(Uint8Array.from(bytes))).toMatch(reason);
  });

  test('any bytes are read as a decoder and JSON.parse would, or refused', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const texts = values.map((value) => [...bytesOf(JSON.stringify(value))]);
    assert(
      property(texts, integer(), integer({ min: 0, max: 255 }), (original, place, byte) => {
        const bytes = Uint8Array.from(original.with(Math.abs(place) % original.length, byte));
        let mine: unknown;
        try {
          mine = parseStrictJson(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedFile);
          return;
        }
        expect(mine).toEqual(JSON.parse(decoder.decode(bytes)));
      }),
      { numRuns: 1000 },
    );
  });

  test('more than 64 MiB', () => {
    expect(refusal(new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20))).toBe('the file is larger than 64 MiB');
    const fits = new Uint8Array(64 * 1024 * 1024).fill(0x20);
    fits[5] = 0x30;
    expect(parseStrictJson(fits)).toBe(0);
  });
});

describe('what documents of the protocol never need', () => {
  test('`format` is kept of an object with a thousand members, wherever it is', () => {
    const members = Array.from({ length: 1000 }, (_, index) => `"m${index}":[]`);
    for (const name of ['"format"', '"\\u0066ormat"']) {
      const value = read(`{${members.join()},${name}:"draw-proof/2"}`) as Record<string, unknown>;
      expect(value['format']).toBe('draw-proof/2');
      expect(value['m63']).toEqual([]);
      expect(Object.keys(value)).toHaveLength(65);
    }
  });

  test('in a crowded file what is deep is not read, and can be no part of a document', () => {
    const lists = `[${'[0],'.repeat(1_000_000)}[0]]`;
    const value = read(`{"format":"draw-proof/2","holders":${lists},"open":{"stage":1}}`) as Record<
      string,
      unknown[]
    >;
    expect(value['format']).toBe('draw-proof/2');
    expect(value['open']).toEqual({ stage: 1 });
    expect(value['holders']?.[0]).toEqual({ 'not read': true });
    expect(read(lists)).toEqual(expect.arrayContaining([{ 'not read': true }]));
  });

  test('objects of ever new names are not built, those of known ones are', () => {
    const odd = Array.from({ length: 9000 }, (_, index) => `{"n${index}":"${'x'.repeat(100)}"}`);
    const value = read(`[${odd.join()},{"n0":"last"}]`) as unknown[];
    expect(value[0]).toEqual({ n0: 'x'.repeat(100) });
    expect(value[8999]).toEqual({ 'not read': true });
    expect(value.at(-1)).toEqual({ n0: 'last' });
  });

  test('a list is cut after four million elements', () => {
    const value = read(`[${'0,'.repeat(5_000_000)}0]`) as unknown[];
    expect(value).toHaveLength(4_194_304);
  });
});
