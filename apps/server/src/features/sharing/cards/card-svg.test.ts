/** How names and titles that people chose are drawn: outlines only, within the image, and never half a name. */
import { describe, expect, test } from 'vitest';
import { cardSvg } from './card-svg.ts';
import type { ResultCard } from './card-svg.ts';
import type { PrizeCard } from './prize-card.ts';
import { displayFace, textFace } from '../../../platform/fonts/typeface.ts';

const faces = { display: displayFace(), text: textFace() };
const result = (name: string | null, title = 'Summer raffle'): ResultCard => ({
  kind: 'result',
  title,
  draw: null,
  winners: [{ name, entryNumber: 17, prize: null }],
  more: 0,
  freezeWords: 'abandon ability able about above absent',
  level: 'beacon',
});

const ofPrize = (more: Partial<PrizeCard>): PrizeCard => ({
  kind: 'prize',
  title: 'Summer raffle',
  draw: null,
  prize: { name: 'Bicycle', quantity: 1 },
  winners: [{ name: 'Ada', entryNumber: 17, prize: null }],
  more: 0,
  level: 'beacon',
  image: null,
  address: 'raffle.example/results/AbCdEfGhIjKlMnOpQrStUv',
  ...more,
});

describe('what can be drawn', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Nguyễn Thị Minh Khai', 'Nguyễn Thị Minh Khai'],
    ['Łukasz Żółć', 'Łukasz Żółć'],
    ['Ада Лавлейс', 'Ада Лавлейс'],
    ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['山田太郎', '山田太郎'],
    ['Ada 김민준', 'Ada 김민준'],
    ['محمد', 'محمد'],
    ['דוד בן־גוריון', 'דוד בן־גוריון'],
    ['Zoe 🎉👩‍🚀 ❤️', 'Zoe'],
    ['e\u0301a', 'éa'],
    [' two \n lines ', 'two lines'],
  ])('R25 %s', (name, drawn) => {
    expect(faces.display.drawable(name)).toBe(drawn);
  });

  test.each(['สมชาย', 'Ada अमित', '🎉', '', '   '])(
    'R25 "%s" is not drawn in part: the number stands for it',
    (name) => {
      expect(faces.display.drawable(name)).toBeNull();
      expect(cardSvg(result(name), faces)).toBe(cardSvg(result(null), faces));
    },
  );
});

describe('the image', () => {
  test('C9 contains no text and no characters of a name: markup in a name stays a shape', () => {
    const svg = cardSvg(result('<script>alert("x")</script>', '</svg><image href="//x"/>'), faces);
    expect(svg).not.toMatch(/<(?:text|script|image|foreignObject|use|a)\b|alert|href/);
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
  });

  test.each([
    'W'.repeat(100),
    'Wolfeschlegelsteinhausenbergerdorff Nguyễn Thị Minh Khai the Third of His Name and Many More',
    'I',
  ])('no line exceeds the image: %s', (name) => {
    for (const entryNumber of [1, 99_999]) {
      const three = [1, 2, 3].map(() => ({ name, entryNumber, prize: null }));
      const named = three.map((winner) => ({ ...winner, prize: name }));
      for (const winners of [three.slice(0, 1), three.slice(0, 2), three, named.slice(0, 1), named]) {
        const draw = { number: 29, of: 30, name };
        const svg = cardSvg({ ...result(name, name.repeat(2)), draw, winners, more: 997 }, faces);
        const title = cardSvg({ kind: 'title', title: name.repeat(2) }, faces);
        const prize = cardSvg(
          ofPrize({ title: name, draw, winners, more: 997, prize: { name, quantity: 1000 }, address: name }),
          faces,
        );
        const points = [...pointsOf(svg), ...pointsOf(title), ...pointsOf(prize)];
        const outside = points.filter(([x, y]) => x < 40 || x > 1160 || y < 20 || y > 610);
        expect(points.length).toBeGreaterThan(100);
        expect(outside).toEqual([]);
      }
    }
  });

  test('a title with a very long word is shown whole, in a smaller size', () => {
    const [summer, winter] = ['summer', 'winter'].map((season) =>
      cardSvg({ kind: 'title', title: `Donaudampfschifffahrtsgesellschaft ${season} raffle` }, faces),
    );
    expect(summer).not.toBe(winter);
  });

  test('a long text is cut after a word; one long word after a complete grapheme', () => {
    const room = { width: 600, size: 60, least: 60 };
    expect(faces.display.fit('Weekend in the mountains for two people', room).text).toBe('Weekend in the…');
    expect(faces.display.fit('W'.repeat(100), room).text).toMatch(/^W{5,}…$/);
    const [line] = faces.text.wrap('A voucher for Extraordinarily long dinners', {
      width: 300,
      size: 36,
      lines: 1,
    });
    expect(line).toBe('A voucher for…');
  });

  test('a long name is cut after a complete grapheme, with an ellipsis', () => {
    const { text, size } = faces.display.fit('Ada '.repeat(40).trim(), { width: 600, size: 100, least: 44 });
    expect(size).toBe(44);
    expect(text).toMatch(/^Ada( Ada)*( A| Ad)?…$/);
    expect(faces.display.width(text, size)).toBeLessThanOrEqual(600);
  });
});

/** Every point of every filled outline; curves lie within their control points. */
function* pointsOf(svg: string): Generator<[number, number]> {
  for (const [, path = ''] of svg.matchAll(/<path d="(M[^"]*Z)" fill="#(?:1b1815|5d564e|c93415)"/g)) {
    const numbers = Array.from(path.matchAll(/-?\d+(?:\.\d+)?/g), ([number]) => Number(number));
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      yield [numbers[index] ?? 0, numbers[index + 1] ?? 0];
    }
  }
}

test('R76 the card of a prize differs with its winners, its name, its place for an image, and its address', () => {
  const cards = [
    {},
    { winners: [{ name: 'Grace', entryNumber: 17, prize: null }] },
    { winners: [] },
    { prize: { name: 'Lamp', quantity: 1 } },
    { prize: { name: null, quantity: 1 } },
    { image: '/api/images/AAAA' },
    { address: 'other.example/results/AbCdEfGhIjKlMnOpQrStUv' },
  ].map((more) => cardSvg(ofPrize(more), faces));
  expect(new Set(cards).size).toBe(cards.length);
});
