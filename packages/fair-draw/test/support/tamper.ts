/** Changes to a document at one place, as somebody would make them who wants another result to look right. */
import type { Random } from './random-draw.ts';

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
export type Path = readonly (string | number)[];

/** A copy as it would come out of a file. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The way to every value that is no object and no list. */
export function leafPaths(value: Json, here: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [here];
  const members: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([key, inner]) => leafPaths(inner, [...here, key]));
}

/** A copy of the document in which the value at `path` is another one; undefined takes the member or row out. */
export function withChange(document: Json, path: Path, change: (old: Json) => Json | undefined): Json {
  const changed = changedAt(document, path, change);
  if (changed === undefined) throw new Error('The whole document cannot be taken out.');
  return changed;
}

function changedAt(value: Json, path: Path, change: (old: Json) => Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((inner, index): Json[] => {
      const next = index === key ? changedAt(inner, rest, change) : inner;
      return next === undefined ? [] : [next];
    });
  }
  if (typeof value !== 'object' || value === null) throw new Error('The path leads nowhere.');
  const members = new Map(Object.entries(value));
  const next = changedAt(members.get(String(key)) ?? null, rest, change);
  if (next === undefined) members.delete(String(key));
  else members.set(String(key), next);
  return Object.fromEntries(members);
}

/** Another value of the same form wherever there is one, so that it is not the form that gives it away. */
export function alike(old: Json): Json {
  if (typeof old === 'number') return old + 1;
  if (old === '-') return 'a'.repeat(64);
  if (typeof old !== 'string') return 'x';
  if (/[0-9a-f]$/.test(old)) return old.slice(0, -1) + (old.endsWith('0') ? '1' : '0');
  return `${old}x`;
}

/** One value, row or member changed, swapped or taken out, at a random place. */
export function tampered(document: Json, random: Random): Json {
  const paths = leafPaths(document);
  const path = paths[random.below(paths.length)] ?? [];
  const list = random.pick(['winners', 'alternates', 'entries', 'contributions']);
  const other = random.pick<Json>([null, 0, -1, 2 ** 53, 1.5, '', '-', 'none', 'beacon', [], {}, true]);
  switch (random.below(6)) {
    case 0:
      return withChange(document, path, () => other);
    case 1:
      return withChange(document, path, () => undefined);
    case 2:
      return withChange(document, [list], (rows) => (Array.isArray(rows) ? [...rows].reverse() : rows));
    case 3:
      return withChange(document, [list], (rows) => (Array.isArray(rows) ? rows.slice(1) : rows));
    default:
      return withChange(document, path, alike);
  }
}
