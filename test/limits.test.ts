/**
 * Every limit on what people may send stands in `LIMITS`, and what counts as an email address in one pattern, both in
 * raffle-rules: a form that retypes one of them says something else than the server one day. Looks for numbers in the
 * bounds of fields, for lengths that screens compare with a limit's number, for byte limits computed again, and for second
 * email patterns. Schemas of calls stand in the contract.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LIMITS } from '@glassdrum/raffle-rules';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const FOLDERS = ['apps/web/src', 'apps/server/src'];
/** Built by machine, or shown to developers only. */
const SKIPPED = ['messages/generated', 'features/ui-gallery'];

/** Numbers and patterns that only look like a limit of ours. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/server/src/config.ts email pattern':
    'what an operator configures may be an address without a domain name',
  'apps/server/src/platform/public-log/witnesses/ask-witness.ts LONGEST_ANSWER':
    'an answer of another server',
  'apps/web/src/checking/device/relays.ts length': 'an answer of another server',
  'apps/web/src/features/host-console/invitees/is-text.ts LOOKED_AT': 'how much of a file tells its kind',
  'apps/web/src/show-player/sound/sound-switch.tsx max': 'percent',
  'apps/server/src/platform/storage/direct-uploads.ts PART_BYTES': 'the least part that S3 takes',
};

const FIELD_BOUNDS = new Set(['maxLength', 'minLength', 'max', 'min']);
const MEASURES = new Set(['length', 'size', 'byteLength']);
const COMPARISONS = new Set(['<', '<=', '>', '>=']);
/** An @ between two groups of characters. */
const EMAIL_PATTERN = /[\])}+*]@[[(]/;

const numbers = Object.values(LIMITS).flatMap((limit) => Object.values<number>(limit));
const DISTINCTIVE = new Set(numbers.filter((number) => number >= 100));
const BYTE_LIMITS = new Set(numbers.filter((number) => number >= 1024 && number % 1024 === 0));

type AnyNode = Node | null | undefined;

/** The number that an expression of literals and constants stands for; null for anything else. */
function valueOf(node: AnyNode, constants: ReadonlyMap<string, number>): number | null {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'number' ? node.value : null;
    case 'Identifier':
      return constants.get(node.name) ?? null;
    case 'JSXExpressionContainer':
      return valueOf(node.expression, constants);
    case 'BinaryExpression': {
      const [left, right] = [valueOf(node.left, constants), valueOf(node.right, constants)];
      if (node.operator !== '*' || left === null || right === null) return null;
      return left * right;
    }
    default:
      return null;
  }
}

function isMeasure(node: AnyNode): boolean {
  return (
    node?.type === 'MemberExpression' &&
    node.property.type === 'Identifier' &&
    MEASURES.has(node.property.name)
  );
}

/** What a source retypes, by name. */
function retypedIn(name: string, code: string): string[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name} could not be read.`);
  const found: string[] = [];
  const constants = new Map<string, number>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = valueOf(init, constants);
      if (id.type !== 'Identifier' || value === null) return;
      constants.set(id.name, value);
      if (BYTE_LIMITS.has(value)) found.push(id.name);
    },
  }).visit(program);
  new Visitor({
    JSXAttribute({ name: attribute, value }) {
      if (attribute.type !== 'JSXIdentifier' || !FIELD_BOUNDS.has(attribute.name)) return;
      const typed = value?.type === 'Literal' ? Number(value.value) : valueOf(value, constants);
      if (typed !== null && typed > 0) found.push(attribute.name);
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.object.type !== 'Identifier' || callee.object.name !== 'z') return;
      if (callee.property.name === 'email') found.push('email pattern');
    },
    BinaryExpression({ operator, left, right }) {
      // The server compares lengths with the sizes of its own batches.
      if (!name.endsWith('.tsx') && !name.startsWith('apps/web/')) return;
      if (!COMPARISONS.has(operator)) return;
      for (const [measure, bound] of [
        [left, right],
        [right, left],
      ]) {
        if (isMeasure(measure) && DISTINCTIVE.has(valueOf(bound, constants) ?? 0)) found.push('length');
      }
    },
    Literal(literal) {
      if ('regex' in literal && EMAIL_PATTERN.test(literal.regex.pattern)) found.push('email pattern');
    },
  }).visit(program);
  return found;
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !SKIPPED.some((part) => path.includes(part)));
}

describe('limits', () => {
  const sources = FOLDERS.flatMap(sourcesUnder);

  it('are retyped nowhere in the apps, and email addresses have one pattern', () => {
    expect(sources.length).toBeGreaterThan(300);
    const found = sources.flatMap((path) =>
      retypedIn(path, readFileSync(join(root, path), 'utf8')).map((what) => `${path} ${what}`),
    );
    expect([...new Set(found)].filter((what) => !(what in ALLOWED))).toEqual([]);
    expect(Object.keys(ALLOWED).filter((what) => !found.includes(what))).toEqual([]);
  });

  it.each([
    ['a bound of a field', '<input maxLength={254} />', 'maxLength'],
    ['a bound as text', '<input max="100" />', 'max'],
    ['a bound behind a constant', 'const LONGEST = 500;\n<textarea maxLength={LONGEST} />', 'maxLength'],
    ['a length', `if (name.length > ${LIMITS.title.max}) refuse()`, 'length'],
    ['a length, the other way round', `if (${LIMITS.title.max} < name.length) refuse()`, 'length'],
    ['a byte limit', 'const BODY = 64 * 1024', 'BODY'],
    ['an email pattern', String.raw`const MAIL = /^[^\s@]+@[^\s@]+$/u`, 'email pattern'],
    ['an email schema', 'z.email()', 'email pattern'],
  ])('a planted violation fails: %s', (_what, code, name) => {
    expect(retypedIn('planted.tsx', code)).toEqual([name]);
  });

  it('allows bounds that come from LIMITS, and other numbers', () => {
    const code = `
      <input maxLength={LIMITS.title.max} min={min} />;
      Math.max(100, name.length);
      if (address.length <= 26) shrink();
    `;
    expect(retypedIn('sound.tsx', code)).toEqual([]);
  });
});
