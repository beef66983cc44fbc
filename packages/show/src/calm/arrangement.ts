/** Where the chips of the calm version stand: each style has its own order and shape, none of them moves. */
import { cosTurns, sinTurns, square } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';
import type { ShowStyle } from '../plan.ts';

interface Chip {
  /** −1 … 1 in a field of the canvas's shape. */
  x: number;
  y: number;
}

export interface Arrangement {
  chips: Chip[];
  /** Half the width of a chip, where the field's shorter half is 1. */
  radius: number;
  shape: 'round' | 'tile' | 'point' | 'sign' | 'rosette';
}

/** @param wide width of the field divided by its height */
export function arrange(style: ShowStyle, count: number, seedHex: string, wide: number): Arrangement {
  switch (style) {
    case 'classic':
      return inDrum(count, wide);
    case 'casino':
      return { ...inRows(count, wide, 1.1), shape: 'tile' };
    case 'neon':
      return { ...inRows(count, wide, 1.5), shape: 'sign' };
    case 'cosmic':
      return { ...scattered(count, seedHex, wide), shape: 'point' };
    case 'fireworks':
      return { ...scattered(count, seedHex, wide), shape: 'rosette' };
  }
}

/** Like seeds of a sunflower, inside the drum's circle. */
function inDrum(count: number, wide: number): Arrangement {
  const fitX = wide > 1 ? 1 / wide : 1;
  const fitY = wide > 1 ? 1 : wide;
  const chips = Array.from({ length: count }, (_, index) => {
    const far = 0.86 * Math.sqrt((index + 0.5) / count);
    const turn = index * 0.3819660112501051;
    return { x: far * cosTurns(turn) * fitX, y: far * sinTurns(turn) * fitY };
  });
  return { chips, radius: 0.7 / Math.sqrt(count), shape: 'round' };
}

function inRows(count: number, wide: number, aspect: number): Pick<Arrangement, 'chips' | 'radius'> {
  let columns = 1;
  while (columns * columns * (aspect / wide) < count) columns += 1;
  const rows = Math.ceil(count / columns);
  const chips = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const column = index % columns;
    return {
      x: ((column + 0.5 - inRow / 2) / columns) * 1.9,
      y: ((row + 0.5 - rows / 2) / Math.max(rows, columns * (aspect / wide))) * 1.9,
    };
  });
  return {
    chips,
    radius: (0.82 * Math.max(wide, 1)) / columns,
  };
}

function scattered(count: number, seedHex: string, wide: number): Pick<Arrangement, 'chips' | 'radius'> {
  const random = randomFrom(seedHex, 'calm places');
  const chips: Chip[] = [];
  const stretchX = wide > 1 ? wide : 1;
  const stretchY = wide > 1 ? 1 : 1 / wide;
  while (chips.length < count) {
    let best: Chip = { x: 0, y: 0 };
    let farthest = -1;
    for (let tries = 0; tries < 24; tries += 1) {
      const chip = { x: between(random, -0.92, 0.92), y: between(random, -0.92, 0.92) };
      const near = chips.reduce(
        (least, other) =>
          Math.min(least, square((other.x - chip.x) * stretchX) + square((other.y - chip.y) * stretchY)),
        9,
      );
      if (near > farthest) [farthest, best] = [near, chip];
    }
    chips.push(best);
  }
  return { chips, radius: Math.min(0.16, Math.sqrt((stretchX * stretchY) / count) * 0.62) };
}
