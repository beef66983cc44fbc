/** R85: which texts name a site that may show an embed. */
import { expect, test } from 'vitest';
import { readOrigins } from './origins.ts';

test('R85 an origin is written as browsers write it, each once', () => {
  expect(
    readOrigins([
      'https://Club.Example',
      'https://club.example/',
      'https://club.example:443',
      'https://tickets.club.example:8443',
      'https://müller.example',
      'http://localhost:5173',
    ]),
  ).toEqual([
    'https://club.example',
    'https://tickets.club.example:8443',
    'https://xn--mller-kva.example',
    'http://localhost:5173',
  ]);
});

test('R85 a name with umlauts is read on a server that has read many others', () => {
  for (let round = 0; round < 100_000; round += 1) readOrigins(['https://club.example']);
  expect(readOrigins(['https://müller.example'])).toEqual(['https://xn--mller-kva.example']);
});

test.each([
  '',
  'club.example',
  'http://club.example',
  'https://club.example/raffles',
  'https://club.example/?a',
  'https://club.example/#a',
  'https://ann:secret@club.example',
  'https://*.club.example',
  'https://*',
  '*',
  "'self'",
  'https://a;script-src.example',
  'https://a,b.example',
  'https://[::1]',
  'data:text/html,x',
  'javascript:alert(1)',
  'null',
])('R85 %s is no such origin', (text) => {
  expect(() => readOrigins(['https://club.example', text])).toThrow(
    expect.objectContaining({ code: 'embed_origin_invalid' }),
  );
});
