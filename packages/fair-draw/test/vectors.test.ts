/** The published vectors give exactly what they say. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runVectors } from './run-vectors.ts';

const file = JSON.parse(
  readFileSync(new URL('vectors/draw-proof-vectors.json', import.meta.url), 'utf8'),
) as Parameters<typeof runVectors>[0];

describe('published vectors', () => {
  const outcomes = runVectors(file);
  test('all 127 are there', () => expect(outcomes).toHaveLength(127));
  test.each(outcomes)('$id', ({ ok, detail }) => expect(ok ? '' : detail).toBe(''));
});
