/**
 * The first pass over a JSON file: everything that it can be refused for (draw protocol §1 "JSON").
 *
 * Nothing is built. The member names of objects that are still open are kept as offsets in one typed array. At the end of
 * an object with few members they are compared one with another; those of a wide one go through a hash table, whose
 * hash begins with one of the whole file, so that no one can choose names that collide.
 */
import {
  BACKSLASH,
  compareStrings,
  escapedUnit,
  hashOfFile,
  hashOfString,
  hexUnit,
  QUOTE,
} from './json-strings.ts';
import { RefusedFile } from './refused-file.ts';

/** Levels of lists and objects, the outermost being 1. */
export const MAX_DEPTH = 64;
/** Up to here the names of an object are compared one with another. */
const FEW_NAMES = 12;
const WIDE_LIST = 64;
/** Digits of 2^53−1. */
const LONGEST_INTEGER = 16;

export interface ScannedJson {
  /** About how many bytes of memory the whole value would take. */
  memory: number;
  /** How many elements each list of more than 64 has, by the offset of its opening bracket. */
  wideLists: ReadonlyMap<number, number>;
}

/** A list longer than this is cut here when it is built; see `build-json.ts`. */
export const MAX_ELEMENTS = 2 ** 22;

/** Checks a whole file. @throws RefusedFile */
export function scanJson(bytes: Uint8Array): ScannedJson {
  const length = bytes.length;
  let at = 0;
  let memory = 0;
  let names = new Uint32Array(1024);
  let nameCount = 0;
  let seed: number | null = null;
  const wideLists = new Map<number, number>();

  const refuse = (reason: string): never => {
    throw new RefusedFile(reason);
  };
  const refuseSyntax = (): never =>
    refuse(at >= length ? 'the file ends too early' : `the file is no JSON at byte ${at}`);

  function skipSpace(): void {
    for (;;) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      at += 1;
    }
  }

  function scanContinuation(count: number, first: number, low: number, high: number): void {
    const second = bytes[at + 1] ?? 0;
    let valid = second >= low && second <= high;
    for (let i = 2; i <= count; i += 1) valid &&= ((bytes[at + i] ?? 0) & 0xc0) === 0x80;
    if (!valid || first > 0xf4) refuse('the file is not valid UTF-8');
    at += count + 1;
  }

  /** UTF-8 of two to four bytes: no overlong forms, no surrogates, nothing above U+10FFFF. */
  function scanMultibyte(first: number): void {
    if (first < 0xc2) refuse('the file is not valid UTF-8');
    else if (first < 0xe0) scanContinuation(1, first, 0x80, 0xbf);
    else if (first < 0xf0)
      scanContinuation(2, first, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf);
    else scanContinuation(3, first, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf);
  }

  function scanEscape(): void {
    const letter = bytes[at + 1] ?? 0;
    if (letter !== 0x75) {
      if (escapedUnit(letter) < 0) refuseSyntax();
      at += 2;
      return;
    }
    const unit = hexUnit(bytes, at + 2);
    if (unit < 0) refuseSyntax();
    at += 6;
    if (unit < 0xd800 || unit > 0xdfff) return;
    const paired = unit < 0xdc00 && bytes[at] === BACKSLASH && bytes[at + 1] === 0x75;
    const low = paired ? hexUnit(bytes, at + 2) : -1;
    if (low < 0xdc00 || low > 0xdfff) refuse('a string has an unpaired surrogate');
    at += 6;
  }

  /** From the opening quote past the closing one. */
  function scanString(): void {
    at += 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined || byte < 0x20) refuseSyntax();
      else if (byte === QUOTE) break;
      else if (byte === BACKSLASH) scanEscape();
      else if (byte < 0x80) at += 1;
      else scanMultibyte(byte);
    }
    at += 1;
  }

  function scanNumber(): void {
    const start = at;
    let value = 0;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
      value = value * 10 + (byte - 0x30);
      at += 1;
    }
    const after = bytes[at];
    if (bytes[start] === 0x30 && at > start + 1) refuse('a number has a leading zero');
    if (after === 0x2e || after === 0x65 || after === 0x45) refuse('a number has a fraction or an exponent');
    if (at - start > LONGEST_INTEGER || value > Number.MAX_SAFE_INTEGER) refuse('a number is above 2^53−1');
  }

  function scanWord(word: string): void {
    for (let i = 0; i < word.length; i += 1) {
      if (bytes[at] !== word.charCodeAt(i)) refuseSyntax();
      at += 1;
    }
  }

  function noteName(start: number): void {
    if (nameCount === names.length) {
      const more = new Uint32Array(names.length * 2);
      more.set(names);
      names = more;
    }
    names[nameCount] = start;
    nameCount += 1;
  }

  function refuseEqualNames(first: number): void {
    const own = names.subarray(first, nameCount);
    if (own.length <= FEW_NAMES ? hasEqualPair(own) : hasEqualNames(own))
      refuse('an object names a member twice');
    nameCount = first;
  }

  function hasEqualPair(offsets: Uint32Array): boolean {
    for (let i = 1; i < offsets.length; i += 1)
      for (let j = 0; j < i; j += 1)
        if (compareStrings(bytes, offsets[i] ?? 0, offsets[j] ?? 0) === 0) return true;
    return false;
  }

  /** A hash table with linear probing that is at most half full; a place holds an offset, which is never 0. */
  function hasEqualNames(offsets: Uint32Array): boolean {
    seed ??= hashOfFile(bytes);
    const start = seed;
    const places = new Uint32Array(2 ** Math.ceil(Math.log2(offsets.length * 2)));
    const last = places.length - 1;
    for (let i = 0; i < offsets.length; i += 1) {
      const offset = offsets[i] ?? 0;
      let place = hashOfString(bytes, offset, start) & last;
      for (let other = places[place] ?? 0; other > 0; other = places[place] ?? 0) {
        if (compareStrings(bytes, other, offset) === 0) return true;
        place = (place + 1) & last;
      }
      places[place] = offset;
    }
    return false;
  }

  function scanObject(depth: number): void {
    const first = nameCount;
    at += 1;
    skipSpace();
    if (bytes[at] === 0x7d) {
      at += 1;
      return;
    }
    for (;;) {
      if (bytes[at] !== QUOTE) refuseSyntax();
      noteName(at + 1);
      scanString();
      skipSpace();
      if (bytes[at] !== 0x3a) refuseSyntax();
      at += 1;
      scanValue(depth);
      skipSpace();
      const byte = bytes[at];
      if (byte !== 0x2c && byte !== 0x7d) refuseSyntax();
      at += 1;
      if (byte === 0x7d) break;
      skipSpace();
    }
    memory += memoryOfObject(nameCount - first);
    refuseEqualNames(first);
  }

  function scanList(depth: number): void {
    const start = at;
    at += 1;
    skipSpace();
    if (bytes[at] === 0x5d) {
      at += 1;
      return;
    }
    let count = 0;
    for (;;) {
      scanValue(depth);
      count += 1;
      skipSpace();
      const byte = bytes[at];
      if (byte !== 0x2c && byte !== 0x5d) refuseSyntax();
      at += 1;
      if (byte === 0x5d) break;
    }
    memory += 48 + 8 * Math.min(count, MAX_ELEMENTS);
    if (count > WIDE_LIST) wideLists.set(start, count);
  }

  /** @param depth of the list or object around the value; 0 for the outermost */
  function scanValue(depth: number): void {
    skipSpace();
    const byte = bytes[at];
    switch (byte) {
      case 0x7b:
      case 0x5b:
        if (depth === MAX_DEPTH) refuse('lists and objects are nested more than 64 deep');
        if (byte === 0x7b) scanObject(depth + 1);
        else scanList(depth + 1);
        return;
      case QUOTE: {
        const start = at;
        scanString();
        if (at - start > 3) memory += 16 + 8 * Math.ceil((at - start - 2) / 8);
        return;
      }
      case 0x74:
        scanWord('true');
        return;
      case 0x66:
        scanWord('false');
        return;
      case 0x6e:
        scanWord('null');
        return;
      case 0x2d:
        refuse('a number has a sign');
        return;
      default:
        if (byte === undefined || byte < 0x30 || byte > 0x39) refuseSyntax();
        scanNumber();
    }
  }

  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    refuse('the file begins with a byte order mark');
  scanValue(0);
  skipSpace();
  if (at < length) refuse('there is more after the JSON text');
  return { memory, wideLists };
}

/** Engines keep the members of wide objects in hash tables, at most 64 of them (see `build-json.ts`). */
function memoryOfObject(members: number): number {
  return 64 + (members > 12 ? 100 * Math.min(members, 64) : 8 * members);
}
