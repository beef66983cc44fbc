/** Lays a card out as SVG of shapes and outlines only: it contains no text, so nothing can be read as markup (C9). */
import type { Outline, Typeface } from '../../../platform/fonts/typeface.ts';

export interface TitleCard {
  kind: 'title';
  title: string;
}

export interface ResultCard {
  kind: 'result';
  title: string;
  /** R69: which one of several draws; null for the only one. */
  draw: { number: number; of: number; name: string | null } | null;
  /** At most three, in order of prizes; a name is null once it was erased, a prize's where it has none. */
  winners: { name: string | null; entryNumber: number; prize: string | null }[];
  /** Winners who don't fit. */
  more: number;
  /** The six freeze words (R92), separated by spaces. */
  freezeWords: string;
  level: 'beacon' | 'room' | 'participants' | 'operator';
}

export type Card = TitleCard | ResultCard;

/** Also the size of link previews. */
const CARD_SIZE = { width: 1200, height: 630 };

export interface CardFaces {
  display: Typeface;
  text: Typeface;
}

// The screens' own colours in their light theme.
const PAPER = '#fbfaf7';
const TICKET = '#ffffff';
const INK = '#1b1815';
const INK_SOFT = '#5d564e';
const LINE = '#ddd7cd';
const BRAND = '#c93415';

const MARGIN = 72;
const INNER = CARD_SIZE.width - 2 * MARGIN;
/** Left part of a ticket, which holds the number. */
const STUB = 220;
const NOTCH = 14;

/** The levels as the screens name them. */
const LEVELS: Readonly<Record<ResultCard['level'], string>> = {
  beacon: 'Public beacon',
  room: 'Made in the room',
  participants: 'Entrants’ devices',
  operator: 'Server seed only',
};

export function cardSvg(card: Card, faces: CardFaces): string {
  const { width, height } = CARD_SIZE;
  const parts = card.kind === 'result' ? resultParts(card, faces) : titleParts(card, faces);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    `<rect width="${width}" height="14" fill="${BRAND}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
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

function resultParts(card: ResultCard, { display, text }: CardFaces): string[] {
  const { winners, more } = card;
  const title = text.drawable(card.title) ?? 'The draw';
  const [line = ''] = text.wrap(title, { width: INNER - 300, size: 36, lines: 1 });
  const one = winners.length === 1;
  const [height, gap] = one ? [230, 0] : [winners.length === 2 ? 140 : 100, 16];
  const top = 334 - (winners.length * height + (winners.length - 1) * gap) / 2;
  const level = `${LEVELS[card.level]}${more === 0 ? '' : `   ·   and ${more} more`}`;
  const [heading = ''] = text.wrap(headingOf(card, text), {
    width: INNER - text.width(level, 28) - 40,
    size: 28,
    lines: 1,
  });
  return [
    words(text, line, { x: MARGIN, y: 88, size: 36, colour: INK }),
    words(display, 'Glassdrum', {
      x: CARD_SIZE.width - MARGIN - display.width('Glassdrum', 34),
      y: 88,
      size: 34,
      colour: INK,
    }),
    drum(CARD_SIZE.width - MARGIN - display.width('Glassdrum', 34) - 34, 76, 0.95),
    ...winners.flatMap((winner, index) =>
      ticket(winner, { y: top + index * (height + gap), height }, { display, text }),
    ),
    words(text, heading, {
      x: MARGIN,
      y: 140,
      size: 28,
      colour: BRAND,
    }),
    ...freezeLine(card.freezeWords, { display, text }),
    words(text, level, {
      x: CARD_SIZE.width - MARGIN - text.width(level, 28),
      y: 140,
      size: 28,
      colour: INK_SOFT,
    }),
  ];
}

/** Of several draws with its number, and with its name as far as it fits. */
function headingOf({ winners, more, draw }: ResultCard, text: Typeface): string {
  const heading = winners.length + more === 1 ? 'Winner' : 'Winners';
  if (draw === null) return heading;
  const name = draw.name === null ? null : text.drawable(draw.name);
  return `${heading} of draw ${draw.number} of ${draw.of}${name === null ? '' : `: ${name}`}`;
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

/** A paper ticket: the number on its stub, the name large beside it. */
function ticket(
  winner: ResultCard['winners'][number],
  { y, height }: { y: number; height: number },
  { display, text }: CardFaces,
): string[] {
  const number = `#${winner.entryNumber}`;
  const name = winner.name === null ? null : display.drawable(winner.name);
  const line = display.fit(name ?? `Entry ${number}`, {
    width: INNER - STUB - 88,
    size: Math.min(104, Math.round(height * (winner.prize === null ? 0.6 : 0.46))),
    least: 44,
  });
  const stub = display.fit(number, { width: STUB - 56, size: Math.round(height * 0.4), least: 20 });
  const prize = winner.prize === null ? null : text.drawable(winner.prize);
  const prizeSize = Math.min(34, Math.round(height * 0.24));
  const middle = y + height / 2 - (prize === null ? 0 : prizeSize * 0.55);
  const x = MARGIN + STUB;
  return [
    `<path d="${ticketShape(y, height)}" fill="${TICKET}" stroke="${LINE}" stroke-width="2"/>`,
    `<path d="M${x} ${y + NOTCH + 10}V${y + height - NOTCH - 6}" stroke="${LINE}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/>`,
    words(display, stub.text, {
      x: MARGIN + STUB / 2 - display.width(stub.text, stub.size) / 2,
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
      : [prizeLine(prize, { x: x + 44, y: y + height - prizeSize * 0.7, size: prizeSize }, text)]),
  ];
}

/** Under the winner's name. */
function prizeLine(prize: string, at: { x: number; y: number; size: number }, text: Typeface): string {
  const line = text.fit(prize, { width: INNER - STUB - 88, size: at.size, least: 24 });
  return words(text, line.text, { ...at, size: line.size, colour: INK_SOFT });
}

function ticketShape(y: number, height: number): string {
  const [left, right, bottom, x] = [MARGIN, CARD_SIZE.width - MARGIN, y + height, MARGIN + STUB];
  return [
    `M${left + 16} ${y}H${x - NOTCH}A${NOTCH} ${NOTCH} 0 0 0 ${x + NOTCH} ${y}H${right - 16}`,
    `Q${right} ${y} ${right} ${y + 16}V${bottom - 16}Q${right} ${bottom} ${right - 16} ${bottom}`,
    `H${x + NOTCH}A${NOTCH} ${NOTCH} 0 0 0 ${x - NOTCH} ${bottom}H${left + 16}`,
    `Q${left} ${bottom} ${left} ${bottom - 16}V${y + 16}Q${left} ${y} ${left + 16} ${y}Z`,
  ].join('');
}

function brand(display: Typeface): string[] {
  return [words(display, 'Glassdrum', { x: MARGIN, y: 104, size: 40, colour: INK })];
}

/** The product's mark: a clear drum with two tickets. @param scale 1: 64 pixels wide */
function drum(x: number, y: number, scale: number): string {
  return [
    `<g transform="translate(${x} ${y}) scale(${scale})">`,
    `<circle r="27" fill="${TICKET}" stroke="${INK}" stroke-width="4"/>`,
    `<rect x="-15" y="-3" width="22" height="15" rx="2.4" fill="${BRAND}" transform="rotate(-18 -4 4)"/>`,
    `<rect x="-4" y="-13" width="19" height="13" rx="2.4" fill="${INK}" transform="rotate(24 6 -6)"/>`,
    '</g>',
  ].join('');
}

function words(
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
