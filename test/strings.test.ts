/**
 * What people read comes from the message catalogues: no component holds words of its own, neither as content nor in
 * an attribute that is shown or read out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, JSXExpression } from 'oxc-parser';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../apps/web/src');
/** Shown to nobody but engineers. */
const FOR_ENGINEERS = 'features/ui-gallery';

const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** Signs and numbers are the same in every language. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text);

/** The texts that an expression can become, as far as they stand in it. */
function literalsIn(expression: Expression | JSXExpression | null): string[] {
  if (expression === null) return [];
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : [];
    case 'TemplateLiteral':
      return [expression.quasis.map(({ value }) => value.raw).join('…')];
    case 'ConditionalExpression':
      return [...literalsIn(expression.consequent), ...literalsIn(expression.alternate)];
    case 'LogicalExpression':
      return [...literalsIn(expression.left), ...literalsIn(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+'
        ? [...literalsIn(expression.left), ...literalsIn(expression.right)]
        : [];
    case 'ParenthesizedExpression':
      return literalsIn(expression.expression);
    default:
      return [];
  }
}

/** @returns each word that a component shows without the catalogue, as `line: text` */
function ownWords(name: string, code: string): string[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found: string[] = [];
  const note = (texts: string[], at: number): void => {
    const line = code.slice(0, at).split('\n').length;
    for (const text of texts.filter(hasWords)) found.push(`${line}: ${text.trim()}`);
  };
  new Visitor({
    JSXText: (node) => note([node.value], node.start),
    JSXAttribute(node) {
      if (node.name.type !== 'JSXIdentifier' || !SHOWN_ATTRIBUTES.has(node.name.name)) return;
      if (node.value?.type === 'Literal') note(literalsIn(node.value), node.start);
      if (node.value?.type === 'JSXExpressionContainer') note(literalsIn(node.value.expression), node.start);
    },
    JSXElement(node) {
      for (const child of node.children) {
        if (child.type === 'JSXExpressionContainer') note(literalsIn(child.expression), child.start);
      }
    },
    JSXFragment(node) {
      for (const child of node.children) {
        if (child.type === 'JSXExpressionContainer') note(literalsIn(child.expression), child.start);
      }
    },
  }).visit(program);
  return found;
}

const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.tsx') && !path.startsWith(FOR_ENGINEERS));

test('no component holds words of its own', () => {
  expect(components.length).toBeGreaterThan(50);
  const found = components.flatMap((path) =>
    ownWords(path, readFileSync(join(source, path), 'utf8')).map((line) => `${path}:${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['content', '<p>Hello</p>', 'Hello'],
  ['content of a fragment', "<>{'Hello'}</>", 'Hello'],
  ['a choice', "<p>{late ? 'Late' : m.early()}</p>", 'Late'],
  ['a condition', "<p>{late && 'Late'}</p>", 'Late'],
  ['a sum', "<p>{'Entry ' + number}</p>", 'Entry'],
  ['a template', '<p>{`Entry ${number}`}</p>', 'Entry …'],
  ['a name for screen readers', '<button aria-label="Close" />', 'Close'],
  ['a hint in a field', "<input placeholder={'Your name'} />", 'Your name'],
  ['a tooltip', '<b title={`Number ${n}`} />', 'Number …'],
  ['a picture', '<img alt="A drum" />', 'A drum'],
])('%s is found', (_, element, words) => {
  expect(ownWords('planted.tsx', `export const planted = () => ${element};\n`)).toEqual([`1: ${words}`]);
});

test('signs, messages and technical attributes are no words', () => {
  const code = '<p className="text" id="a" title={m.title()}>#{number} · {m.text()} {" "}</p>';
  expect(ownWords('fine.tsx', `export const fine = ${code};\n`)).toEqual([]);
});
