/** R35: what moves is made of + − × ÷ and square roots; everything else differs in its last bits between engines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');
const UNEQUAL = /\bMath\.(?!min|max|floor|ceil|round|abs|sqrt|imul|SQRT1_2|PI\b)\w+|\*\*|\bDate\b/g;
/** The angle of the camera's view: no place depends on it. */
const ALLOWED = new Map([['engine/camera.ts', ['Math.atan']]]);

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

test.each(files)('R35 %s uses no arithmetic that differs between engines', (file) => {
  const code = readFileSync(join(SOURCE, file), 'utf8')
    .replaceAll(/\/\* glsl \*\/ `[^`]*`/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(code.match(UNEQUAL) ?? []).toEqual(ALLOWED.get(file.replaceAll('\\', '/')) ?? []);
});
