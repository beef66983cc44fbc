/**
 * Where the winners stand on the screen: big enough for the last row of a hall and for a phone ("Winners: opaque, very
 * large, name first"). Shared by the cards and by the worlds, which bring each winner to the front beside its card.
 */
import type { Rect, Size } from '../engine/camera.ts';

export interface RevealLayout {
  /** Where the world stands while winners are shown. */
  stage: Rect;
  headline: { x: number; y: number; width: number; pixels: number };
  cards: Rect[];
  /** Centre and width of what came out of the machine, per place. */
  heroes: { x: number; y: number; pixels: number }[];
  wide: boolean;
}

/** @param count cards on this page, 1 to 3 */
export function revealLayout({ width, height }: Size, count: number): RevealLayout {
  return width > height * 1.05 ? wideLayout({ width, height }, count) : tallLayout({ width, height }, count);
}

/** Projector and laptop: the world on the left, cards on the right, each with its ball beside it. */
function wideLayout({ width, height }: Size, count: number): RevealLayout {
  const edge = height * 0.06;
  const left = width * 0.42;
  const headlinePixels = Math.round(height * 0.044);
  const top = edge + headlinePixels * 1.9;
  const gap = height * 0.03;
  const room = height - top - edge;
  const cardHeight = Math.min((room - gap * (count - 1)) / count, height * 0.46);
  const used = cardHeight * count + gap * (count - 1);
  const first = top + (room - used) / 2;
  const pixels = Math.min(cardHeight * 0.78, width * 0.105);
  const cards = Array.from({ length: count }, (_, place) => ({
    x: left,
    y: first + place * (cardHeight + gap),
    width: width - left - width * 0.035,
    height: cardHeight,
  }));
  return {
    stage: { x: width * 0.01, y: 0, width: width * 0.29, height },
    headline: { x: left, y: first - headlinePixels * 1.75, width: width - left, pixels: headlinePixels },
    cards,
    heroes: cards.map((card) => ({
      x: left - pixels * 0.5 - width * 0.014,
      y: card.y + card.height / 2,
      pixels,
    })),
    wide: true,
  };
}

/** Phones: the world above, cards below, the balls in a row between them. */
function tallLayout({ width, height }: Size, count: number): RevealLayout {
  const edge = Math.min(width * 0.04, 28);
  const stageHeight = height * 0.33;
  const headlinePixels = Math.round(Math.min(width * 0.062, height * 0.034));
  const top = stageHeight + headlinePixels * 1.9;
  const gap = height * 0.014;
  const room = height - top - height * 0.035;
  const cardHeight = Math.min((room - gap * (count - 1)) / count, height * 0.3);
  const pixels = Math.min(width * (count === 1 ? 0.36 : 0.25), stageHeight * 0.5);
  return {
    stage: { x: 0, y: height * 0.015, width, height: stageHeight * 0.95 },
    headline: {
      x: edge,
      y: stageHeight + headlinePixels * 0.2,
      width: width - 2 * edge,
      pixels: headlinePixels,
    },
    cards: Array.from({ length: count }, (_, place) => ({
      x: edge,
      y: top + place * (cardHeight + gap),
      width: width - 2 * edge,
      height: cardHeight,
    })),
    heroes: Array.from({ length: count }, (_, place) => ({
      x: width / 2 + (place - (count - 1) / 2) * pixels * 1.16,
      y: stageHeight * 0.62,
      pixels,
    })),
    wide: false,
  };
}
