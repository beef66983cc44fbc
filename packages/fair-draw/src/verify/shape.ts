/**
 * Reading a document that may come from anyone: every byte is the attacker's. Members are looked at by own property,
 * with the types and ranges of the field rules (draw protocol §1, §3), and any member beside them is refused. Nothing
 * here throws, nothing recurses deeper than the expected shape, and no reason repeats a part of the document.
 */
import {
  isHash,
  isHashOrDash,
  isHex,
  isIntegerIn,
  isLine,
  isLongText,
  isObject,
  isPublicId,
  isSalt,
  isWeights,
} from '../field-rules.ts';

/** null when fine, else what is wrong with the member of that name. */
export type Check = (value: unknown, name: string) => string | null;

/** Own members only: `__proto__` and inherited names never count. */
export function member(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A field rule together with the words for its failure. */
export function rule(holds: (value: unknown) => boolean, what: string): Check {
  return (value, name) => (holds(value) ? null : `${name} is not ${what}`);
}

export function hex(length: number): Check {
  return rule((value) => isHex(value, length), `${length} lowercase hex characters`);
}

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  return rule((value) => isIntegerIn(value, min, max), `a whole number from ${min} to ${max}`);
}

export function oneOf(...values: readonly string[]): Check {
  return rule((value) => values.some((allowed) => allowed === value), values.join(' or '));
}

export function either(first: Check, second: Check): Check {
  return (value, name) => (first(value, name) === null ? null : second(value, name));
}

export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? null : check(value, name));
}

/** An object with these members and no others. */
export function object(members: Record<string, Check>): Check {
  const checks = Object.entries(members);
  return (value, name) => {
    const what = name === '' ? 'the document' : name;
    if (!isObject(value)) return `${what} is not an object`;
    for (const [key, check] of checks) {
      const problem = check(member(value, key), name === '' ? key : `${name}.${key}`);
      if (problem !== null) return problem;
    }
    return Object.keys(value).every((key) => Object.hasOwn(members, key))
      ? null
      : `${what} has an unknown member`;
  };
}

export function list(check: Check, minimum = 0, maximum = Infinity): Check {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    if (value.length < minimum || value.length > maximum) return `${name} has another length than allowed`;
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

export const hash = rule(isHash, '64 lowercase hex characters');
export const hashOrDash = rule(isHashOrDash, '64 lowercase hex characters or "-"');
export const publicId = rule(isPublicId, 'an id of 1 to 64 letters, digits, "_" or "-"');
export const salt = rule(isSalt, '32 lowercase hex characters');
export const line = rule(isLine, 'one line of 1 to 400 bytes without control characters');
export const longText = rule(isLongText, 'a text of at most 10,000 characters without control characters');
export const weights = rule(isWeights, 'a list of 1 to 20 weights');
export const time = integer(0);
export const text = rule((value) => typeof value === 'string', 'a text');
export const nothing = rule((value) => value === null, 'null');
export const dash = oneOf('-');
