import { expect, test } from 'vitest';
import { textFace } from '../../../platform/fonts/typeface.ts';
import { prizeLines } from './prize-lines.ts';

const face = textFace();
const room = { width: 80, size: 7.5, lines: 4, indent: 4 };
const textsOf = (prizes: string[]): string[] => prizeLines(prizes, face, room).map(({ text }) => text);

test('R67 a ticket names all prizes where there is room, and else how many more there are', () => {
  expect(textsOf([])).toEqual([]);
  expect(textsOf(['Ham'])).toEqual(['Ham']);
  expect(textsOf(['Ham', 'Wine', 'Lamp', 'Soap'])).toEqual(['Ham', 'Wine', 'Lamp', 'Soap']);
  expect(textsOf(['Ham', 'Wine', 'Lamp', 'Soap', 'Tea'])).toEqual(['Ham', 'Wine', 'Lamp', 'and 2 more']);
  expect(textsOf(Array.from({ length: 200 }, () => 'Ham')).at(-1)).toBe('and 197 more');
});

test('R67 a prize in letters that the fonts lack is counted, not half written', () => {
  expect(textsOf(['Ham', 'ไวน์หนึ่งขวด'])).toEqual(['Ham', 'and 1 more']);
  expect(textsOf(['ไวน์หนึ่งขวด'])).toEqual([]);
});

test('R67 a long name goes on in the lines that are left, and is cut only at the end of them', () => {
  const long = 'A weekend for two in the lighthouse of Westerland';
  const alone = prizeLines([long], face, room);
  expect(alone.length).toBeGreaterThan(1);
  expect(alone.map(({ text }) => text).join(' ')).toBe(long);
  expect(alone.map(({ isContinued }) => isContinued)).toEqual([false, ...alone.slice(1).map(() => true)]);
  const crowded = prizeLines([long, 'Ham', 'Wine', 'Lamp'], face, room);
  expect(crowded).toHaveLength(4);
  expect(crowded[0]?.text.endsWith('…')).toBe(true);
  for (const { text } of [...alone, ...crowded]) {
    expect(face.width(text, room.size)).toBeLessThanOrEqual(room.width);
  }
});
