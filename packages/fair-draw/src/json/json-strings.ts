/** Strings of a JSON file whose bytes were checked before: reading, hashing and comparing without building anything. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A place in a string: `at` is the next byte. */
interface Cursor {
  at: number;
}

/** The value of a hexadecimal digit, or -1. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** What a single letter after a backslash stands for, or -1. */
export function escapedUnit(letter: number): number {
  switch (letter) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
      return letter;
    case 0x62:
      return 0x08;
    case 0x66:
      return 0x0c;
    case 0x6e:
      return 0x0a;
    case 0x72:
      return 0x0d;
    case 0x74:
      return 0x09;
    default:
      return -1;
  }
}

/** The four digits from `at` on; negative if one is none. */
export function hexUnit(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i += 1) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** How many bytes follow the first one of a character outside ASCII, in UTF-8. */
function bytesAfter(first: number): number {
  if (first >= 0xf0) return 3;
  return first >= 0xe0 ? 2 : 1;
}

/** The next code point of a valid string; the cursor moves on. */
function nextCodePoint(bytes: Uint8Array, cursor: Cursor): number {
  const byte = bytes[cursor.at] ?? 0;
  if (byte === BACKSLASH) {
    const letter = bytes[cursor.at + 1] ?? 0;
    if (letter !== LETTER_U) {
      cursor.at += 2;
      return escapedUnit(letter);
    }
    const unit = hexUnit(bytes, cursor.at + 2);
    cursor.at += 6;
    if (unit < 0xd800 || unit > 0xdbff) return unit;
    const low = hexUnit(bytes, cursor.at + 2);
    cursor.at += 6;
    return 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00);
  }
  if (byte < 0x80) {
    cursor.at += 1;
    return byte;
  }
  const more = bytesAfter(byte);
  let point = byte & (0x3f >> more);
  for (let i = 1; i <= more; i += 1) point = point * 64 + ((bytes[cursor.at + i] ?? 0) & 0x3f);
  cursor.at += more + 1;
  return point;
}

/** The closing quote of the valid string whose first byte (after the quote) is at `start`. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0xcc9e2d51);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0x64546b64) | 0;
}

/** 32 bits over all bytes of a file. */
export function hashOfFile(bytes: Uint8Array): number {
  let hash = bytes.length;
  for (let i = 0; i < bytes.length; i += 1) hash = mix(hash, bytes[i] ?? 0);
  return hash;
}

/** 32 bits over the characters of a string after unescaping, so that two spellings of one name give the same. */
export function hashOfString(bytes: Uint8Array, start: number, seed: number): number {
  const cursor: Cursor = { at: start };
  let hash = seed;
  for (let byte = bytes[start] ?? 0; byte !== QUOTE; byte = bytes[cursor.at] ?? 0) {
    if (byte < 0x80 && byte !== BACKSLASH) {
      hash = mix(hash, byte);
      cursor.at += 1;
    } else hash = mix(hash, nextCodePoint(bytes, cursor));
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Order of two strings by code points after unescaping: negative, 0 if they are the same name, or positive. */
export function compareStrings(bytes: Uint8Array, one: number, other: number): number {
  const left: Cursor = { at: one };
  const right: Cursor = { at: other };
  for (;;) {
    const leftEnds = bytes[left.at] === QUOTE;
    const rightEnds = bytes[right.at] === QUOTE;
    if (leftEnds || rightEnds) return Number(rightEnds) - Number(leftEnds);
    const difference = nextCodePoint(bytes, left) - nextCodePoint(bytes, right);
    if (difference !== 0) return difference;
  }
}

/** As many code units as one call of `fromCharCode` takes without overflowing the stack. */
const CHUNK = 4096;

/** Turns byte ranges of one file into strings; short ones that return often are made once. */
export interface StringReader {
  /** The string from `start` up to its closing quote at `end`. */
  read(start: number, end: number): string;
}

const CACHE_SIZE = 16_384;
const LONGEST_CACHED = 20;

export function createStringReader(bytes: Uint8Array): StringReader {
  const units = new Uint16Array(CHUNK);
  const cache: (string | undefined)[] = Array.from({ length: CACHE_SIZE });

  // `apply` takes any array-like; spreading the units would go through their iterator.
  const fromUnits = (count: number): string =>
    String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[]);

  const readLong = (start: number, end: number): string => {
    const cursor: Cursor = { at: start };
    let text = '';
    let used = 0;
    while (cursor.at < end) {
      const point = nextCodePoint(bytes, cursor);
      if (point >= 0x10000) {
        units[used] = 0xd7c0 + (point >>> 10);
        units[used + 1] = 0xdc00 + (point & 0x3ff);
        used += 2;
      } else {
        units[used] = point;
        used += 1;
      }
      if (used < CHUNK - 1) continue;
      text += fromUnits(used);
      used = 0;
    }
    return text + fromUnits(used);
  };

  return {
    read(start, end) {
      const length = end - start;
      if (length === 0) return '';
      if (length > LONGEST_CACHED) return readLong(start, end);
      const place = hashOfString(bytes, start, 0) % CACHE_SIZE;
      const cached = cache[place];
      if (cached !== undefined && isAsciiText(bytes, start, end, cached)) return cached;
      const text = readLong(start, end);
      cache[place] = text;
      return text;
    },
  };
}

/** Whether these bytes are just this text, in ASCII and without escapes. */
function isAsciiText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit !== bytes[start + i] || unit >= 0x80 || unit === BACKSLASH) return false;
  }
  return true;
}
