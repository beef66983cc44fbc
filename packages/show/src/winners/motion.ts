/** How countdown, headline and winners' cards come and go: functions of time, for the page's layer and for the frames of a video. */
import type { Size } from '../engine/camera.ts';
import { overshoot, ramp, smooth } from '../engine/curves.ts';
import { AT } from '../timing.ts';

/** Cards at the same time. */
export const PER_PAGE = 3;
/** Seconds between a card and its paper flakes. */
export const CONFETTI_AFTER = 0.1;

/** @param since seconds from the card's appearance. x and y are shares of the card's width and height */
export function cardMotion(
  since: number,
  calm: boolean,
): { opacity: number; x: number; y: number; degrees: number } {
  if (calm) return { opacity: smooth(since, 0, 0.7), x: 0, y: 0, degrees: 0 };
  const left = 1 - overshoot(since, 0, 0.55);
  return { opacity: ramp(since, 0, 0.12), x: left * -0.06, y: left * 0.22, degrees: left * -2.5 };
}

/** @param since seconds from the number's appearance */
export function numberMotion(since: number, calm: boolean): { opacity: number; grow: number } {
  return {
    opacity: 1 - smooth(since, 0.75, 1),
    grow: calm ? 1 : 1.25 - 0.25 * overshoot(since, 0, 0.35),
  };
}

export function headlineOpacity(t: number): number {
  return smooth(t, AT.reveal, AT.reveal + 0.5);
}

export function countdownPixels({ width, height }: Size): number {
  return Math.round(Math.min(width * 0.62, height * 0.5));
}

/** Letters of names stand this much closer, in em. */
export const NAME_SPACING = -0.012;

/** Width of a name, `pixels` high. */
export function measured(
  context: CanvasRenderingContext2D,
  font: string,
  text: string,
  pixels: number,
): number {
  context.font = `760 100px ${font}`;
  return ((context.measureText(text).width + 100 * NAME_SPACING * text.length) * pixels) / 100;
}
