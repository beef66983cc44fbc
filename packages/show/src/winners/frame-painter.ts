/**
 * Countdown, headline and winners' cards painted into a canvas, as the page's layer shows them: for the frames of a video (R76). Sizes,
 * places and motion are those of the layer; of shadows there is one.
 */
import type { Rect, Size } from '../engine/camera.ts';
import { linesWithin, paintCovering } from '../engine/canvas.ts';
import type { Picture } from '../engine/canvas.ts';
import type { ShowPlan, ShowResult, ShowStyle } from '../plan.ts';
import { countdownAt, revealAt, AT } from '../timing.ts';
import { cardLayout } from './card-layout.ts';
import type { CardLayout } from './card-layout.ts';
import { flakeAt, flakesOf } from './confetti.ts';
import type { Flake } from './confetti.ts';
import type { ShowTexts } from './layer.ts';
import { revealLayout } from './layout.ts';
import {
  cardMotion,
  CONFETTI_AFTER,
  countdownPixels,
  headlineOpacity,
  measured,
  NAME_SPACING,
  numberMotion,
  PER_PAGE,
} from './motion.ts';
import { skinOf } from './skin.ts';

interface PainterOptions {
  plan: ShowPlan;
  style: ShowStyle;
  theme: 'light' | 'dark';
  texts: ShowTexts;
  /** CSS font families, already loaded. */
  font: string;
  calm: boolean;
  size: Size;
  /** By the address that a winner has; without it the stub stays blank. */
  images: ReadonlyMap<string, Picture>;
}

interface PaintedCard {
  rect: Rect;
  layout: CardLayout;
  winner: ShowResult['winners'][number];
  rank: number;
  flakes: Flake[];
}

/** Paints over what is there, with the origin at the show's upper left corner. */
export type WinnersPainter = (
  context: CanvasRenderingContext2D,
  t: number,
  result: ShowResult | null,
) => void;

export function winnersPainter(options: PainterOptions): WinnersPainter {
  const { plan, texts, font, calm, size, images } = options;
  const skin = skinOf(options.style, options.theme);
  let built: { result: ShowResult; cards: PaintedCard[] } | null = null;

  function cardsOf(context: CanvasRenderingContext2D, result: ShowResult): PaintedCard[] {
    if (built?.result === result) return built.cards;
    const winners = result.winners.slice(0, PER_PAGE);
    const { cards } = revealLayout(size, Math.max(winners.length, 1));
    const painted = winners.map((winner, place): PaintedCard => {
      const rect = cards[place] as Rect;
      const rank = place + 1;
      return {
        rect,
        winner,
        rank,
        layout: cardLayout(winner, rect, (text, pixels) => measured(context, font, text, pixels)),
        flakes: flakesOf(`${plan.seedHex}${rank}`, rect, skin.confetti),
      };
    });
    built = { result, cards: painted };
    return painted;
  }

  function countdown(context: CanvasRenderingContext2D, t: number): void {
    const now = countdownAt(t);
    if (now === null) return;
    const { opacity, grow } = numberMotion(now.since, calm);
    context.save();
    context.globalAlpha = opacity;
    context.translate(size.width / 2, size.height / 2);
    context.scale(grow, grow);
    write(context, String(now.number), {
      x: 0,
      y: 0,
      font: `800 ${countdownPixels(size)}px ${font}`,
      color: skin.countdown,
      align: 'center',
      glow: skin.countdownShadow,
    });
    context.restore();
  }

  function headline(context: CanvasRenderingContext2D, t: number, count: number): void {
    const at = revealLayout(size, Math.max(count, 1)).headline;
    context.save();
    context.globalAlpha = headlineOpacity(t);
    context.letterSpacing = `${at.pixels * 0.06}px`;
    write(context, texts.headline, {
      x: at.x,
      y: at.y + at.pixels * 0.6,
      font: `760 ${at.pixels}px ${font}`,
      color: skin.headline,
    });
    context.restore();
  }

  function card(context: CanvasRenderingContext2D, painted: PaintedCard, since: number): void {
    const { rect, layout, winner, rank } = painted;
    const { width, height } = rect;
    const { opacity, x, y, degrees } = cardMotion(since, calm);
    context.save();
    context.globalAlpha = opacity;
    context.translate(rect.x + width * (0.5 + x), rect.y + height * (0.5 + y));
    context.rotate((degrees * Math.PI) / 180);
    context.translate(-width / 2, -height / 2);
    context.beginPath();
    context.roundRect(0, 0, width, height, height * skin.round);
    context.fillStyle = skin.card;
    withShadow(context, height, () => context.fill());
    context.clip();
    stub(context, { width: layout.stubWidth, height, rank, image: winner.image ?? null }, winner.prize);
    lettering(context, painted);
    border(context, rect);
    context.restore();
  }

  function stub(
    context: CanvasRenderingContext2D,
    { width, height, rank, image }: { width: number; height: number; rank: number; image: string | null },
    prize: string | undefined,
  ): void {
    context.fillStyle = skin.stub;
    context.fillRect(0, 0, width, height);
    const picture = image === null ? undefined : images.get(image);
    if (picture !== undefined) paintCovering(context, picture, { x: 0, y: 0, width, height });
    if (prize === undefined) {
      const pixels = Math.min(width * 0.66, height * 0.44);
      write(context, String(rank), {
        x: width / 2,
        y: height / 2,
        font: `780 ${pixels}px ${font}`,
        color: skin.rank,
        align: 'center',
      });
    }
    // Torn off along a perforation.
    const hole = Math.max(height * 0.028, 3);
    context.fillStyle = skin.card;
    for (let at = hole * 1.6; at < height; at += hole * 3.2) {
      context.beginPath();
      context.arc(width, at, hole, 0, 2 * Math.PI);
      context.fill();
    }
  }

  function lettering(context: CanvasRenderingContext2D, { rect, layout, winner }: PaintedCard): void {
    const { stubWidth, pad, numberSize, prize, name } = layout;
    const left = stubWidth + pad;
    const lines = [
      ...(prize === null ? [] : prizeLines(context, prize, rect.width - left - pad)),
      ...name.lines.map((text) => ({
        text,
        pixels: name.pixels,
        weight: 760,
        color: skin.name,
        height: name.pixels * 1.02,
      })),
      {
        text: texts.entry(winner.number),
        pixels: numberSize,
        weight: 560,
        color: skin.number,
        height: numberSize * 1.2,
      },
    ];
    let y = (rect.height - lines.reduce((sum, { height }) => sum + height, 0)) / 2;
    for (const { text, pixels, weight, color, height } of lines) {
      context.letterSpacing = `${pixels * NAME_SPACING}px`;
      write(context, text, { x: left, y: y + height / 2, font: `${weight} ${pixels}px ${font}`, color });
      y += height;
    }
    context.letterSpacing = '0px';
  }

  function prizeLines(
    context: CanvasRenderingContext2D,
    { text, pixels, lines }: NonNullable<CardLayout['prize']>,
    width: number,
  ): { text: string; pixels: number; weight: number; color: string; height: number }[] {
    context.font = `640 ${pixels}px ${font}`;
    return linesWithin(context, text, { width, lines }).map((line) => ({
      text: line,
      pixels,
      weight: 640,
      color: skin.name,
      height: pixels * 1.2,
    }));
  }

  function border(context: CanvasRenderingContext2D, { width, height }: Rect): void {
    const [, share, color] = /^([\d.]+)em solid (.+)$/.exec(skin.border) ?? [];
    if (share === undefined || color === undefined) return;
    // Half of it is cut off by the card's own shape.
    context.lineWidth = 2 * Number(share) * height;
    context.strokeStyle = color;
    context.beginPath();
    context.roundRect(0, 0, width, height, height * skin.round);
    context.stroke();
  }

  function flakes(context: CanvasRenderingContext2D, painted: PaintedCard, since: number): void {
    for (const flake of painted.flakes) {
      const now = flakeAt(flake, since - CONFETTI_AFTER);
      if (now === null) continue;
      context.save();
      context.globalAlpha = now.opacity;
      context.translate(flake.x + flake.width / 2 + now.x, flake.y + flake.height / 2 + now.y);
      context.rotate(now.turns * 2 * Math.PI);
      context.scale(1, now.flip);
      context.fillStyle = flake.color;
      context.beginPath();
      context.roundRect(-flake.width / 2, -flake.height / 2, flake.width, flake.height, flake.round);
      context.fill();
      context.restore();
    }
  }

  return (context, t, result) => {
    countdown(context, t);
    if (result === null || t < AT.reveal) return;
    const cards = cardsOf(context, result);
    headline(context, t, cards.length);
    for (const [place, painted] of cards.entries()) {
      const since = t - revealAt(place);
      if (since <= 0) continue;
      // Out from behind the card: a name is never covered.
      if (!calm) flakes(context, painted, since);
      card(context, painted, since);
    }
  };
}

interface Lettering {
  x: number;
  /** Of the line's middle. */
  y: number;
  font: string;
  color: string;
  align?: CanvasTextAlign;
  /** CSS shadows, of which the first colour is taken. */
  glow?: string;
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, font, color, align = 'left', glow }: Lettering,
): void {
  context.font = font;
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillStyle = color;
  const [shadow] = /#[0-9a-f]{3,6}|rgb\([^)]*\)/i.exec(glow ?? '') ?? [];
  context.save();
  if (shadow !== undefined) {
    context.shadowColor = shadow;
    context.shadowBlur = 30;
  }
  context.fillText(text, x, y);
  context.restore();
}

function withShadow(context: CanvasRenderingContext2D, height: number, fill: () => void): void {
  context.save();
  context.shadowColor = 'rgb(0 0 0 / 45%)';
  context.shadowBlur = height * 0.2;
  context.shadowOffsetY = height * 0.08;
  fill();
  context.restore();
}
