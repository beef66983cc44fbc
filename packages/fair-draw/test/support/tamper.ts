/** Changes to a document at one place, as somebody would make them who wants another result to look right. */
import type { Random } from './random.ts';

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

/** Other choices for members that have only a few values. */
const CHOICES: Record<string, readonly string[]> = {
  assurance: ['beacon', 'room', 'participants', 'operator'],
  kind: ['drand', 'room', 'none'],
  policy: ['once', 'again'],
  earlier_winners: ['out', 'in'],
  beacon_policy: ['wait', 'lower', 'room', 'none'],
};
const STATES = ['in', 'withdrawn', 'removed', 'absent', 'holder'];
const SOURCES = ['self', 'host', 'paper'];

/** Another value that the place may have: of a few choices, a number near by, or one digit of a text changed. */
function plausible(path: Path, old: Json, random: Random): Json {
  const last = path.at(-1);
  const choices =
    (typeof last === 'string' ? CHOICES[last] : undefined) ??
    (typeof old === 'string' ? [STATES, SOURCES].find((list) => list.includes(old)) : undefined);
  if (choices !== undefined) return random.any(choices) ?? old;
  if (typeof old === 'number') return Math.max(0, old + random.pick([1, -1, 2, 10, -10]));
  if (last === 'text' && typeof old === 'string') return changedLine(old, random);
  if (typeof old === 'string' && old.length > 1 && random.oneIn(2)) {
    const at = random.below(old.length);
    const digit = old.charAt(at);
    return old.slice(0, at) + (digit === '0' ? '1' : '0') + old.slice(at + 1);
  }
  return alike(old);
}

/** A record with one line changed, left out or written twice. */
function changedLine(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  const number = /^\d{1,15}$/.test(line)
    ? String(Number(line) + random.pick([1, -1, 5]))
    : `${line.slice(0, -1)}${line.endsWith('0') ? '1' : '0'}`;
  const changes = [[number], [number], [number], ['-'], [], [line, line]];
  return lines.toSpliced(at, 1, ...(random.any(changes) ?? [])).join('\n');
}

/** Changes that only the bytes of a file can have. */
function otherText(text: string, random: Random): string {
  const at = random.below(text.length);
  return random.pick<() => string>([
    () => `\ufeff${text}`,
    () => text.replace('{', '{"format":"draw-proof/2",'),
    () => text.replace(/:(\d+)/, ':$1.0'),
    () => text.replace(/:(\d+)/, ':-$1'),
    () => text.replace(/:(\d+)/, ':0$1'),
    () => text.replace(/:(\d+)/, ':$1e0'),
    () => `${text} ${text}`,
    () => text.slice(0, at),
    () => text.replace('"raffle', String.raw`"\ud83c`),
    () => `\n\t ${text.replaceAll(',"', ' ,\r\n"')} `,
    () => text.replace('"draw_id"', String.raw`"\u0064raw_id"`),
    () => text.replace('draw-proof/2', 'draw-proof/1'),
  ])();
}

/** One value, row or member changed, swapped or taken out at a random place, as the text of a file. */
export function tamperedText(document: Json, random: Random): string {
  if (random.oneIn(12)) return otherText(JSON.stringify(document), random);
  return JSON.stringify(tampered(document, random));
}

const LISTS: [Path, ...Path[]] = [
  ['winners'],
  ['alternates'],
  ['entries'],
  ['contributions'],
  ['holders'],
  ['plan', 'prizes'],
  ['audience'],
  ['log', 'more'],
  ['log', 'after'],
  ['log', 'records'],
];

function tampered(document: Json, random: Random): Json {
  const paths = leafPaths(document);
  const logPaths = paths.filter(([first]) => first === 'log' || first === 'audience');
  const path = random.any(logPaths.length > 0 && random.oneIn(2) ? logPaths : paths) ?? [];
  const list = random.pick(LISTS);
  const rows = list.reduce<unknown>((inner, key) => Reflect.get(Object(inner) as object, key), document);
  const withRows = (change: (old: Json[]) => Json[]): Json =>
    Array.isArray(rows)
      ? withChange(document, list, (old) => change(old as Json[]))
      : withChange(document, path, (old) => plausible(path, old, random));
  const other = random.pick<Json>([null, 0, 2 ** 53 - 1, '', '-', 'none', 'beacon', [], {}, true]);
  switch (random.below(14)) {
    case 0:
      return withChange(document, path, () => other);
    case 1:
      return withChange(document, path, () => undefined);
    case 2:
      return withRows((old) => old.toReversed());
    case 3:
      return withRows((old) => old.slice(1));
    case 4:
      return withRows((old) => old.slice(0, -1));
    case 5:
      return withRows((old) => [...old, ...old.slice(0, 1)]);
    default:
      return withChange(document, path, (old) => plausible(path, old, random));
  }
}
