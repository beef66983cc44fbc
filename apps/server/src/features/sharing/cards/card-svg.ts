/** Lays a card out as SVG of shapes and outlines only: it contains no text, so nothing can be read as markup (C9). */
import type { Typeface } from '../../../platform/fonts/typeface.ts';
import {
  BRAND,
  CARD_SIZE,
  type CardFaces,
  type CardHead,
  cardHead,
  drum,
  INK,
  INK_SOFT,
  INNER,
  MARGIN,
  PAPER,
  ticket,
  words,
} from './card-parts.ts';
import { type PrizeCard, prizeParts } from './prize-card.ts';

export interface TitleCard {
  kind: 'title';
  title: string;
}

export interface ResultCard extends CardHead {
  kind: 'result';
  /** The six freeze words (R92), separated by spaces. */
  freezeWords: string;
}

export type Card = TitleCard | ResultCard | PrizeCard;

/** Left part of a ticket, which holds the number. */
const STUB = 220;

export function cardSvg(card: Card, faces: CardFaces): string {
  const { width, height } = CARD_SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    `<rect width="${width}" height="14" fill="${BRAND}"/>`,
    ...partsOf(card, faces),
    '</svg>',
  ].join('\n');
}

function partsOf(card: Card, faces: CardFaces): string[] {
  switch (card.kind) {
    case 'title':
      return titleParts(card, faces);
    case 'result':
      return resultParts(card, faces);
    case 'prize':
      return prizeParts(card, faces);
  }
}

function titleParts(card: TitleCard, { display, text }: CardFaces): string[] {
  const title = display.drawable(card.title) ?? 'A raffle with a live draw';
  const room = INNER - 330;
  const { size, lines } = titleLines(title, room, display);
  const top = CARD_SIZE.height / 2 - (lines.length * size * 1.12) / 2 + size * 0.8;
  return [
    ...brand(display),
    drum(1000, 315, 3.4),
    ...lines.map((line, index) =>
      words(display, line, { x: MARGIN, y: top + index * size * 1.12, size, colour: INK }),
    ),
    words(text, 'A live draw that everyone can check', {
      x: MARGIN,
      y: 566,
      size: 32,
      colour: INK_SOFT,
    }),
  ];
}

/** Sizes of a title; the first in which all of it fits is taken. */
const TITLE_SIZES = [
  { size: 88, most: 2 },
  { size: 66, most: 4 },
  { size: 50, most: 5 },
  { size: 38, most: 7 },
] as const;

function titleLines(title: string, width: number, display: Typeface): { size: number; lines: string[] } {
  let shown: { size: number; lines: string[] } = { size: 0, lines: [] };
  for (const { size, most } of TITLE_SIZES) {
    shown = { size, lines: display.wrap(title, { width, size, lines: most }) };
    if (!shown.lines.some((line) => line.endsWith('…'))) return shown;
  }
  return shown;
}

function resultParts(card: ResultCard, faces: CardFaces): string[] {
  const { winners } = card;
  const one = winners.length === 1;
  const [height, gap] = one ? [230, 0] : [winners.length === 2 ? 140 : 100, 16];
  const top = 334 - (winners.length * height + (winners.length - 1) * gap) / 2;
  return [
    ...cardHead(card, faces),
    ...winners.flatMap((winner, index) =>
      ticket(winner, { x: MARGIN, y: top + index * (height + gap), width: INNER, height, stub: STUB }, faces),
    ),
    ...freezeLine(card.freezeWords, faces),
  ];
}

/** R92: as large as the line allows; the longest six words of the list still fit. */
function freezeLine(freezeWords: string, { display, text }: CardFaces): string[] {
  const label = 'Freeze words';
  const x = MARGIN + text.width(label, 26) + 22;
  const room = CARD_SIZE.width - MARGIN - x;
  const size = Math.min(38, (38 * room) / display.width(freezeWords, 38));
  return [
    words(text, label, { x: MARGIN, y: 560, size: 26, colour: INK_SOFT }),
    words(display, freezeWords, { x, y: 561, size, colour: INK }),
  ];
}

function brand(display: Typeface): string[] {
  return [words(display, 'Glassdrum', { x: MARGIN, y: 104, size: 40, colour: INK })];
}
