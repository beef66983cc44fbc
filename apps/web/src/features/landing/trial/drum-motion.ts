/**
 * Where each slip of paper is in the landing page's drum, as a pure function of (seed, count, winner, seconds): the
 * same draw always looks the same. Coordinates are those of the drum's picture, 480 × 520.
 */

/** Pose of a slip: its centre, degrees, and size against a slip of 132 × 56. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

export const CENTRE = { x: 240, y: 232 } as const;
export const GLASS_RADIUS = 184;
/** When the globe stands still again, and when the drawn slip lies in front. */
const STILL_SECONDS = 2.7;
export const SHOWN_SECONDS = 3.6;
/** The drawn slip leaves while the globe slows down. */
const LEAVES_SECONDS = 2.5;
const RAMP_SECONDS = 0.7;
const TURNS_OF_GLOBE = 2;

/** Lower slips lie on top of one another as in a real drum; the upper ones are in the air. */
const REST: readonly (readonly [x: number, y: number, turn: number])[] = [
  [240, 378, -3],
  [160, 346, 22],
  [320, 348, -23],
  [240, 323, 6],
  [108, 290, 50],
  [372, 288, -52],
  [174, 287, -12],
  [306, 284, 14],
  [240, 250, -5],
  [122, 226, -30],
  [358, 224, 30],
  [244, 198, 9],
  [172, 172, -24],
  [316, 166, 27],
  [112, 168, -46],
  [368, 168, 48],
  [240, 142, -8],
  [184, 104, -30],
  [298, 102, 32],
  [240, 78, 4],
];

/** Fewer slips are larger. */
function scaleOf(count: number): number {
  if (count <= 5) return 1.04;
  if (count <= 10) return 0.88;
  return count <= 14 ? 0.82 : 0.75;
}

export function restPose(index: number, count: number): Pose {
  const [x, y, turn] = REST[index % REST.length] ?? [CENTRE.x, CENTRE.y, 0];
  return { x, y, turn, scale: scaleOf(count) };
}

/** How far the globe has turned, in degrees. */
export function globeTurnAt(seconds: number): number {
  return 360 * TURNS_OF_GLOBE * turned(seconds);
}

/** @param seed 32 bits, from the draw's own seed @param seconds since the globe began to turn */
export function tumblePose(seed: number, index: number, count: number, seconds: number): Pose {
  const rest = restPose(index, count);
  const stir = stirring(seconds);
  const way = turned(seconds);
  const radius = 40 + 92 * chanceOf(seed, index, 1);
  const angle = 2 * Math.PI * (chanceOf(seed, index, 2) + TURNS_OF_GLOBE * way);
  const spins = (chanceOf(seed, index, 3) < 0.5 ? -1 : 1) * (1 + Math.floor(2 * chanceOf(seed, index, 4)));
  return {
    x: mix(rest.x, CENTRE.x + radius * Math.cos(angle), stir),
    y: mix(rest.y, CENTRE.y + radius * Math.sin(angle), stir),
    turn: rest.turn + 360 * spins * way,
    scale: rest.scale,
  };
}

/** The drawn slip on its way to the front; null while it still tumbles among the others. */
export function frontPose(seed: number, winner: number, count: number, seconds: number): Pose | null {
  if (seconds < LEAVES_SECONDS) return null;
  const from = tumblePose(seed, winner, count, LEAVES_SECONDS);
  const way = smooth((seconds - LEAVES_SECONDS) / (SHOWN_SECONDS - LEAVES_SECONDS));
  // The last half turn, and then straight.
  const straight = 360 * Math.round(from.turn / 360);
  return {
    x: mix(from.x, CENTRE.x, way),
    y: mix(from.y, CENTRE.y, way),
    turn: mix(from.turn, straight, way),
    scale: mix(from.scale, 2, way),
  };
}

function mix(from: number, to: number, way: number): number {
  return from + (to - from) * way;
}

function smooth(way: number): number {
  const clipped = Math.min(1, Math.max(0, way));
  return clipped * clipped * (3 - 2 * clipped);
}

/** 0 at rest, 1 while everything flies. */
function stirring(seconds: number): number {
  return smooth(seconds / RAMP_SECONDS) * (1 - smooth((seconds - (STILL_SECONDS - 0.9)) / 0.9));
}

/** 0 … 1: slow, fast, slow. */
function turned(seconds: number): number {
  return smooth(seconds / STILL_SECONDS);
}

/** 0 … 1 of a slip and a purpose; not random, only unlike its neighbours. */
function chanceOf(seed: number, index: number, purpose: number): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
