/**
 * The glass drum: a cylinder along z with mixing rods, full of paper balls, stepped with a fixed step from the seed
 * (R35). Radius 1, gravity along −y, seconds.
 *
 * 1. Each step moves the balls, pushes overlapping ones and those in a wall apart, and reads the speeds from that.
 * 2. Contacts then bounce and rub, which also spins the balls.
 * 3. From the run-up on the hatch at the bottom opens once for each place; who falls through, falls through.
 */
import { AT } from '../timing.ts';
import { bump, ramp } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';
import { at, makeBalls, turnBalls } from './contacts.ts';
import type { Balls } from './contacts.ts';
import { DRUM, makeDrumWalls } from './drum-walls.ts';
import { drumMotion, STEP } from './drum-motion.ts';
import type { DrumMotion } from './drum-motion.ts';
import { makeOverlaps } from './overlaps.ts';

const GRAVITY = 6.2;
const TOP_SPEED = 5;
const BETWEEN_HATCHES = 0.75;

/** A ball that left through the hatch. */
export interface Exit {
  ball: number;
  /** Seconds of show. */
  at: number;
}

export interface Drum {
  balls: Balls;
  motion: DrumMotion;
  exits: Exit[];
  /** One fixed step, from `t` to `t + STEP`. */
  step(t: number): void;
}

/** When the hatch opens for a place, in seconds of show. */
export function hatchOpensAt(place: number): number {
  return AT.runup + 0.15 + BETWEEN_HATCHES * place;
}

export function makeDrum(seedHex: string, count: number, places: number): Drum {
  const radius = count > 44 ? 0.128 : 0.15;
  const balls = makeBalls(count, radius);
  const motion = drumMotion(seedHex);
  const exits: Exit[] = [];
  const hasLeft = new Uint8Array(count);
  heapUp(balls, DRUM.half, seedHex);
  const { position, velocity } = balls;
  const before = new Float64Array(position.length);
  const overlaps = makeOverlaps(balls, hasLeft);
  const walls = makeDrumWalls(balls, hasLeft, motion);
  let falling = -1;

  function step(t: number): void {
    const air = motion.air(t);
    const calming = 1 - 0.02 * ramp(t, AT.slowdown + 4, AT.pause + 0.5);
    const open = exits.length < places && t >= hatchOpensAt(exits.length);
    const waited = open ? t - hatchOpensAt(exits.length) : 0;
    if (open && falling < 0) falling = nearestToHatch();
    before.set(position);
    for (let index = 0; index < count; index += 1) {
      const o = 3 * index;
      if (hasLeft[index] === 1) continue;
      const x = at(position, o);
      const y = at(position, o + 1);
      let up = -GRAVITY;
      if (air > 0 && y < 0.5) {
        const column = 1 - (x * x) / 0.2;
        if (column > 0) up += air * column * (1 - ramp(y, -0.6, 0.5));
      }
      // The last swing: a breath of air from below in the middle of the slow-down.
      if (index % 3 === 0) up += 9 * bump(t, 19.2, 20.4) * (y < -0.3 ? 1 : 0);
      let pull = 0;
      if (index === falling && open) pull = 5 + 30 * waited;
      velocity[o] = (at(velocity, o) - pull * x * STEP) * calming;
      velocity[o + 1] = (at(velocity, o + 1) + (up - pull) * STEP) * calming;
      velocity[o + 2] = (at(velocity, o + 2) - pull * at(position, o + 2) * STEP) * calming;
      for (let axis = o; axis < o + 3; axis += 1) {
        position[axis] = at(position, axis) + at(velocity, axis) * STEP;
      }
    }
    overlaps.separate(waited > 0.45 ? falling : -1);
    walls.keepInside(t, open ? falling : -1);
    const perStep = 1 / STEP;
    for (let offset = 0; offset < 3 * count; offset += 1) {
      const speed = (at(position, offset) - at(before, offset)) * perStep;
      velocity[offset] = Math.min(Math.max(speed, -TOP_SPEED), TOP_SPEED);
    }
    const bounce = 0.5 * (1 - ramp(t, AT.slowdown + 3, AT.pause));
    overlaps.rub(bounce);
    walls.rub(t, bounce);
    for (let offset = 0; offset < 3 * count; offset += 1) {
      balls.spin[offset] = Math.min(Math.max(at(balls.spin, offset) * 0.996 * calming, -28), 28);
    }
    turnBalls(balls, STEP);
    letOut(t);
  }

  function nearestToHatch(): number {
    let nearest = -1;
    let least = Infinity;
    for (let index = 0; index < count; index += 1) {
      if (hasLeft[index] === 1) continue;
      const x = at(position, 3 * index);
      const y = at(position, 3 * index + 1) + 1;
      const z = at(position, 3 * index + 2);
      const distance = x * x + y * y + z * z;
      if (distance < least) [least, nearest] = [distance, index];
    }
    return nearest;
  }

  function letOut(t: number): void {
    if (falling < 0 || at(position, 3 * falling + 1) > -1.1) return;
    exits.push({ ball: falling, at: t + STEP });
    hasLeft[falling] = 1;
    velocity.fill(0, 3 * falling, 3 * falling + 3);
    falling = -1;
  }

  return { balls, motion, exits, step };
}

const PER_ROW = 7;

/** The loose heap with which the drum begins: layers between the glass faces (at ±`half`), turned at random. */
function heapUp({ count, radius, position, turn }: Balls, half: number, seedHex: string): void {
  const random = randomFrom(seedHex, 'heap');
  for (let index = 0; index < count; index += 1) {
    const layer = index % 3;
    const row = Math.floor(index / (3 * PER_ROW));
    const column = Math.floor(index / 3) % PER_ROW;
    position[3 * index] = (column - 3) * 2.02 * radius + between(random, -0.02, 0.02);
    position[3 * index + 1] = -0.52 + row * 2.1 * radius + between(random, 0, 0.02);
    position[3 * index + 2] = (layer - 1) * (half - radius) * 0.98;
    const q = [0, 1, 2, 3].map(() => between(random, -1, 1));
    const length = Math.sqrt(q.reduce((sum, part) => sum + part * part, 1e-9));
    turn.set(
      q.map((part) => part / length),
      4 * index,
    );
  }
}
