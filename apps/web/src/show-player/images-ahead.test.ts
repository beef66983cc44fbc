import { expect, test } from 'vitest';
import { imagesAhead } from './images-ahead.ts';

const withImages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ image_url: `/image-${index + 1}` }));

test('R65 images are fetched in the order in which the show comes to their prizes', () => {
  const prizes = [{ image_url: '/car' }, { image_url: null }, { image_url: '/ham' }];
  expect(imagesAhead(prizes, 'grand_last', null)).toEqual(['/ham', '/car']);
  expect(imagesAhead(prizes, 'list', null)).toEqual(['/car', '/ham']);
});

test('R65 of many prizes the next ones are fetched, and in the end the grand prize', () => {
  const prizes = withImages(200);
  expect(imagesAhead(prizes, 'grand_last', null).slice(0, 2)).toEqual(['/image-200', '/image-199']);
  expect(imagesAhead(prizes, 'grand_last', null).length).toBeLessThan(30);
  expect(imagesAhead(prizes, 'grand_last', 150)[0]).toBe('/image-150');
  expect(imagesAhead(prizes, 'grand_last', 12).at(-1)).toBe('/image-1');
});
