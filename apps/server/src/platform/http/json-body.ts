/**
 * JSON bodies within bounds (H9). What is parsed into objects has at most 64 KiB, 16 levels and 5,000 members, checked before
 * parsing. A route may name one member whose text is longer, such as a data URL or a pasted list: it is decoded piece by piece
 * while it arrives, and is never part of what is parsed.
 */
import { StringDecoder } from 'node:string_decoder';
import { LIMITS } from '@glassdrum/raffle-rules';
import { RefusalError } from '../refusal.ts';

const MOST_PARSED = LIMITS.bodyBytes.max;
const DEEPEST = 16;
const MOST_MEMBERS = 5_000;

export interface SplitBody {
  /** Valid JSON or not; the long text is replaced by an empty one. */
  json: string;
  /** Null when the body has no such member, or it is not a text. */
  longText: string | null;
}

export interface BodySplitter {
  /** @throws RefusalError payload_too_large, invalid_json */
  add(bytes: Buffer): void;
  /** @throws RefusalError as `add` */
  end(): SplitBody;
}

/** @param longMember name of the top level member whose text may be long; null for none */
export function createBodySplitter(longMember: string | null): BodySplitter {
  const decoder = new StringDecoder('utf8');
  const parsed: string[] = [];
  let parsedLength = 0;
  let depth = 0;
  let members = 0;
  /** The string that is being read: its text so far, or null between strings. */
  let text: string | null = null;
  let escaped = false;
  let lastText = '';
  let valueFollows = false;
  /** Pieces of the long text while it is read. */
  let pieces: string[] | null = null;
  let unfinishedEscape = '';
  let longText: string | null = null;

  const keep = (part: string): void => {
    parsedLength += part.length;
    if (parsedLength > MOST_PARSED) throw new RefusalError('payload_too_large');
    parsed.push(part);
  };
  const countMember = (): void => {
    members += 1;
    if (members > MOST_MEMBERS) throw tooComplex();
  };

  /** Reads structure from `from` on. Returns where the long text begins, or the part's length. */
  const readStructure = (part: string, from: number): number => {
    for (let index = from; index < part.length; index += 1) {
      const character = part[index] ?? '';
      if (text !== null) {
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else if (character === '"') {
          lastText = text;
          text = null;
          continue;
        }
        // Only names of the top level are compared, and only where one is looked for.
        if (longMember !== null && depth === 1 && !valueFollows) text += character;
        continue;
      }
      if (character === '"') {
        if (depth === 1 && valueFollows && lastText === longMember) {
          keep(part.slice(from, index + 1));
          pieces = [];
          return index + 1;
        }
        text = '';
      } else if (character === '{' || character === '[') {
        depth += 1;
        if (depth > DEEPEST) throw tooComplex();
        countMember();
        valueFollows = false;
      } else if (character === '}' || character === ']') depth -= 1;
      else if (character === ':') valueFollows = true;
      else if (character === ',') {
        countMember();
        valueFollows = false;
      }
    }
    keep(part.slice(from));
    return part.length;
  };

  /** Reads the long text. Returns where the structure goes on, or the part's length. */
  const readLongText = (part: string, from: number, into: string[]): number => {
    let quote = part.indexOf('"', from);
    let escape = part.indexOf('\\', from);
    while (escape !== -1 && (quote === -1 || escape < quote)) {
      const end = escape + (part[escape + 1] === 'u' ? 6 : 2);
      if (end > part.length) {
        into.push(unescaped(part.slice(from, escape)));
        unfinishedEscape = part.slice(escape);
        return part.length;
      }
      if (quote !== -1 && quote < end) quote = part.indexOf('"', end);
      escape = part.indexOf('\\', end);
    }
    if (quote === -1) {
      into.push(unescaped(part.slice(from)));
      return part.length;
    }
    into.push(unescaped(part.slice(from, quote)));
    longText = into.join('');
    pieces = null;
    valueFollows = false;
    return quote;
  };

  const addText = (more: string): void => {
    const part = unfinishedEscape + more;
    unfinishedEscape = '';
    for (let index = 0; index < part.length;) {
      index = pieces === null ? readStructure(part, index) : readLongText(part, index, pieces);
      // The closing quote belongs to what is parsed.
      if (pieces === null && index < part.length) {
        keep('"');
        index += 1;
      }
    }
  };

  return {
    add: (bytes) => addText(decoder.write(bytes)),
    end() {
      addText(decoder.end());
      return { json: parsed.join(''), longText };
    },
  };
}

/** A piece of a JSON text between its quotes that cuts no escape. @throws RefusalError invalid_json */
function unescaped(piece: string): string {
  try {
    return JSON.parse(`"${piece}"`) as string;
  } catch {
    throw new RefusalError('invalid_json');
  }
}

function tooComplex(): RefusalError {
  return new RefusalError('payload_too_large', { message: 'This call has too many members.' });
}
