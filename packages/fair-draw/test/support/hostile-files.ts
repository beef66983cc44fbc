/** JSON files made to take as much time or memory as they can, of about a given size in bytes. */

const repeat = (part: string, size: number, before = '[', after = ']'): Uint8Array =>
  filled(size, before, () => part, after);

/** `before`, then parts with commas between them up to the size, then `after`. */
function filled(
  size: number,
  before: string,
  part: (count: number) => string,
  after: string,
  between = ',',
): Uint8Array {
  const buffer = Buffer.alloc(size);
  let used = buffer.write(before, 'latin1');
  const room = size - Buffer.byteLength(after) - 1;
  for (let count = 0; ; count += 1) {
    const text = (count === 0 ? '' : between) + part(count);
    if (used + text.length * 3 > room) break;
    used += buffer.write(text, used, 'utf8');
  }
  used += buffer.write(after, used, 'latin1');
  return buffer.subarray(0, used);
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';

/** Distinct short strings: `count` with 64 digits, at least `width` of them. */
function short(count: number, width: number): string {
  let text = '';
  for (let rest = count; rest > 0 || text.length < width; rest = Math.floor(rest / 64))
    text += DIGITS[rest % 64] ?? '';
  return text;
}

/** Another order of 26 letters for each count. */
function permuted(count: number): string[] {
  const letters = DIGITS.slice(0, 26).split('');
  let rest = count * 2_654_435_761;
  for (let i = 25; i > 0; i -= 1) {
    const j = rest % (i + 1);
    rest = Math.floor(rest / (i + 1)) + count;
    [letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? ''];
  }
  return letters;
}

const hash = (count: number): string => short(count, 64).replaceAll(/[^0-9a-f]/g, 'a');

export const hostileFiles: Record<string, (size: number) => Uint8Array> = {
  'empty objects': (size) => repeat('{}', size),
  'empty lists': (size) => repeat('[]', size),
  'lists of one number': (size) => repeat('[0]', size),
  'lists of a few numbers': (size) => repeat('[0,0,0,0,0,0,0,0,0,0,0]', size),
  'objects of one member': (size) => repeat('{"a":0}', size),
  'objects of ever new names': (size) => filled(size, '[', (count) => `{"${short(count, 1)}":0}`, ']'),
  'objects of ever new orders': (size) =>
    filled(
      size,
      '[',
      (count) =>
        `{${permuted(count)
          .map((name) => `"${name}":0`)
          .join()}}`,
      ']',
    ),
  'objects of numbers as names': (size) =>
    filled(size, '[', (count) => `{"${4_294_967_290 - (count % 1_000_000)}":0,"index":0}`, ']'),
  numbers: (size) => repeat('0', size),
  'large numbers': (size) => repeat('9007199254740991', size),
  'small numbers, then a large one': (size) => repeat('0', size, '[', ',4294967296]'),
  'lists that hold numbers, in an object': (size) =>
    filled(size, '{"format":"draw-proof/2","holders":[', () => '1', ']}'),
  'opening brackets': (size) => Buffer.alloc(size, '['),
  'opening braces': (size) => repeat('{"a":', size, '', '').subarray(0, size),
  'brackets 64 deep': (size) => repeat(`${'['.repeat(63)}${']'.repeat(63)}`, size),
  'one object of millions of members': (size) => filled(size, '{', (count) => `"${short(count, 1)}":0`, '}'),
  'members whose names are escaped': (size) =>
    filled(size, '{', (count) => `"\\u0061${short(count, 1)}":0`, '}'),
  'members that differ at their end': (size) =>
    filled(size, '{', (count) => `"${'x'.repeat(200)}${short(count, 1)}":0`, '}'),
  'a string of escapes': (size) => filled(size, '["', () => '\\n', '"]', ''),
  'a string of escaped units': (size) => filled(size, '["', () => '\\u5b57', '"]', ''),
  'a string of wide characters': (size) => filled(size, '["', () => '字', '"]', ''),
  'a string of letters': (size) => filled(size, '["', () => 'abcdefgh', '"]', ''),
  'one-letter strings': (size) => repeat('"a"', size),
  'short strings': (size) => filled(size, '[', (count) => `"${short(count, 3)}"`, ']'),
  'longer strings': (size) => filled(size, '[', (count) => `"${short(count, 9)}"`, ']'),
  'a name without an end': (size) => filled(size, '{"', () => 'a', '', ''),
  'white space': (size) => filled(size, '[0', () => '  ', ']', '\n'),
  'entries of a proof': (size) =>
    filled(
      size,
      '{"format":"draw-proof/2","entries":[',
      (count) => `["in","self",[1],"${hash(count)}","-","-"]`,
      ']}',
    ),
  'records of a log': (size) =>
    filled(size, '{"format":"draw-proof/2","log":{"more":[', () => '{"index":1,"text":"","path":[]}', ']}}'),
};
