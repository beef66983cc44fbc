/** Documents made to hurt: the verifier never throws, and says in its format step what is wrong (draw protocol §1, §7). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildProof, looksLikeProof, STEP_NAMES, verifyProof } from '../src/index.ts';
import { fullOptions as options, fullProof } from './support/full-proof.ts';
import { makeInput } from './support/random-draw.ts';
import { asJson, type Json, leafPaths, type Path, withChange } from './support/tamper.ts';

const proof = asJson(fullProof('hostile', { kind: 'drand', contributors: [2] }));
const text = JSON.stringify(proof);

function formatFailure(json: unknown): string {
  const { verdict, steps } = verifyProof(json, options);
  const [step] = steps;
  if (verdict !== 'FAILED' || steps.length !== 1 || step?.status !== 'FAIL')
    return `no format failure: ${verdict}`;
  return step.reason;
}

describe('values that are no proof', () => {
  test.each([null, true, 0, -1, 'draw-proof/2', [], [[]], {}, { format: 'draw-proof/2' }, undefined])(
    '%j',
    (value) => {
      expect(formatFailure(value)).toMatch(/^(the document|format|algorithm) is not /);
    },
  );

  test('only an object that says so looks like a proof', () => {
    expect(looksLikeProof(proof)).toBe(true);
    for (const json of ['{}', '[]', 'null', '"draw-proof/2"', '{"__proto__":{"format":"draw-proof/2"}}'])
      expect(looksLikeProof(JSON.parse(json))).toBe(false);
  });
});

describe('numbers', () => {
  const numberPaths = leafPaths(proof).filter((path) => typeof at(proof, path) === 'number');
  function at(value: Json, path: Path): unknown {
    return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
  }

  test.each([
    '-0',
    '-0.0',
    '-1e-400',
    '1e400',
    '-1e400',
    '0.5',
    '-1',
    '9007199254740992',
    '1e16',
    '"1"',
    'null',
    '"NaN"',
    '[1]',
  ])('%s is none of the integers of a proof', (written) => {
    for (const path of numberPaths) {
      const changed = withChange(proof, path, () => JSON.parse(written) as Json);
      expect(formatFailure(changed)).toMatch(/ is not (a whole number|a list of 1 to 20 weights)/);
    }
  });
});

describe('members', () => {
  test('inherited members do not count', () => {
    for (const name of ['__proto__', 'constructor']) {
      const poisoned: unknown = JSON.parse(`{"${name}":${text},"format":"draw-proof/2"}`);
      expect(formatFailure(poisoned)).toBe('algorithm is not Fisher-Yates v1.0');
    }
  });

  test('special names are unknown members like any other', () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'valueOf',
      'toJSON',
      'hasOwnProperty',
      'length',
    ]) {
      const more: unknown = JSON.parse(text.replace('{', `{"${name}":{"value":1},`));
      expect(formatFailure(more)).toBe('the document has an unknown member');
    }
    expect(Reflect.get({}, 'value')).toBeUndefined();
  });

  test.each(Object.keys(proof as object).filter((name) => name !== 'beacon'))(
    '%s of any wrong type fails format',
    (name) => {
      for (const wrong of [true, 7.5, 'x'.repeat(65), { length: 3, 0: 1 }, [[1], [2]], [null]])
        expect(formatFailure(withChange(proof, [name], () => wrong as Json))).not.toMatch(
          /^no format failure/,
        );
    },
  );
});

describe('strings', () => {
  test.each([
    ['a lone surrogate', '\ud800'],
    ['a pair the wrong way round', '\udc00\ud800'],
    ['a control character', 'a\u0000b'],
    ['a delete character', 'a\u007fb'],
    ['a line feed', 'a\nb'],
    ['401 bytes', `${'é'.repeat(200)}a`],
    ['ten million characters', 'x'.repeat(10_000_000)],
  ])('%s is no name', (_, name) => {
    expect(formatFailure(withChange(proof, ['winners', 0, 'display_name'], () => name))).toMatch(
      /^winners\[0\].display_name /,
    );
  });

  test('400 bytes are a name, which is then not the committed one', () => {
    const long = withChange(proof, ['winners', 0, 'display_name'], () => '🎟'.repeat(100));
    expect(
      verifyProof(long, options)
        .steps.filter(({ status }) => status === 'FAIL')
        .map(({ name }) => name),
    ).toEqual(['names']);
  });

  test('hex of another case, length or script', () => {
    for (const seed of [
      'A'.repeat(64),
      'a'.repeat(63),
      'a'.repeat(65),
      `${'a'.repeat(64)}\n`,
      '０'.repeat(64),
      'a'.repeat(5_000_000),
    ])
      expect(formatFailure(withChange(proof, ['seed_reveal'], () => seed))).toBe(
        'seed_reveal is not 64 lowercase hex characters',
      );
  });
});

describe('size', () => {
  test('nesting of 100,000 levels', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as Json;
    expect(formatFailure(deep)).toBe('the document is not an object');
    for (const path of leafPaths(proof))
      expect(formatFailure(withChange(proof, path, () => deep))).not.toMatch(/^no /);
    expect(formatFailure({ ...(proof as object), more: deep })).toBe('the document has an unknown member');
  });

  test('300,000 rows where some are expected', () => {
    const rows: Json = Array.from({ length: 300_000 }, () => null);
    for (const list of ['entries', 'contributions', 'holders', 'winners', 'alternates'])
      expect(formatFailure(withChange(proof, [list], () => rows))).toMatch(`${list}[0] is not `);
  });

  test('150,000 well-formed contributions are read, not spread over the stack', () => {
    const input = makeInput('many', { contributors: [1] });
    const many = buildProof(input);
    const secrets = Array.from({ length: 150_000 }, (_, index) => [index + 1, 'a'.repeat(64)] as const);
    const result = verifyProof({ ...many, contributions: secrets });
    expect(result.steps.find(({ name }) => name === 'contributions')?.status).toBe('FAIL');
    expect(() => buildProof({ ...input, contributions: secrets })).not.toThrow();
  });
});

test('any JSON value anywhere gives steps and a verdict, never an exception', () => {
  const paths = leafPaths(proof);
  fc.assert(
    fc.property(fc.nat(paths.length - 1), fc.nat(3), fc.jsonValue({ maxDepth: 3 }), (index, depth, value) => {
      const path = (paths[index] ?? []).slice(0, 1 + depth);
      const { verdict, steps } = verifyProof(
        withChange(proof, path, () => value as Json),
        { ...options, skipBls: true },
      );
      expect(['FAILED', 'INCOMPLETE']).toContain(verdict);
      expect([1, STEP_NAMES.length - 1]).toContain(steps.length);
    }),
    { numRuns: 500, seed: 1 },
  );
});
