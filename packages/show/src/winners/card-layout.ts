/** Where things are on a winner's card, and how large, in pixels from its corner. Pure, for the page's cards and for those of a video. */
import type { Rect } from '../engine/camera.ts';
import type { Winner } from '../plan.ts';
import { fitName, leastNameSize } from './fit-name.ts';
import type { FittedName, Measure } from './fit-name.ts';

export interface CardLayout {
  /** Of the rank or the prize's image, on the left. */
  stubWidth: number;
  /** Left and right of the texts. */
  pad: number;
  numberSize: number;
  /** Null where only ranks tell winners apart. */
  prize: PrizeText | null;
  name: FittedName;
}

export function cardLayout(winner: Winner, card: Rect, measure: Measure): CardLayout {
  const { width, height } = card;
  const stubWidth = Math.min(height * 0.5, width * 0.17);
  const pad = Math.min(width * 0.045, height * 0.16);
  const room = width - stubWidth - 2 * pad;
  const numberSize = Math.max(Math.min(height * 0.14, width * 0.062), 19);
  const prize = winner.prize === undefined ? null : fitPrize(winner.prize, numberSize, room, measure);
  const nameRoom = height * 0.97 - numberSize * 1.2 - (prize === null ? 0 : prize.pixels * prize.lines * 1.2);
  const name = fitName(
    winner.name,
    {
      width: room,
      height: nameRoom,
      most: Math.min(height * 0.5, width * 0.16),
      least: leastNameSize(card),
    },
    measure,
  );
  return { stubWidth, pad, numberSize, prize, name };
}

export interface PrizeText {
  text: string;
  pixels: number;
  lines: number;
}

/** As high as the entry number on one line, else smaller on two: the winner is what is read from afar. */
function fitPrize(prize: string, most: number, room: number, measure: Measure): PrizeText {
  if (measure(prize, most) <= room) return { text: prize, pixels: most, lines: 1 };
  return { text: prize, pixels: Math.max(most * 0.68, 15), lines: 2 };
}
