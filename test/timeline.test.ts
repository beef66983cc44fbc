/**
 * Where a part of the draw's show begins and ends stands in raffle-rules' timeline alone: a server, a page and a picture that
 * each retype it drift apart. Looks for its instants in milliseconds, and in pictures for times compared with its seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SHOW_SECONDS, SHOW_STARTS } from '@glassdrum/raffle-rules';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const FOLDERS = ['apps/web/src', 'apps/server/src', 'packages/show/src', 'packages/contract/src'];
/** Only those that hardly stand for anything else. */
const INSTANTS = new Set<unknown>(Object.values(SHOW_STARTS).filter((ms) => ms > 10_000));
const SECONDS = new Set<unknown>(Object.values(SHOW_SECONDS));
const COMPARISONS = new Set(['<', '<=', '>', '>=']);

function retypedIn(name: string, code: string): unknown[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name} could not be read.`);
  const found: unknown[] = [];
  new Visitor({
    Literal({ value }) {
      if (INSTANTS.has(value)) found.push(value);
    },
    BinaryExpression({ operator, left, right }) {
      if (!COMPARISONS.has(operator) || !name.startsWith('packages/show/')) return;
      if (
        left.type === 'Identifier' &&
        left.name === 't' &&
        right.type === 'Literal' &&
        SECONDS.has(right.value)
      )
        found.push(right.value);
    },
  }).visit(program);
  return found;
}

it('R30 the boundaries of the show are retyped nowhere', () => {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.flatMap((path) =>
    retypedIn(path, readFileSync(join(root, path), 'utf8')).map((value) => `${path} ${String(value)}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['apps/server/src/planted.ts', 'const NO_BEACON_AFTER_MS = 23_000;', [23_000]],
  ['apps/web/src/planted.tsx', 'wait(t0 + 28000)', [28_000]],
  ['packages/show/src/planted.ts', 'if (t < 25) hold();', [25]],
])('a planted boundary is found: %s', (name, code, found) => {
  expect(retypedIn(name, code)).toEqual(found);
});
