/** What cards are drawn of: outlines of texts, paper tickets and the product's mark, in the screens' own colours. */
import type { Outline, Typeface } from '../../../platform/fonts/typeface.ts';

/** Also the size of link previews. */
export const CARD_SIZE = { width: 1200, height: 630 };

export interface CardFaces {
  display: Typeface;
  text: Typeface;
}

// The screens' own colours in their light theme.
export const PAPER = '#fbfaf7';
export const TICKET = '#ffffff';
export const INK = '#1b1815';
export const INK_SOFT = '#5d564e';
export const LINE = '#ddd7cd';
export const BRAND = '#c93415';

export const MARGIN = 72;
export const INNER = CARD_SIZE.width - 2 * MARGIN;
const NOTCH = 14;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CardWinner {
  /** Null once it was erased. */
  name: string | null;
  entryNumber: number;
  /** Null where it has no name, or stands elsewhere. */
  prize: string | null;
}

/** What both cards with winners say above them. */
export interface CardHead {
  title: string;
  /** R69: which one of several draws; null for the only one. */
  draw: { number: number; of: number; name: string | null } | null;
  /** At most three, in order of prizes. */
  winners: CardWinner[];
  /** Winners who don't fit. */
  more: number;
  level: 'beacon' | 'room' | 'participants' | 'operator';
}

/** The levels as the screens name them. */
const LEVELS: Readonly<Record<CardHead['level'], string>> = {
  beacon: 'Public beacon',
  room: 'Made in the room',
  participants: 'Entrants’ devices',
  operator: 'Server seed only',
};

/** The raffle, what the card shows of it, and on which randomness that rests. */
export function cardHead(card: CardHead, { display, text }: CardFaces): string[] {
  const title = text.drawable(card.title) ?? 'The draw';
  const [line = ''] = text.wrap(title, { width: INNER - 300, size: 36, lines: 1 });
  const level = `${LEVELS[card.level]}${card.more === 0 ? '' : `   ·   and ${card.more} more`}`;
  const [heading = ''] = text.wrap(headingOf(card, text), {
    width: INNER - text.width(level, 28) - 40,
    size: 28,
    lines: 1,
  });
  const right = CARD_SIZE.width - MARGIN;
  const brandX = right - display.width('Glassdrum', 34);
  return [
    words(text, line, { x: MARGIN, y: 88, size: 36, colour: INK }),
    words(display, 'Glassdrum', { x: brandX, y: 88, size: 34, colour: INK }),
    drum(brandX - 34, 76, 0.95),
    words(text, heading, { x: MARGIN, y: 140, size: 28, colour: BRAND }),
    words(text, level, { x: right - text.width(level, 28), y: 140, size: 28, colour: INK_SOFT }),
  ];
}

/** Of several draws with its number, and with its name as far as it fits. */
function headingOf({ winners, more, draw }: CardHead, text: Typeface): string {
  const heading = winners.length + more === 1 ? 'Winner' : 'Winners';
  if (draw === null) return heading;
  const name = draw.name === null ? null : text.drawable(draw.name);
  return `${heading} of draw ${draw.number} of ${draw.of}${name === null ? '' : `: ${name}`}`;
}

/** A paper ticket: the number on its stub, the name large beside it. @param stub width of its left part */
export function ticket(
  winner: CardWinner,
  box: Box & { stub: number },
  { display, text }: CardFaces,
): string[] {
  const { y, height, stub: stubWidth } = box;
  const room = box.width - stubWidth - 88;
  const number = `#${winner.entryNumber}`;
  const name = winner.name === null ? null : display.drawable(winner.name);
  const line = display.fit(name ?? `Entry ${number}`, {
    width: room,
    size: Math.min(104, Math.round(height * (winner.prize === null ? 0.6 : 0.46))),
    least: Math.min(44, Math.round(height * 0.5)),
  });
  const stub = display.fit(number, { width: stubWidth - 56, size: Math.round(height * 0.4), least: 20 });
  const prize = winner.prize === null ? null : text.drawable(winner.prize);
  const prizeSize = Math.min(34, Math.round(height * 0.24));
  const middle = y + height / 2 - (prize === null ? 0 : prizeSize * 0.55);
  const x = box.x + stubWidth;
  return [
    `<path d="${ticketShape(box)}" fill="${TICKET}" stroke="${LINE}" stroke-width="2"/>`,
    `<path d="M${x} ${y + NOTCH + 10}V${y + height - NOTCH - 6}" stroke="${LINE}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/>`,
    words(display, stub.text, {
      x: box.x + stubWidth / 2 - display.width(stub.text, stub.size) / 2,
      y: y + height / 2 + stub.size * 0.35,
      size: stub.size,
      colour: BRAND,
    }),
    words(display, line.text, {
      x: x + 44,
      y: middle + line.size * 0.35,
      size: line.size,
      colour: INK,
    }),
    ...(prize === null
      ? []
      : [
          prizeLine(
            prize,
            { x: x + 44, y: y + height - prizeSize * 0.7, size: prizeSize, width: room },
            text,
          ),
        ]),
  ];
}

/** Under the winner's name. */
function prizeLine(
  prize: string,
  { width, ...at }: { x: number; y: number; size: number; width: number },
  text: Typeface,
): string {
  const line = text.fit(prize, { width, size: at.size, least: 24 });
  return words(text, line.text, { ...at, size: line.size, colour: INK_SOFT });
}

export function ticketShape({ x: left, y, width, height, stub }: Box & { stub: number }): string {
  const [right, bottom, x] = [left + width, y + height, left + stub];
  return [
    `M${left + 16} ${y}H${x - NOTCH}A${NOTCH} ${NOTCH} 0 0 0 ${x + NOTCH} ${y}H${right - 16}`,
    `Q${right} ${y} ${right} ${y + 16}V${bottom - 16}Q${right} ${bottom} ${right - 16} ${bottom}`,
    `H${x + NOTCH}A${NOTCH} ${NOTCH} 0 0 0 ${x - NOTCH} ${bottom}H${left + 16}`,
    `Q${left} ${bottom} ${left} ${bottom - 16}V${y + 16}Q${left} ${y} ${left + 16} ${y}Z`,
  ].join('');
}

/** The product's mark: a clear drum with two tickets. @param scale 1: 64 pixels wide */
export function drum(x: number, y: number, scale: number): string {
  return [
    `<g transform="translate(${x} ${y}) scale(${scale})">`,
    `<circle r="27" fill="${TICKET}" stroke="${INK}" stroke-width="4"/>`,
    `<rect x="-15" y="-3" width="22" height="15" rx="2.4" fill="${BRAND}" transform="rotate(-18 -4 4)"/>`,
    `<rect x="-4" y="-13" width="19" height="13" rx="2.4" fill="${INK}" transform="rotate(24 6 -6)"/>`,
    '</g>',
  ].join('');
}

export function words(
  face: Typeface,
  text: string,
  { colour, ...at }: { x: number; y: number; size: number; colour: string },
): string {
  const drawn = face.outlines(text, at);
  const pathOf = (some: readonly Outline[], more = ''): string =>
    some.length === 0
      ? ''
      : `<path d="${some.map(({ path }) => path.toSVG()).join('')}" fill="${colour}"${more}/>`;
  // All that is stroked in a line has one size.
  const stroked = drawn.filter(({ stroke }) => stroke > 0);
  const stroke = `stroke="${colour}" stroke-width="${stroked[0]?.stroke ?? 0}" stroke-linejoin="round"`;
  return pathOf(drawn.filter((one) => one.stroke === 0)) + pathOf(stroked, ` ${stroke}`);
}
