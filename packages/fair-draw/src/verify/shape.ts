/**
 * Reading a proof that may come from anybody: every byte is the attacker's. Only known members are looked at, by own
 * property, with exact types and ranges (draw protocol §1, §3); nothing here throws or recurses.
 */

/** null when fine, else what is wrong with the member. */
type Check = (value: unknown, name: string) => string | null;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: `__proto__` and inherited names never count. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function pattern(regex: RegExp, what: string): Check {
  return (value, name) => (typeof value === 'string' && regex.test(value) ? null : `${name} is not ${what}`);
}

export function oneOf(...values: readonly (string | number)[]): Check {
  return (value, name) =>
    values.some((allowed) => allowed === value) ? null : `${name} is not ${values.join(' or ')}`;
}

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  return (value, name) =>
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    !Object.is(value, -0) &&
    value >= min &&
    value <= max
      ? null
      : `${name} is not a whole number from ${min} to ${max}`;
}

export function either(first: Check, second: Check): Check {
  return (value, name) => (first(value, name) === null ? null : second(value, name));
}

export function object(members: Record<string, Check>): Check {
  return (value, name) => {
    if (!isObject(value)) return `${name} is not an object`;
    for (const [key, check] of Object.entries(members)) {
      const problem = check(member(value, key), name === '' ? key : `${name}.${key}`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

export function list(check: Check, minimum = 0): Check {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    if (value.length < minimum) return `${name} is empty`;
    for (let i = 0; i < value.length; i += 1) {
      const problem = check(value[i], `${name}[${i}]`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

export function tuple(...checks: readonly Check[]): Check {
  return (value, name) => {
    if (!Array.isArray(value) || value.length !== checks.length)
      return `${name} is not a row of ${checks.length}`;
    for (const [i, check] of checks.entries()) {
      const problem = check(value[i], `${name}[${i}]`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

export const hex64 = pattern(/^[0-9a-f]{64}$/, '64 lowercase hex characters');
export const hashOrDash = pattern(/^(?:[0-9a-f]{64}|-)$/, '64 lowercase hex characters or "-"');
export const identifier = pattern(/^[A-Za-z0-9_-]{1,64}$/, 'an id of 1 to 64 letters, digits, "_" or "-"');

/** A name as it may stand in a commitment: 1–400 UTF-8 bytes, no control characters, no lone surrogates. */
export const displayName: Check = (value, name) => {
  if (typeof value !== 'string' || value === '') return `${name} is not a name`;
  if (value.length > 400 || hasControl(value) || hasLoneSurrogate(value)) return `${name} is not a name`;
  return utf8Length(value) <= 400 ? null : `${name} is longer than 400 bytes`;
};

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** With the `u` flag only an unpaired half matches: a pair is one character beyond U+FFFF. */
function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/u.test(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Text of a room beacon: one line, no lone surrogates. */
export const oneLineText: Check = (value, name) =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= 100_000 &&
  !value.includes('\n') &&
  !hasLoneSurrogate(value)
    ? null
    : `${name} is not one line of text`;

export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? null : check(value, name));
}

export const nullValue: Check = (value, name) => (value === null ? null : `${name} is not null`);
