import { expect, test } from 'vitest';
import { imageRefusal, isTooNarrow } from './image-file.ts';

test('R6 an image is refused by its type and its size, before it is read', () => {
  expect(imageRefusal({ type: 'image/png', size: 1000 })).toBeNull();
  expect(imageRefusal({ type: 'application/pdf', size: 1000 })).toBe('wrong_type');
  expect(imageRefusal({ type: 'image/png', size: 30 * 1024 * 1024 })).toBe('too_large');
});

test('R6 R61 an image that would be a line is too narrow, wide or tall', () => {
  const sizes: [width: number, height: number][] = [
    [8000, 60],
    [60, 6000],
    [1200, 630],
    [800, 100],
    [801, 100],
    [1, 1],
  ];
  expect(sizes.map(([width, height]) => isTooNarrow({ width, height }))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
});
