/**
 * The pages of winners in a video (R65, R76): which winners stand on which page, and for how long, is the replay's; here each page is
 * painted into a rectangle: a prize alone, or its heading over cards of names and entry numbers.
 */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import type { Picture, Rect } from '@glassdrum/show/frames';
import type * as Canvas from '@glassdrum/show/frames';
import { m } from '../../messages/generated/messages.js';
import { type PrizeName, prizeTitle } from '../prize-names.ts';
import type { WinnerPage } from '../reveal.ts';
import { nameOf } from '../winners.ts';
import type { VideoLook } from './video-look.ts';

interface PagePainterOptions {
  look: VideoLook;
  prizes: readonly PrizeName[];
  details: readonly ShownPrize[];
  images: ReadonlyMap<string, Picture>;
  canvas: Pick<typeof Canvas, 'linesWithin' | 'paintCovering' | 'paintWhole'>;
}

export type PagePainter = (context: CanvasRenderingContext2D, page: WinnerPage, place: Rect) => void;

export function pagePainter({ look, prizes, details, images, canvas }: PagePainterOptions): PagePainter {
  const { linesWithin, paintCovering, paintWhole } = canvas;

  const imageOf = (prize: number): Picture | null => {
    const url = details[prize - 1]?.image_url ?? null;
    return url === null ? null : (images.get(url) ?? null);
  };

  /** Lines from the top down. @returns where the next one begins */
  function lines(
    context: CanvasRenderingContext2D,
    text: string,
    at: { x: number; y: number; width: number; pixels: number; most: number; face: string; color: string },
    align: CanvasTextAlign = 'left',
  ): number {
    context.font = at.face;
    context.fillStyle = at.color;
    context.textAlign = align;
    context.textBaseline = 'middle';
    let { y } = at;
    for (const line of linesWithin(context, text, { width: at.width, lines: at.most })) {
      context.fillText(line, at.x, y + at.pixels * 0.6);
      y += at.pixels * 1.2;
    }
    return y;
  }

  function alone(context: CanvasRenderingContext2D, prize: number, place: Rect): void {
    const { x, y, width, height } = place;
    const image = imageOf(prize);
    const box = { x: x + width * 0.1, y, width: width * 0.8, height: height * 0.56 };
    if (image === null) stub(context, prize, squareIn(box));
    else paintWhole(context, image, box);
    const quantity = prizes[prize - 1]?.quantity ?? 1;
    const title = prizeTitle(prizes, prize);
    const pixels = height * 0.085;
    const next = lines(
      context,
      quantity === 1 ? title : m.prizes_quantity({ count: quantity, name: title }),
      {
        x: x + width / 2,
        y: y + height * 0.62,
        width: width * 0.94,
        pixels,
        most: 3,
        face: `800 ${pixels}px ${look.display}`,
        color: look.brand,
      },
      'center',
    );
    const sponsor = details[prize - 1]?.sponsor_name ?? null;
    if (sponsor === null) return;
    const small = height * 0.036;
    lines(
      context,
      m.prizes_sponsor({ name: sponsor }),
      {
        x: x + width / 2,
        y: next + small * 0.4,
        width: width * 0.94,
        pixels: small,
        most: 1,
        face: `600 ${small}px ${look.text}`,
        color: look.inkSoft,
      },
      'center',
    );
  }

  /** In place of an image: a ticket with the prize's number. */
  function stub(context: CanvasRenderingContext2D, prize: number, { x, y, width: side }: Rect): void {
    const high = side * 0.62;
    const top = y + (side - high) / 2;
    context.fillStyle = look.ticket;
    context.strokeStyle = look.line;
    context.lineWidth = Math.max(1, side * 0.01);
    context.beginPath();
    context.roundRect(x, top, side, high, side * 0.06);
    context.fill();
    context.stroke();
    context.fillStyle = look.ticketPrint;
    context.font = `800 ${high * 0.6}px ${look.display}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(prize), x + side / 2, top + high * 0.54);
  }

  /** @returns how high it is */
  function heading(context: CanvasRenderingContext2D, { prize, rows }: WinnerPage, place: Rect): number {
    if (prize === null && prizes.length > 0) return 0;
    const { x, y, width, height } = place;
    const isFew = rows.length <= FEW;
    const pixels = height * (isFew ? 0.085 : 0.06);
    if (prize === null) {
      lines(
        context,
        m.draw_winners(),
        {
          x: x + width / 2,
          y,
          width,
          pixels,
          most: 1,
          face: `800 ${pixels}px ${look.display}`,
          color: look.brand,
        },
        'center',
      );
      return pixels * 1.6;
    }
    const side = height * (isFew ? 0.28 : 0.14);
    const box = { x, y, width: side, height: side };
    const image = imageOf(prize);
    if (image === null) stub(context, prize, box);
    else rounded(context, box, side * 0.1, () => paintCovering(context, image, box));
    lines(context, prizeTitle(prizes, prize), {
      x: x + side * 1.16,
      y: y + side * 0.5 - pixels * 0.6,
      width: width - side * 1.16,
      pixels,
      most: side > pixels * 2.4 ? 2 : 1,
      face: `800 ${pixels}px ${look.display}`,
      color: look.brand,
    });
    return side * 1.16;
  }

  function card(context: CanvasRenderingContext2D, row: ResultRow, place: Rect, hasPrize: boolean): void {
    const { x, y, width, height } = place;
    const round = Math.min(20, height * 0.2);
    context.fillStyle = look.ticket;
    context.strokeStyle = look.line;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x, y, width, height, round);
    context.fill();
    context.stroke();
    const pad = Math.min(width * 0.04, height * 0.18);
    let left = x + pad;
    if (hasPrize) {
      const side = Math.min(height - pad, width * 0.3);
      const box = { x: left, y: y + (height - side) / 2, width: side, height: side };
      const image = imageOf(row.prize);
      if (image === null) stub(context, row.prize, box);
      else rounded(context, box, side * 0.08, () => paintCovering(context, image, box));
      left += side + pad;
    }
    const room = x + width - pad - left;
    const number = m.draw_entry({ number: row.entry_number });
    // Small cards have the number beside the name, larger ones below it.
    if (height < 80 && !hasPrize) {
      const pixels = height * 0.5;
      context.font = `600 ${pixels * 0.72}px ${look.text}`;
      const numberWidth = context.measureText(number).width;
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillStyle = look.ticketSoft;
      context.fillText(number, x + width - pad, y + height / 2);
      fitted(context, nameOf(row), { x: left, y: y + height / 2, width: room - numberWidth - pad, pixels });
      return;
    }
    const small = Math.min(height * 0.17, 40);
    const prize = hasPrize ? prizeTitle(prizes, row.prize) : null;
    const pixels = Math.min(height * (prize === null ? 0.46 : 0.36), 140);
    const used = pixels * 1.1 + small * 1.2 + (prize === null ? 0 : small * 1.2);
    let top = y + (height - used) / 2;
    if (prize !== null) {
      top = lines(context, prize, {
        x: left,
        y: top,
        width: room,
        pixels: small,
        most: 1,
        face: `600 ${small}px ${look.text}`,
        color: look.ticketSoft,
      });
    }
    fitted(context, nameOf(row), { x: left, y: top + pixels * 0.55, width: room, pixels });
    lines(context, number, {
      x: left,
      y: top + pixels * 1.1,
      width: room,
      pixels: small,
      most: 1,
      face: `600 ${small}px ${look.text}`,
      color: look.ticketSoft,
    });
  }

  /** A name on one line: smaller down to half of its size, then cut. */
  function fitted(
    context: CanvasRenderingContext2D,
    name: string,
    { x, y, width, pixels }: { x: number; y: number; width: number; pixels: number },
  ): void {
    context.font = `800 ${pixels}px ${look.display}`;
    const share = Math.max(0.5, Math.min(1, width / context.measureText(name).width));
    context.font = `800 ${pixels * share}px ${look.display}`;
    context.fillStyle = look.ticketInk;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    const [line = ''] = linesWithin(context, name, { width, lines: 1 });
    context.fillText(line, x, y);
  }

  return (context, page, place) => {
    if (page.rows.length === 0) {
      if (page.prize !== null) alone(context, page.prize, place);
      return;
    }
    const top = heading(context, page, place);
    const rest = { ...place, y: place.y + top, height: place.height - top };
    const cells = cellsIn(rest, page.rows.length);
    const hasPrize = page.prize === null && prizes.length > 0;
    for (const [index, row] of page.rows.entries()) {
      const cell = cells[index];
      if (cell !== undefined) card(context, row, cell, hasPrize);
    }
  };
}

/** So many winners of one prize leave room for its image. */
const FEW = 4;
/** The highest that a card is, as a share of the place: alone, and beside others. */
const HIGHEST = { one: 0.52, few: 0.34 };

/** Down the columns, as numbers are looked up. */
export function cellsIn(place: Rect, count: number): Rect[] {
  const columns = columnsFor(count, place.width > place.height * 1.2);
  const rows = Math.ceil(count / columns);
  const gap = Math.max(4, Math.min(place.width, place.height) * (count > 12 ? 0.008 : 0.018));
  const width = (place.width - gap * (columns - 1)) / columns;
  const height = Math.min(
    place.height * HIGHEST[count === 1 ? 'one' : 'few'],
    (place.height - gap * (rows - 1)) / rows,
  );
  const top = place.y + (place.height - rows * height - (rows - 1) * gap) / 2;
  return Array.from({ length: count }, (_, index) => ({
    x: place.x + Math.floor(index / rows) * (width + gap),
    y: top + (index % rows) * (height + gap),
    width,
    height,
  }));
}

function columnsFor(count: number, isWide: boolean): number {
  if (count <= (isWide ? 2 : 4)) return 1;
  return isWide && count > 12 ? 3 : 2;
}

function squareIn({ x, y, width, height }: Rect): Rect {
  const side = Math.min(width, height);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}

function rounded(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  round: number,
  paint: () => void,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, round);
  context.clip();
  paint();
  context.restore();
}
