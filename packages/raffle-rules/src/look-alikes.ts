/**
 * R9, H14: does a name look like another one, or hold a word that does?
 *
 * 1. Both are taken apart (NFKD, without accents), so that full-width, mathematical and circled letters become plain ones.
 * 2. Each letter or digit has readings: itself, what Unicode says that it looks like in lower and upper case (UTS #39), and
 *    what `AT_A_GLANCE` adds. Two characters look alike when they share a reading.
 * 3. Spaces, punctuation and symbols may be overlooked; those that stand for a letter ("$", "@") may also be read as it.
 * 4. A name looks like another one when it can be read as it from end to end. It holds a word when that can be read from
 *    one edge of a word to another; spaces are overlooked there only between single letters ("H o s t").
 */

/** What a character looks like: one or more characters, or itself. The whole of Unicode's list is in `unicode-looks.ts`. */
export type Look = (char: string) => string;

/** How names are compared. */
export interface LookAlikes {
  /** Whether `name` could be mistaken for `other` as a whole. A name of signs alone is only like itself. */
  looksLike(name: string, other: string): boolean;
  /** Whether something in `name` could be mistaken for these words. */
  holds(name: string, words: string): boolean;
}

/** Letter → further characters that are read as it, in lower case: digits and signs, small capitals, distant forms. */
const AT_A_GLANCE: Readonly<Record<string, string>> = {
  a: 'ᴀ4@',
  b: 'ʙв8',
  c: '(',
  d: 'ᴅ',
  e: 'ᴇɛэ3€',
  f: 'ꜰғ',
  g: 'ɢ9',
  h: 'ʜн#',
  i: '1!|ɪ',
  j: 'ᴊ',
  k: 'ᴋκк',
  l: '1!|ʟł',
  m: 'ᴍмμ',
  n: 'ɴп',
  o: '0°ө',
  p: 'ᴘ',
  r: 'ʀ',
  s: '5$§ςσ',
  t: 'ᴛтτ7+†',
  u: 'ᴜμ',
  w: 'ωш',
  x: '×',
  y: 'ʏ¥',
  z: 'ᴢ2',
};

/** Read as one another: a reading on the left is also the one on the right. */
const ALSO: Readonly<Record<string, string>> = { i: 'l', l: 'i', m: 'rn', w: 'vv' };

/** Letters in circles and squares that NFKD leaves whole, and the flag letters: each range runs from A to Z. */
const LETTER_RANGES = [0x1f150, 0x1f170, 0x1f1e6];

interface Sign {
  readings: readonly string[];
  kind: 'lower' | 'upper' | 'letter' | 'digit' | 'space' | 'mark';
}

/** The signs of one character. */
interface ReadChar {
  signs: readonly Sign[];
  /** `traceOf` all of their readings. */
  trace: number;
}

interface ReadName {
  text: string;
  /** `traceOf` all of its readings. */
  trace: number;
  /** Taken apart when something in it could be what is looked for. */
  signs: readonly Sign[] | null;
}

/** What is looked for. */
interface Wanted {
  /** For each place the characters that are read there. */
  places: readonly ReadonlySet<string>[];
  /** `traceOf` the characters of each place. */
  traces: readonly number[];
  /** The places before which it has a space. */
  spaces: ReadonlySet<number>;
}

/** The product's own words and the host's name are asked for at every join. */
const KEPT = { signs: 10_000, wanted: 100 };

/** @param look what characters look like beyond what is known here */
export function createLookAlikes(look: Look): LookAlikes {
  const chars = new Map<string, ReadChar>();
  const wanted = new Map<string, Wanted>();
  let last: ReadName = { text: '', trace: 0, signs: [] };

  function readChar(char: string): ReadChar {
    return chars.get(char) ?? remembered(chars, KEPT.signs, char, () => charOf(signsOfChar(char, look)));
  }

  /** A name is compared with one word after the other. */
  function readName(text: string): ReadName {
    if (last.text === text) return last;
    let trace = 0;
    for (const char of text.normalize('NFC')) trace |= readChar(char).trace;
    last = { text, trace, signs: null };
    return last;
  }

  function signsOf(name: ReadName): readonly Sign[] {
    name.signs ??= takeApart(name.text);
    return name.signs;
  }

  function takeApart(text: string): Sign[] {
    return Array.from(text.normalize('NFC')).flatMap((char) => readChar(char).signs);
  }

  function wantedFor(other: string): Wanted {
    return wanted.get(other) ?? remembered(wanted, KEPT.wanted, other, () => wantedOf(takeApart(other)));
  }

  return {
    looksLike(name, other) {
      const target = wantedFor(other);
      if (target.places.length === 0) return plain(name) === plain(other);
      const known = readName(name);
      if (!couldHold(known, target)) return false;
      const read = signsOf(known);
      const letters = read.findIndex(isRead);
      const isEnd = (end: number): boolean => !read.slice(end).some(isRead);
      // Signs before the first letter are overlooked, or one of them is read as it.
      return read.some(
        (_sign, start) => (letters < 0 || start <= letters) && reads(read, start, target, () => true, isEnd),
      );
    },
    holds(name, words) {
      const target = wantedFor(words);
      const known = readName(name);
      if (target.places.length === 0 || !couldHold(known, target)) return false;
      const read = signsOf(known);
      const overlooks = (at: number, place: number): boolean =>
        read[at]?.kind !== 'space' || target.spaces.has(place) || isBetweenSingles(read, at);
      return read.some(
        (_sign, start) =>
          isEdge(read, start) && reads(read, start, target, overlooks, (end) => isEdge(read, end)),
      );
    },
  };
}

/** Knows no other alphabets: for screens, which leave the rest to the server. */
export const plainLookAlikes = createLookAlikes((char) => char);

function remembered<T>(known: Map<string, T>, most: number, key: string, make: () => T): T {
  const made = make();
  if (known.size >= most) known.clear();
  known.set(key, made);
  return made;
}

/** Whether the signs from `start` on can be read as `target`, its first letter at `start`, ending where `mayEnd` allows it. */
function reads(
  signs: readonly Sign[],
  start: number,
  { places }: Wanted,
  overlooks: (at: number, place: number) => boolean,
  mayEnd: (end: number) => boolean,
): boolean {
  const first = (signs[start]?.readings ?? []).filter((reading) => fits(reading, places, 0));
  if (first.length === 0) return false;
  // How many places have been read when the sign at `at` is the next.
  let reached = new Set(first.map((reading) => reading.length));
  for (let at = start + 1; reached.size > 0; at += 1) {
    if (reached.has(places.length) && mayEnd(at)) return true;
    const sign = signs[at];
    if (sign === undefined) return false;
    const next = new Set<number>();
    for (const place of reached) {
      if (!isRead(sign) && overlooks(at, place)) next.add(place);
      for (const reading of sign.readings) if (fits(reading, places, place)) next.add(place + reading.length);
    }
    reached = next;
  }
  return false;
}

/** Most names lack a letter of what they are compared with, which their traces tell without taking them apart. */
function couldHold({ trace }: ReadName, { traces }: Wanted): boolean {
  for (const place of traces) if ((trace & place) === 0) return false;
  return true;
}

/** A bit for each character, of which several share one: texts without a common bit have no character in common. */
function traceOf(text: string): number {
  let trace = 0;
  for (let at = 0; at < text.length; at += 1) trace |= 1 << (text.charCodeAt(at) & 31);
  return trace;
}

function charOf(signs: readonly Sign[]): ReadChar {
  return { signs, trace: traceOf(signs.flatMap(({ readings }) => readings).join('')) };
}

function fits(reading: string, places: Wanted['places'], place: number): boolean {
  for (let offset = 0; offset < reading.length; offset += 1) {
    if (places[place + offset]?.has(reading[offset] ?? '') !== true) return false;
  }
  return true;
}

/** Letters and digits; whatever else there is may be overlooked. */
function isRead({ kind }: Sign): boolean {
  return kind !== 'space' && kind !== 'mark';
}

/** Whether a word may begin or end before the sign at `at`: beside anything unread, and in "Host|Team", "HOST|team", "Host|2". */
function isEdge(signs: readonly Sign[], at: number): boolean {
  const [before, after] = [signs[at - 1], signs[at]];
  if (before === undefined || after === undefined || !isRead(before) || !isRead(after)) return true;
  const isCapital = before.kind === 'upper' && after.kind === 'lower' && signs[at - 2]?.kind !== 'upper';
  return before.kind !== after.kind && !isCapital;
}

/** A space with one letter alone on both sides. */
function isBetweenSingles(signs: readonly Sign[], at: number): boolean {
  const isSingle = (step: 1 | -1): boolean => {
    let letters = 0;
    for (let here = at + step; letters < 2; here += step) {
      const sign = signs[here];
      if (sign === undefined || (sign.kind === 'space' && letters > 0)) return letters === 1;
      if (isRead(sign)) letters += 1;
    }
    return false;
  };
  return isSingle(-1) && isSingle(1);
}

function wantedOf(signs: readonly Sign[]): Wanted {
  const places: ReadonlySet<string>[] = [];
  const spaces = new Set<number>();
  for (const sign of signs) {
    if (sign.kind === 'space') spaces.add(places.length);
    if (isRead(sign)) places.push(...placesOf(sign));
  }
  return { places, traces: places.map((place) => traceOf([...place].join(''))), spaces };
}

/** The places that a sign of a wanted word takes; a reading of several characters goes before one. */
function placesOf(sign: Sign): ReadonlySet<string>[] {
  const long = sign.readings.find((reading) => reading.length > 1);
  return long === undefined
    ? [new Set(sign.readings)]
    : Array.from({ length: long.length }, (_, index) => new Set(long[index]));
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|\s/gu, '');
}

function signsOfChar(char: string, look: Look): Sign[] {
  const letter = enclosedLetter(char);
  const parts = Array.from((letter ?? char).normalize('NFKD').replace(/\p{M}/gu, ''));
  return parts.map((part) => {
    const forms = [part, part.toLowerCase(), part.toUpperCase(), ...(parts.length === 1 ? [char] : [])];
    const readings = new Set([part.toLowerCase()]);
    for (const form of forms) {
      const seen = look(form).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
      if (seen !== '') readings.add(seen);
    }
    for (const [read, others] of Object.entries(AT_A_GLANCE)) {
      if ([...readings].some((reading) => others.includes(reading))) readings.add(read);
    }
    for (const [read, also] of Object.entries(ALSO)) if (readings.has(read)) readings.add(also);
    return { readings: [...readings], kind: kindOf(part) };
  });
}

function kindOf(char: string): Sign['kind'] {
  if (/\p{Ll}/u.test(char)) return 'lower';
  if (/\p{Lu}/u.test(char)) return 'upper';
  if (/\p{L}/u.test(char)) return 'letter';
  if (/\p{N}/u.test(char)) return 'digit';
  return /\s/u.test(char) ? 'space' : 'mark';
}

function enclosedLetter(char: string): string | undefined {
  const code = char.codePointAt(0) ?? 0;
  const start = LETTER_RANGES.find((first) => code >= first && code < first + 26);
  return start === undefined ? undefined : String.fromCodePoint(0x61 + code - start);
}
