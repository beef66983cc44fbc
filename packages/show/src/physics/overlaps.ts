/** Balls against balls: pushed apart where they overlap, then bounced and rubbed. */
import { at, touchBall } from './contacts.ts';
import type { Balls } from './contacts.ts';

/** Room for this many contacts per ball. */
const MOST = 12;
const FIELDS = 6;

export interface Overlaps {
  /** Pushes overlapping balls apart and notes their contacts; `ghost` touches none. */
  separate(ghost: number): void;
  /** Bounce and friction of the noted contacts. */
  rub(bounce: number): void;
}

/** @param hasLeft 1 for each ball that has left */
export function makeOverlaps(balls: Balls, hasLeft: Uint8Array): Overlaps {
  const { count, radius, position, velocity } = balls;
  const contacts = new Float64Array(FIELDS * MOST * count);
  const normal = { x: 0, y: 0, z: 0 };
  let found = 0;

  function separate(ghost: number): void {
    found = 0;
    const reach = 2 * radius;
    const reach2 = reach * reach;
    for (let a = 0; a < count; a += 1) {
      if (hasLeft[a] === 1 || a === ghost) continue;
      const i = 3 * a;
      for (let b = a + 1; b < count; b += 1) {
        const j = 3 * b;
        const dx = at(position, j) - at(position, i);
        if (dx > reach || dx < -reach) continue;
        const dy = at(position, j + 1) - at(position, i + 1);
        if (dy > reach || dy < -reach) continue;
        const dz = at(position, j + 2) - at(position, i + 2);
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= reach2 || square < 1e-12 || hasLeft[b] === 1 || b === ghost) continue;
        const distance = Math.sqrt(square);
        const nx = dx / distance;
        const ny = dy / distance;
        const nz = dz / distance;
        const push = (reach - distance) * 0.48;
        position[i] = at(position, i) - push * nx;
        position[i + 1] = at(position, i + 1) - push * ny;
        position[i + 2] = at(position, i + 2) - push * nz;
        position[j] = at(position, j) + push * nx;
        position[j + 1] = at(position, j + 1) + push * ny;
        position[j + 2] = at(position, j + 2) + push * nz;
        if (found < count * MOST) {
          const closing =
            (at(velocity, i) - at(velocity, j)) * nx +
            (at(velocity, i + 1) - at(velocity, j + 1)) * ny +
            (at(velocity, i + 2) - at(velocity, j + 2)) * nz;
          const c = FIELDS * found;
          contacts[c] = a;
          contacts[c + 1] = b;
          contacts[c + 2] = nx;
          contacts[c + 3] = ny;
          contacts[c + 4] = nz;
          contacts[c + 5] = closing;
          found += 1;
        }
      }
    }
  }

  function rub(bounce: number): void {
    for (let contact = 0; contact < found; contact += 1) {
      const o = FIELDS * contact;
      normal.x = at(contacts, o + 2);
      normal.y = at(contacts, o + 3);
      normal.z = at(contacts, o + 4);
      touchBall(balls, at(contacts, o), at(contacts, o + 1), normal, at(contacts, o + 5), bounce, 0.3);
    }
  }

  return { separate, rub };
}
