/**
 * What two round bodies, or one and a wall, do to each other's speed and spin. Solid spheres of equal mass; a contact
 * that sticks takes 2/7 of the slip from one body, 1/7 from each of two. Only + − × ÷ and square roots.
 */

/** Positions, speeds, spins and orientations (quaternions x y z w) of `count` balls of one radius. */
export interface Balls {
  count: number;
  radius: number;
  position: Float64Array;
  velocity: Float64Array;
  spin: Float64Array;
  turn: Float64Array;
}

export interface Vector {
  x: number;
  y: number;
  z: number;
}

export function makeBalls(count: number, radius: number): Balls {
  const turn = new Float64Array(4 * count);
  for (let index = 0; index < count; index += 1) turn[4 * index + 3] = 1;
  return {
    count,
    radius,
    position: new Float64Array(3 * count),
    velocity: new Float64Array(3 * count),
    spin: new Float64Array(3 * count),
    turn,
  };
}

/** The component at `offset`, for arrays whose length is known to suffice. */
export function at(values: Float64Array, offset: number): number {
  return values[offset] ?? 0;
}

function add(values: Float64Array, offset: number, x: number, y: number, z: number): void {
  values[offset] = at(values, offset) + x;
  values[offset + 1] = at(values, offset + 1) + y;
  values[offset + 2] = at(values, offset + 2) + z;
}

/**
 * Bounce and friction of ball `index` on a wall with the inward normal (nx, ny, nz) that moves with `wall`.
 *
 * @param closing speed towards the wall before the contact, in units per second
 */
export function touchWall(
  balls: Balls,
  index: number,
  normal: Vector,
  wall: Vector,
  closing: number,
  bounce: number,
  grip: number,
): void {
  const { velocity, spin, radius } = balls;
  const o = 3 * index;
  const { x: nx, y: ny, z: nz } = normal;
  let rx = at(velocity, o) - wall.x;
  let ry = at(velocity, o + 1) - wall.y;
  let rz = at(velocity, o + 2) - wall.z;
  const now = rx * nx + ry * ny + rz * nz;
  const wanted = closing > 0.5 ? bounce * closing : 0;
  const gain = Math.max(wanted - now, 0);
  add(velocity, o, gain * nx, gain * ny, gain * nz);
  // The surface's speed at the contact: velocity + spin × (−radius · normal).
  const sx = at(spin, o);
  const sy = at(spin, o + 1);
  const sz = at(spin, o + 2);
  rx -= now * nx + radius * (sy * nz - sz * ny);
  ry -= now * ny + radius * (sz * nx - sx * nz);
  rz -= now * nz + radius * (sx * ny - sy * nx);
  const slip = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (slip < 1e-9) return;
  const share = Math.min(2 / 7, (grip * (Math.max(closing, 0) + gain + 0.05)) / slip);
  add(velocity, o, -share * rx, -share * ry, -share * rz);
  const k = (2.5 * share) / radius;
  add(spin, o, k * (ny * rz - nz * ry), k * (nz * rx - nx * rz), k * (nx * ry - ny * rx));
}

/** Bounce and friction between the balls `a` and `b`; the normal points from a to b. */
export function touchBall(
  balls: Balls,
  a: number,
  b: number,
  normal: Vector,
  closing: number,
  bounce: number,
  grip: number,
): void {
  const { velocity, spin, radius } = balls;
  const i = 3 * a;
  const j = 3 * b;
  const { x: nx, y: ny, z: nz } = normal;
  let rx = at(velocity, j) - at(velocity, i);
  let ry = at(velocity, j + 1) - at(velocity, i + 1);
  let rz = at(velocity, j + 2) - at(velocity, i + 2);
  const now = rx * nx + ry * ny + rz * nz;
  const wanted = closing > 0.5 ? bounce * closing : 0;
  const gain = Math.max(wanted - now, 0) / 2;
  add(velocity, i, -gain * nx, -gain * ny, -gain * nz);
  add(velocity, j, gain * nx, gain * ny, gain * nz);
  const sx = at(spin, i) + at(spin, j);
  const sy = at(spin, i + 1) + at(spin, j + 1);
  const sz = at(spin, i + 2) + at(spin, j + 2);
  rx -= now * nx + radius * (sy * nz - sz * ny);
  ry -= now * ny + radius * (sz * nx - sx * nz);
  rz -= now * nz + radius * (sx * ny - sy * nx);
  const slip = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (slip < 1e-9) return;
  const share = Math.min(1 / 7, (grip * (Math.max(closing, 0) + 2 * gain + 0.02)) / slip);
  add(velocity, i, share * rx, share * ry, share * rz);
  add(velocity, j, -share * rx, -share * ry, -share * rz);
  const k = (2.5 * share) / radius;
  const tx = k * (ny * rz - nz * ry);
  const ty = k * (nz * rx - nx * rz);
  const tz = k * (nx * ry - ny * rx);
  add(spin, i, tx, ty, tz);
  add(spin, j, tx, ty, tz);
}

/** Turns each ball by its spin for `dt` seconds. */
export function turnBalls({ count, spin, turn }: Balls, dt: number): void {
  const half = dt / 2;
  for (let index = 0; index < count; index += 1) {
    const s = 3 * index;
    const q = 4 * index;
    const wx = at(spin, s) * half;
    const wy = at(spin, s + 1) * half;
    const wz = at(spin, s + 2) * half;
    const x = at(turn, q);
    const y = at(turn, q + 1);
    const z = at(turn, q + 2);
    const w = at(turn, q + 3);
    const nx = x + wx * w + wy * z - wz * y;
    const ny = y + wy * w + wz * x - wx * z;
    const nz = z + wz * w + wx * y - wy * x;
    const nw = w - wx * x - wy * y - wz * z;
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
    turn[q] = nx * scale;
    turn[q + 1] = ny * scale;
    turn[q + 2] = nz * scale;
    turn[q + 3] = nw * scale;
  }
}
