/**
 * The card of one prize (R76): its image or a ticket in its place, its name, who holds it as it is published, and where everyone can
 * check the draw.
 */
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
  LINE,
  MARGIN,
  TICKET,
  ticket,
  ticketShape,
  words,
} from './card-parts.ts';

export interface PrizeCard extends CardHead {
  kind: 'prize';
  /** Its name is null where it has none, and where a raffle's only prize has none. */
  prize: { name: string | null; quantity: number };
  /** Path of its image; null without one. */
  image: string | null;
  /** Where the draw can be checked, without the scheme. */
  address: string;
}

/** Where the image lies: it is no part of the SVG, which is made of shapes only. */
export const IMAGE_BOX = { x: MARGIN, y: 176, side: 330, round: 24 };
const LEFT = IMAGE_BOX.x + IMAGE_BOX.side + 44;
const WIDTH = CARD_SIZE.width - MARGIN - LEFT;
const BOTTOM = IMAGE_BOX.y + IMAGE_BOX.side;
const GAP = 12;
const STUB = 150;

export function prizeParts(card: PrizeCard, faces: CardFaces): string[] {
  const { display, text } = faces;
  const { winners, prize, address } = card;
  const name = prize.name === null ? null : display.drawable(prize.name);
  const shown = prize.quantity === 1 ? name : `${prize.quantity} × ${name ?? ''}`;
  const size = winners.length > 1 ? 44 : 54;
  const lines = name === null || shown === null ? [] : display.wrap(shown, { width: WIDTH, size, lines: 2 });
  const titleHeight = lines.length === 0 ? 0 : lines.length * size * 1.12 + 18;
  const top = IMAGE_BOX.y + titleHeight;
  const room = BOTTOM - top;
  const height = Math.min(150, (room - GAP * (winners.length - 1)) / Math.max(1, winners.length));
  const check = text.fit(`Check it: ${address}`, { width: INNER, size: 30, least: 18 });
  return [
    ...cardHead(card, faces),
    ...(card.image === null ? withoutImage() : []),
    ...lines.map((line, index) =>
      words(display, line, { x: LEFT, y: IMAGE_BOX.y + size * (0.84 + 1.12 * index), size, colour: INK }),
    ),
    ...(winners.length === 0
      ? [words(text, 'Nobody holds this prize.', { x: LEFT, y: top + 50, size: 34, colour: INK_SOFT })]
      : winners.flatMap((winner, index) =>
          ticket(
            winner,
            { x: LEFT, y: top + index * (height + GAP), width: WIDTH, height, stub: STUB },
            faces,
          ),
        )),
    words(text, check.text, { x: MARGIN, y: 566, size: check.size, colour: INK_SOFT }),
  ];
}

/** A ticket with the product's mark, never an empty box. */
function withoutImage(): string[] {
  const { x, y, side } = IMAGE_BOX;
  const box = { x, y, width: side, height: side, stub: side * 0.26 };
  const perforation = x + box.stub;
  return [
    `<path d="${ticketShape(box)}" fill="${TICKET}" stroke="${LINE}" stroke-width="2"/>`,
    `<path d="M${perforation} ${y + 24}V${y + side - 20}" stroke="${LINE}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/>`,
    `<rect x="${x + 30}" y="${y + side / 2 - 60}" width="${box.stub - 60}" height="120" rx="8" fill="${BRAND}"/>`,
    drum(x + box.stub + (side - box.stub) / 2, y + side / 2, 2.6),
  ];
}
