/** The part of the picture that the page leaves free: while the draw runs, what is happening stands at its foot. */
import type { Rect } from './engine/camera.ts';
import { smoother } from './engine/curves.ts';
import { AT } from './timing.ts';
import type { View } from './world.ts';

/** @param margin share of width and height that stays empty at each side */
export function freeRect(t: number, { width, height, foot }: View, margin = 0): Rect {
  const covered =
    foot * smoother(t, AT.warmup - 0.6, AT.warmup + 0.6) * (1 - smoother(t, AT.reveal - 0.6, AT.reveal));
  return {
    x: width * margin,
    y: height * margin,
    width: width * (1 - 2 * margin),
    height: (height - covered) * (1 - 2 * margin),
  };
}
