/**
 * The second pass over a JSON file: building its value, from bytes that `scanJson` found to be well-formed.
 *
 * What keeps the memory within a small multiple of the file's size, and why no check comes out otherwise:
 *
 * - Empty lists and objects are shared and frozen.
 * - An object keeps its first 64 members, and `format`. No object of the protocol has more than 30 members, so what is
 *   kept of a wider one has members that no format knows.
 * - A list keeps its first 4,194,304 elements. Well-formed elements of every list but `holders` take 60 bytes or more, so
 *   in a file of 64 MiB some of those kept are malformed; and there are fewer entries than that to hold prizes.
 * - Objects of ever new sets of member names make engines keep a description of each. After 4,096 descriptions such an
 *   object becomes `NOT_READ`; all documents of the protocol together have a few hundred.
 * - In a file whose value would take more than 4.25 bytes for each of its own (documents of the protocol take 3.4 at
 *   most) lists and objects below the members of the outermost object become `NOT_READ`, and lists are cut at 262,144
 *   elements.
 *
 * `NOT_READ` is an object with a member that no format knows, so that it is malformed wherever it stands.
 */
import { BACKSLASH, createStringReader, endOfString, QUOTE } from './json-strings.ts';
import { MAX_DEPTH, MAX_ELEMENTS, type ScannedJson } from './scan-json.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const NOT_READ: Json = Object.freeze({ 'not read': true });
const EMPTY_LIST: Json = Object.freeze([]);
const EMPTY_OBJECT: Json = Object.freeze({});

const MAX_MEMBERS = 64;
/** Bytes of the name `format` with every letter escaped. */
const LONGEST_FORMAT = 36;
const LETTER_F = 0x66;
const MAX_SHAPES = 4096;
const MAX_INDEX_NAMES = 1024;
const CROWDED_ELEMENTS = 2 ** 18;
/** What small files may take in any case. */
const FREE_MEMORY = 2 ** 20;
const MEMORY_PER_BYTE = 4.25;

/** How engines describe objects: one node for each beginning of a sequence of member names. */
type Shapes = Map<string, Shapes>;

/** @param scanned what `scanJson` found about the same bytes */
export function buildJson(bytes: Uint8Array, scanned: ScannedJson): unknown {
  const crowded = scanned.memory > FREE_MEMORY + MEMORY_PER_BYTE * bytes.length;
  const outermostIsObject = bytes.find((byte) => byte > 0x20) === 0x7b;
  const crowdedDepth = outermostIsObject ? 2 : 1;
  /** Lists and objects below this level are not built. */
  const deepest = crowded ? crowdedDepth : MAX_DEPTH;
  const maxElements = crowded ? CROWDED_ELEMENTS : MAX_ELEMENTS;
  const strings = createStringReader(bytes);
  const shapes: Shapes = new Map();
  let shapeCount = 0;
  let indexNames = 0;
  /** Elements of the small lists that are still open. */
  const pending: Json[] = [];
  let at = 0;

  function skipSpace(): void {
    for (;;) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      at += 1;
    }
  }

  function buildString(): string {
    const start = at + 1;
    const end = endOfString(bytes, start);
    at = end + 1;
    return strings.read(start, end);
  }

  function buildNumber(): number {
    let value = 0;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
      value = value * 10 + (byte - 0x30);
      at += 1;
    }
    return value;
  }

  /** Past a value that is not built. Brackets in strings do not count. */
  function skipValue(): void {
    let open = 0;
    do {
      skipSpace();
      const byte = bytes[at];
      if (byte === QUOTE) at = endOfString(bytes, at + 1) + 1;
      else if (byte === 0x2c || byte === 0x3a) at += 1;
      else if (byte === 0x5b || byte === 0x7b) {
        open += 1;
        at += 1;
      } else if (byte === 0x5d || byte === 0x7d) {
        open -= 1;
        at += 1;
      } else {
        do at += 1;
        while (isInWord(bytes[at] ?? 0));
      }
    } while (open > 0);
  }

  function buildList(depth: number): Json {
    const start = at;
    at += 1;
    skipSpace();
    if (bytes[at] === 0x5d) {
      at += 1;
      return EMPTY_LIST;
    }
    const wide = scanned.wideLists.get(start);
    const first = pending.length;
    const list = wide === undefined ? null : emptyList(Math.min(wide, maxElements));
    for (let count = 0; ; count += 1) {
      if (list === null) pending.push(buildValue(depth));
      else if (count < list.length) list[count] = buildValue(depth);
      else skipValue();
      skipSpace();
      const byte = bytes[at];
      at += 1;
      if (byte === 0x5d) break;
    }
    // `splice` makes a list of exactly its elements; a list grown by `push` has room for more.
    return list ?? pending.splice(first);
  }

  function buildObject(depth: number): Json {
    at += 1;
    skipSpace();
    if (bytes[at] === 0x7d) {
      at += 1;
      return EMPTY_OBJECT;
    }
    const members: [name: string, value: Json][] = [];
    for (;;) {
      const name = buildName(members.length);
      skipSpace();
      at += 1;
      if (name === null) skipValue();
      else members.push([name, buildValue(depth)]);
      skipSpace();
      const byte = bytes[at];
      at += 1;
      if (byte === 0x7d) break;
      skipSpace();
    }
    return objectOf(members, depth);
  }

  /** The name that begins here; null for one that is not stored. @param stored members so far */
  function buildName(stored: number): string | null {
    const start = at + 1;
    const end = endOfString(bytes, start);
    at = end + 1;
    if (stored < MAX_MEMBERS) return strings.read(start, end);
    const mayBeFormat =
      (bytes[start] === LETTER_F || bytes[start] === BACKSLASH) && end - start <= LONGEST_FORMAT;
    return mayBeFormat && strings.read(start, end) === 'format' ? 'format' : null;
  }

  function objectOf(members: [name: string, value: Json][], depth: number): Json {
    const format = depth === 1 ? members.find(([name]) => name === 'format')?.[1] : undefined;
    const notRead = format === undefined ? NOT_READ : { format, 'not read': true };
    for (const [name] of members) {
      if (!/^[0-9]+$/.test(name)) continue;
      indexNames += 1;
      if (indexNames > MAX_INDEX_NAMES) return notRead;
    }
    if (!describe(members, MAX_SHAPES / 2)) {
      // Sorted, so that the same members in another order take no further description.
      members.sort(([one], [other]) => (one < other ? -1 : 1));
      if (!describe(members, MAX_SHAPES)) return notRead;
    }
    const built: Record<string, Json> = {};
    for (const [name, value] of members) {
      if (name === '__proto__')
        Object.defineProperty(built, name, { value, enumerable: true, writable: true, configurable: true });
      else built[name] = value;
    }
    return built;
  }

  /** Whether the sequence of these names is known or may still become so. @param limit of descriptions */
  function describe(members: readonly [name: string, value: Json][], limit: number): boolean {
    let here = shapes;
    for (const [name] of members) {
      let next = here.get(name);
      if (next === undefined) {
        if (shapeCount >= limit) return false;
        shapeCount += 1;
        next = new Map();
        here.set(name, next);
      }
      here = next;
    }
    return true;
  }

  /** @param depth of the list or object around the value */
  function buildValue(depth: number): Json {
    skipSpace();
    switch (bytes[at]) {
      case 0x7b:
      case 0x5b:
        if (depth >= deepest) {
          skipValue();
          return NOT_READ;
        }
        return bytes[at] === 0x7b ? buildObject(depth + 1) : buildList(depth + 1);
      case QUOTE:
        return buildString();
      case 0x74:
        at += 4;
        return true;
      case 0x66:
        at += 5;
        return false;
      case 0x6e:
        at += 4;
        return null;
      default:
        return buildNumber();
    }
  }

  return buildValue(0);
}

/** Room for this many values of any kind, which does not have to be copied when a number is large. */
function emptyList(length: number): Json[] {
  const list: Json[] = [];
  list.length = length;
  list[0] = '';
  return list;
}

/** Whether a byte continues a number, `true`, `false` or `null`. */
function isInWord(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a);
}
