/**
 * What each field of a record or document may hold (draw protocol §1 and §3). Pure predicates: they take anything
 * and never throw.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Every integer of a record or document stays exact in a JavaScript number. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Weights of one entry and their sum in a pool stay below 2^32, so that every sum is exact. */
export const MAX_WEIGHT = 0xffff_ffff;

/** Limits of a plan and of the lists in a proof. */
export const MAX_POOLS = 20;
export const MAX_PRIZES = 200;
export const MAX_QUANTITY = 1_000;
export const MAX_ALTERNATES = 2_000;
export const MAX_STAGES = 30;
export const MAX_AUDIENCE = 10_000;

const HEX = /^[0-9a-f]*$/;
const PUBLIC_ID = /^[A-Za-z0-9_-]{1,64}$/;
const REASON_CODE = /^[a-z][a-z_]{0,63}$/;
const CLIENT_SEED = /^[0-9a-f]{64}:(?:[0-9a-f]{64}|-)$/;
const SELECTION_INDEX = /^(?:0|[1-9][0-9]*)\/[1-9][0-9]*:[0-9a-f]{64}$/;
const ROOM_TEXT = /^(?:0|[1-9][0-9]{0,5})(?: (?:0|[1-9][0-9]{0,5})){0,99}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONGEST_LINE_BYTES = 400;
const LONGEST_TEXT_CODE_POINTS = 10_000;
/** A surrogate pair is one code point of two units. */
const UNITS_PER_CODE_POINT = 2;

/** A JSON object; lists and null are none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lowercase hex of exactly `length` digits. */
export function isHex(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.length === length && HEX.test(value);
}

/** 64 lowercase hex: a SHA-256 value, a seed, a contribution or a public key. */
export function isHash(value: unknown): value is string {
  return isHex(value, 64);
}

/** A hash, or `-` for none. */
export function isHashOrDash(value: unknown): value is string {
  return value === '-' || isHash(value);
}

/** An integer within `min … max`. A minus zero is refused, as integers have no sign. */
export function isIntegerIn(value: unknown, min: number, max = MAX_INTEGER): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    !Object.is(value, -0) &&
    value >= min &&
    value <= max
  );
}

/** 16 bytes of salt as 32 hex. */
export function isSalt(value: unknown): value is string {
  return isHex(value, 32);
}

/** Ids of draws, hosts and raffles: 1–64 letters, digits, `_` or `-`. */
export function isPublicId(value: unknown): value is string {
  return typeof value === 'string' && PUBLIC_ID.test(value);
}

/** Why tickets were changed or a draw was voided: 1–64 of `a-z` and `_`, beginning with a letter. */
export function isReasonCode(value: unknown): value is string {
  return typeof value === 'string' && REASON_CODE.test(value);
}

/** A weight for each pool: 1–20 integers of 0 … 2^32-1. */
export function isWeights(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= MAX_POOLS &&
    value.every((weight) => isIntegerIn(weight, 0, MAX_WEIGHT))
  );
}

/** `<freeze hash>:<beacon value>` */
export function isClientSeed(value: unknown): value is string {
  return typeof value === 'string' && CLIENT_SEED.test(value);
}

/** `<r>/<remaining>:<64 hex of the accepted block>` */
export function isSelectionIndex(value: unknown): value is string {
  return typeof value === 'string' && SELECTION_INDEX.test(value);
}

/** A line: 1–400 bytes of UTF-8 without control characters and lone surrogates. A name is never changed here: normalising happens once, where the name is accepted. */
export function isLine(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > LONGEST_LINE_BYTES) return false;
  if (LONE_SURROGATE.test(value) || hasControlCharacter(value, false)) return false;
  return utf8ToBytes(value).length <= LONGEST_LINE_BYTES;
}

/** A long text: up to 10,000 code points without control characters, but with line feeds. */
export function isLongText(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > UNITS_PER_CODE_POINT * LONGEST_TEXT_CODE_POINTS)
    return false;
  if (LONE_SURROGATE.test(value) || hasControlCharacter(value, true)) return false;
  return value.length <= LONGEST_TEXT_CODE_POINTS || Array.from(value).length <= LONGEST_TEXT_CODE_POINTS;
}

/** What the room produced: 1 to 100 numbers below a million, separated by single spaces (draw protocol §4). */
export function isRoomText(value: unknown): value is string {
  return typeof value === 'string' && ROOM_TEXT.test(value);
}

function hasControlCharacter(text: string, lineFeedAllowed: boolean): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if ((unit <= 0x1f && !(lineFeedAllowed && unit === 0x0a)) || unit === 0x7f) return true;
  }
  return false;
}
