/** Digits as strokes, for numbers that are spelled in sparks: places along the strokes, a sixth of a digit's height apart. */
import { cosTurns, sinTurns, square } from '../../engine/curves.ts';

type Stroke = readonly (readonly [number, number])[];

/** On a grid 6 wide and 10 high. */
const STROKES: readonly (readonly Stroke[])[] = [
  [round(3, 5, 2.75, 5)],
  [
    [
      [1.2, 8.1],
      [3.3, 10],
      [3.3, 0],
    ],
  ],
  [
    [
      [0.6, 7.6],
      [1, 9],
      [2, 9.8],
      [3.2, 10],
      [4.6, 9.6],
      [5.4, 8.4],
      [5.3, 7],
      [4.4, 5.4],
      [0.5, 0],
      [5.6, 0],
    ],
  ],
  [
    [
      [0.8, 9],
      [2, 9.9],
      [3.4, 10],
      [4.8, 9.3],
      [5.2, 7.9],
      [4.6, 6.3],
      [3, 5.5],
      [4.8, 4.9],
      [5.6, 3.2],
      [5.1, 1.2],
      [3.6, 0.1],
      [2, 0.1],
      [0.5, 1.2],
    ],
  ],
  [
    [
      [4.3, 0],
      [4.3, 10],
      [0.3, 3],
      [6, 3],
    ],
  ],
  [
    [
      [5.3, 10],
      [1.3, 10],
      [0.9, 5.4],
      [2.4, 6.3],
      [3.8, 6.3],
      [5.2, 5.2],
      [5.6, 3.3],
      [5, 1.2],
      [3.4, 0],
      [1.8, 0.1],
      [0.4, 1.2],
    ],
  ],
  [six((point) => point)],
  [
    [
      [0.4, 10],
      [5.6, 10],
      [2.2, 0],
    ],
  ],
  [round(3, 7.7, 2.1, 2.3), round(3, 2.7, 2.65, 2.7)],
  [six(([x, y]) => [6 - x, 10 - y])],
];

function round(x: number, y: number, wide: number, high: number): Stroke {
  return Array.from({ length: 25 }, (_, step) => [
    x + wide * cosTurns(step / 24),
    y + high * sinTurns(step / 24),
  ]);
}

function six(place: (point: [number, number]) => [number, number]): Stroke {
  const strokes: [number, number][] = [
    [4.8, 9.2],
    [3.4, 10],
    [1.8, 9.2],
    [0.7, 7],
    [0.4, 4],
    [0.7, 1.4],
    [2, 0.1],
    [3.4, 0],
    [4.9, 0.9],
    [5.5, 2.8],
    [5, 4.9],
    [3.5, 6],
    [2, 5.8],
    [0.7, 4.4],
  ];
  return strokes.map(place);
}

/**
 * A number as places around its middle: 1 high, each digit 0.6 wide and 0.2 apart.
 *
 * @param spacing way between neighbours, as a share of the height
 */
export function spelled(number: number, spacing: number): [number, number][] {
  const digits = String(number);
  const places: [number, number][] = [];
  for (const [index, digit] of Array.from(digits).entries()) {
    const left = (index - digits.length / 2) * 0.8 + 0.1;
    for (const stroke of STROKES[Number(digit)] ?? []) {
      for (const [x, y] of along(stroke, spacing * 10)) places.push([left + x / 10, y / 10 - 0.5]);
    }
  }
  return places;
}

/** Places on a stroke, evenly apart, both ends included. */
function along(stroke: Stroke, spacing: number): [number, number][] {
  const found: [number, number][] = [];
  let next = 0;
  let gone = 0;
  for (let index = 1; index < stroke.length; index += 1) {
    const [ax = 0, ay = 0] = stroke[index - 1] ?? [];
    const [bx = 0, by = 0] = stroke[index] ?? [];
    const length = Math.sqrt(square(bx - ax) + square(by - ay));
    while (next <= gone + length + 1e-9) {
      const share = (next - gone) / length;
      found.push([ax + (bx - ax) * share, ay + (by - ay) * share]);
      next += spacing;
    }
    gone += length;
  }
  return found;
}
