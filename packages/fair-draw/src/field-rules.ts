/**
 * What each field of a record or document may hold (draw protocol §1 and §3). Pure predicates: they take anything
 * and never throw.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Every integer of a record or document stays exact in a JavaScript number. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Tickets of one entry and of a whole draw stay below 2^32, so that every sum is exact. */
export const MAX_TICKETS = 0xffff_ffff;

const HEX = /^[0-9a-f]*$/;
const PUBLIC_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CLIENT_SEED = /^[0-9a-f]{64}:(?:[0-9a-f]{64}|-)$/;
const SELECTION_INDEX = /^(?:0|[1-9][0-9]*)\/[1-9][0-9]*:[0-9a-f]{64}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONGEST_NAME_BYTES = 400;

/** A JSON object; lists and null are none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lowercase hex of exactly `length` digits. */
export function isHex(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.length === length && HEX.test(value);
}

/** 64 lowercase hex: a SHA-256 value, a seed or a contribution. */
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

/** `draw_id` and `host_id`: 1–64 letters, digits, `_` or `-`. */
export function isPublicId(value: unknown): value is string {
  return typeof value === 'string' && PUBLIC_ID.test(value);
}

/** `<freeze hash>:<beacon value>` */
export function isClientSeed(value: unknown): value is string {
  return typeof value === 'string' && CLIENT_SEED.test(value);
}

/** `<r>/<remaining>:<64 hex of the accepted block>` */
export function isSelectionIndex(value: unknown): value is string {
  return typeof value === 'string' && SELECTION_INDEX.test(value);
}

/** 1–400 UTF-8 bytes without control characters and lone surrogates. A name is never changed here: normalising happens once, where the name is accepted. */
export function isDisplayName(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > LONGEST_NAME_BYTES) return false;
  if (LONE_SURROGATE.test(value) || hasControlCharacter(value)) return false;
  return utf8ToBytes(value).length <= LONGEST_NAME_BYTES;
}

/** The text a room produced: not empty, one line, valid Unicode. */
export function isRoomText(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length > 0 && !value.includes('\n') && !LONE_SURROGATE.test(value)
  );
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x1f || unit === 0x7f) return true;
  }
  return false;
}
