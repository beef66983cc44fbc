/** The winners' cards: legible from the last row and on a phone, never beyond the screen, whatever the name. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitName, leastNameSize } from '../src/winners/fit-name.ts';
import { revealLayout } from '../src/winners/layout.ts';

const measure = (text: string, pixels: number): number => Array.from(text).length * pixels * 0.56;

describe('layout', () => {
  const sizes = fc.tuple(fc.integer({ min: 320, max: 3840 }), fc.integer({ min: 480, max: 2160 }));

  test('cards and what comes to the front stay on the screen and apart', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 3 }), ([width, height], count) => {
        const { cards, heroes } = revealLayout({ width, height }, count);
        expect(cards).toHaveLength(count);
        for (const [place, card] of cards.entries()) {
          expect(card.x).toBeGreaterThanOrEqual(0);
          expect(card.y).toBeGreaterThanOrEqual(0);
          expect(card.x + card.width).toBeLessThanOrEqual(width);
          expect(card.y + card.height).toBeLessThanOrEqual(height);
          const before = cards[place - 1];
          if (before !== undefined) expect(card.y).toBeGreaterThan(before.y + before.height);
        }
        for (const hero of heroes) {
          expect(hero.x - hero.pixels / 2).toBeGreaterThanOrEqual(0);
          expect(hero.x + hero.pixels / 2).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  test('a name is at least 96 px high on a 1920 × 1080 stage, three at once', () => {
    for (const card of revealLayout({ width: 1920, height: 1080 }, 3).cards) {
      expect(leastNameSize(card)).toBeGreaterThanOrEqual(96);
    }
  });

  test('a name is at least 34 px high on a 390 × 844 phone, three at once', () => {
    for (const card of revealLayout({ width: 390, height: 844 }, 3).cards) {
      expect(leastNameSize(card)).toBeGreaterThanOrEqual(34);
    }
  });
});

describe('names', () => {
  const box = { width: 820, height: 205, most: 130, least: 98 };

  test('short ones are as large as they fit, long ones take two lines', () => {
    expect(fitName('Ines Sharma', box, measure)).toEqual({
      lines: ['Ines Sharma'],
      pixels: expect.closeTo(130, 0),
    });
    const two = fitName('Valentina Obermeier', box, measure);
    expect(two.lines).toEqual(['Valentina', 'Obermeier']);
    expect(two.pixels).toBeGreaterThanOrEqual(96);
    expect(fitName('Valentina Tanaka-Obermeier', box, measure).lines).toEqual([
      'Valentina',
      'Tanaka-Obermeier',
    ]);
  });

  test('a long name is broken after its hyphens, and gets smaller before a word is torn', () => {
    const narrow = { width: 150, height: 120, most: 60, least: 28 };
    const name = 'Maximiliane-Sophie Freifrau von Hohenstein-Wartenberg';
    expect(fitName(name, narrow, measure).lines).toEqual([
      'Maximiliane-',
      'Sophie',
      'Freifrau von',
      'Hohenstein-',
      'Wartenberg',
    ]);
  });

  test('names of a hundred letters keep their words whole, on a phone and on a stage', () => {
    const name =
      'Maximiliane Wilhelmine-Friederike Freifrau von und zu Hohenstein-Schwarzenberg auf der Burg Rabeneck';
    const parts = new Set(name.split(/\s+|(?<=-)/u));
    for (let width = 240; width <= 900; width += 20) {
      const place = { width, height: width * 0.28, most: width / 6, least: width / 7 };
      const { lines, pixels } = fitName(name, place, measure);
      for (const line of lines) for (const part of line.split(/\s+|(?<=-)/u)) expect(parts).toContain(part);
      expect(lines.length * pixels).toBeLessThanOrEqual(place.height);
    }
  });

  test('only a word that is too wide is torn, and scripts without spaces are broken anywhere', () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const { lines } = fitName(`Anna-Lena ${word} Wilhelmine`, { ...box, height: 320 }, measure);
    expect(lines[0]).toMatch(/^Anna-Lena /);
    expect(lines.at(-1)).toMatch(/(^| )Wilhelmine$/);
    expect(fitName('長谷川平蔵宣以之助兵衛門尉清正公様', box, measure).lines).toHaveLength(2);
  });

  test('nothing of a name is lost, and no line is wider than its place', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), (name) => {
        fc.pre(name.trim() !== '');
        const { lines, pixels } = fitName(name, box, measure);
        const bare = (text: string): string => text.replace(/\s+/gu, '');
        expect(bare(lines.join(''))).toBe(bare(name));
        for (const line of lines) {
          expect(Array.from(line).length === 1 || measure(line, pixels) <= box.width + 1e-6).toBe(true);
        }
      }),
    );
  });
});
