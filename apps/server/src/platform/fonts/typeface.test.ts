import type { BBOX } from 'fontkit';
import { expect, test } from 'vitest';
import { textFace } from './typeface.ts';
import { charactersWithoutFont } from './without-font.ts';

const face = textFace();

/** Of each outline, from left to right. */
function boxesOf(text: string): BBOX[] {
  return face
    .outlines(text, { x: 0, y: 0, size: 100 })
    .map(({ path }) => path.cbox)
    .filter(({ minX }) => Number.isFinite(minX))
    .sort((a, b) => a.minX - b.minX);
}

/** Where each outline begins. */
function startsOf(text: string): number[] {
  return boxesOf(text).map(({ minX }) => minX);
}

test('R67 a text whose letters are in several font files keeps the blanks between them', () => {
  const text = '3 × Бутылка вина (Wine)';
  const pieces = face.pieces(text, 10) ?? [];
  expect(new Set(pieces.map(({ file }) => file)).size).toBe(2);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  const blank = pieces.find((piece) => piece.text === ' ');
  expect(blank?.width).toBeGreaterThan(1);
  const total = pieces.reduce((sum, { width }) => sum + width, 0);
  expect(total).toBeCloseTo(face.width(text, 10), 6);
});

test('R67 Arabic is written from the right, with joined letters and its words and numbers in their places', () => {
  // Two words: the second one stands on the left.
  const [first, second] = ['سحب', 'خيري'];
  const both = `${first} ${second}`;
  expect(face.drawable(both)).toBe(both);
  expect(face.pieces(both, 10)).toBeNull();
  const alone = startsOf(second);
  expect(startsOf(both).slice(0, alone.length)).toEqual(alone);
  // Joined letters have other forms, and are narrower than those that stand alone.
  expect(face.width(first, 100)).toBeLessThan(
    Array.from(first).reduce((sum, letter) => sum + face.width(letter, 100), 0),
  );
  // The first letter of a word is its rightmost: alef, a stroke, before beh, a bowl.
  const alef = face.outlines('ا', { x: 0, y: 0, size: 100 })[0]?.path.cbox.width ?? 0;
  const rightmost = boxesOf('اب').at(-1);
  expect(rightmost?.width).toBeCloseTo(alef, 6);
  // A number within is read from the left: its digits stand as in "2026".
  const year = startsOf('2026');
  const withYear = startsOf(`${first} 2026`);
  expect(withYear.slice(0, 4)).toEqual(year);
});

test('R67 a bracket in Hebrew opens on the right', () => {
  /** The rightmost outline, wherever it stands. */
  const shapeOf = (text: string): string | undefined => {
    const paths = face.outlines(text, { x: 0, y: 0, size: 100 }).map(({ path }) => path);
    const last = paths.toSorted((a, b) => a.cbox.minX - b.cbox.minX).at(-1);
    return last?.translate(-last.cbox.minX, 0).toSVG();
  };
  expect(shapeOf('(א')).toBe(shapeOf(')'));
  expect(shapeOf('(א')).not.toBe(shapeOf('('));
});

test('R67 Chinese, Japanese and Korean are drawn with a stroke along their thin outlines', () => {
  for (const text of ['校园抽奖', '夏祭りのくじ', '겨울 추첨']) {
    expect(face.drawable(text)).toBe(text);
    expect(face.pieces(text, 10)).toBeNull();
    expect(face.outlines(text, { x: 0, y: 0, size: 100 }).some(({ stroke }) => stroke > 5)).toBe(true);
  }
});

test('R67 a line of Chinese ends between characters, and no line begins with a full stop', () => {
  const text = '春季校园抽奖活动。奖品丰富，欢迎参加。';
  const lines = face.wrap(text, { width: 80, size: 10, lines: 4 });
  expect(lines.join('')).toBe(text);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(face.width(line, 10)).toBeLessThanOrEqual(80);
    expect(line).not.toMatch(/^[。，]/u);
  }
  expect(face.wrap('one two three', { width: face.width('one two', 10), size: 10, lines: 2 })).toEqual([
    'one two',
    'three',
  ]);
});

test.each(['สวัสดี', 'नमस्ते', 'გამარჯობა'])('R67 "%s" is in no font here', (text) => {
  expect(face.drawable(text)).toBeNull();
  expect(charactersWithoutFont(`Ada ${text}`).length).toBeGreaterThan(0);
});

test.each([
  'Żółta łódź, Đà Nẵng',
  'Καλοκαιρινή κλήρωση',
  'Летний розыгрыш',
  'سحب الصيف ٢٠٢٦',
  'הגרלת הקיץ',
  '校园抽奖，夏祭りのくじ',
  '겨울 추첨',
  'Gala 🎉 “2026” – 3 × €5',
])('R67 what is said to have a font is drawn: %s', (text) => {
  expect(charactersWithoutFont(text)).toEqual([]);
  expect(face.drawable(text)).not.toBeNull();
});
