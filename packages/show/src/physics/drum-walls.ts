/** Balls against the drum: its wall, its glass faces and its mixing rods, all turning. */
import { cosTurns, sinTurns } from '../engine/curves.ts';
import { at, touchWall } from './contacts.ts';
import type { Balls } from './contacts.ts';
import type { DrumMotion } from './drum-motion.ts';

export const DRUM = { half: 0.4, rods: 4, rodAt: 0.93, rodRadius: 0.05 } as const;

export interface DrumWalls {
  /** Puts every ball inside and notes what it touches; `falling` may leave through the open hatch, −1: none. */
  keepInside(t: number, falling: number): void;
  /** Bounce and friction of the noted contacts. */
  rub(t: number, bounce: number): void;
}

/** @param hasLeft 1 for each ball that has left */
export function makeDrumWalls(balls: Balls, hasLeft: Uint8Array, motion: DrumMotion): DrumWalls {
  const { count, radius, position, velocity } = balls;
  const normal = { x: 0, y: 0, z: 0 };
  const wall = { x: 0, y: 0, z: 0 };
  const rods = new Float64Array(2 * DRUM.rods);
  const wallNormals = new Float64Array(4 * count);
  const glassClosing = new Float64Array(count);

  function keepInside(t: number, falling: number): void {
    const inner = 1 - radius;
    const face = DRUM.half - radius;
    const turned = motion.angle(t) + motion.hatch;
    for (let rod = 0; rod < DRUM.rods; rod += 1) {
      const where = turned + (rod + 0.5) / DRUM.rods;
      rods[2 * rod] = DRUM.rodAt * cosTurns(where);
      rods[2 * rod + 1] = DRUM.rodAt * sinTurns(where);
    }
    for (let index = 0; index < count; index += 1) {
      const o = 3 * index;
      const w = 4 * index;
      wallNormals[w + 3] = 0;
      glassClosing[index] = 0;
      if (hasLeft[index] === 1) continue;
      const z = at(position, o + 2);
      if (z > face || z < -face) {
        const side = z > 0 ? 1 : -1;
        position[o + 2] = side * face;
        glassClosing[index] = side * Math.max(side * at(velocity, o + 2), 0.001);
      }
      const through = index === falling && at(position, o + 1) < -0.5 && inHatch(o);
      for (let rod = 0; rod < DRUM.rods; rod += 1) {
        pushOut(index, at(rods, 2 * rod), at(rods, 2 * rod + 1), DRUM.rodRadius + radius);
      }
      const x = at(position, o);
      const y = at(position, o + 1);
      const far2 = x * x + y * y;
      if (through || far2 <= inner * inner) continue;
      const far = Math.sqrt(far2);
      position[o] = (x / far) * inner;
      position[o + 1] = (y / far) * inner;
      noteWall(index, -x / far, -y / far);
    }
  }

  function pushOut(index: number, cx: number, cy: number, reach: number): void {
    const o = 3 * index;
    const dx = at(position, o) - cx;
    const dy = at(position, o + 1) - cy;
    const square = dx * dx + dy * dy;
    if (square >= reach * reach || square < 1e-12) return;
    const distance = Math.sqrt(square);
    position[o] = cx + (dx / distance) * reach;
    position[o + 1] = cy + (dy / distance) * reach;
    noteWall(index, dx / distance, dy / distance);
  }

  function noteWall(index: number, nx: number, ny: number): void {
    const w = 4 * index;
    wallNormals[w] = nx;
    wallNormals[w + 1] = ny;
    wallNormals[w + 2] = -(at(velocity, 3 * index) * nx + at(velocity, 3 * index + 1) * ny);
    wallNormals[w + 3] = 1;
  }

  function inHatch(o: number): boolean {
    const x = at(position, o);
    const z = at(position, o + 2);
    return x * x + z * z < 0.36 * radius * radius;
  }

  function rub(t: number, bounce: number): void {
    const spinning = motion.speed(t);
    for (let index = 0; index < count; index += 1) {
      const w = 4 * index;
      const glass = at(glassClosing, index);
      wall.x = -spinning * at(position, 3 * index + 1);
      wall.y = spinning * at(position, 3 * index);
      if (glass !== 0) {
        normal.x = 0;
        normal.y = 0;
        normal.z = glass > 0 ? -1 : 1;
        touchWall(balls, index, normal, wall, Math.abs(glass), 0.45, 0.06);
      }
      if (wallNormals[w + 3] !== 1) continue;
      normal.x = at(wallNormals, w);
      normal.y = at(wallNormals, w + 1);
      normal.z = 0;
      touchWall(balls, index, normal, wall, at(wallNormals, w + 2), bounce, 0.5);
    }
  }

  return { keepInside, rub };
}
