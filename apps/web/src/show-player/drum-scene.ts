/**
 * The glass drum as numbers (R35): a function of the freeze hash and the entries alone. Frames are computed in order and
 * kept, so that any instant can be shown and every screen shows the same frame.
 *
 * 1. Thirty balls lie in a round drum. Most bear entry numbers; some are turned away and show plain paper.
 * 2. Fixed steps of 1/120 s: the turning wall and jets of air from below move them, by the timeline's agitation.
 * 3. At the run-up a last gust shuffles what had settled, then three of the plain balls leave through the gate, one after
 *    another, and stop on the rail in front. They bear nothing until the winners are announced, so that the picture can
 *    neither betray nor contradict the result.
 *
 * Only + − × ÷ √ and 32-bit integers: engines agree on these to the last bit, and on sin or pow they do not.
 * Space: the drum is the unit circle around (0, 0), y points down, the rail is at y = RAIL_Y. Time is seconds of show.
 */

const STEPS_PER_SECOND = 120;
const FRAMES_PER_SECOND = 60;
const STEPS_PER_FRAME = STEPS_PER_SECOND / FRAMES_PER_SECOND;
const FRAMES = 29 * FRAMES_PER_SECOND;
const GRAVITY = 3.4;
const BOUNCE = 0.55;
const BALLS = 30;
const EXITS = 3;
const GUST_AT = 25;
const GATE_OPENS_AT = 26;
const BETWEEN_EXITS = 0.55;
const EXIT_SECONDS = 0.85;

/** Of an ordinary ball; the drum's radius is 1. */
export const BALL_RADIUS = 0.128;
export const RAIL_RADIUS = 0.24;
export const RAIL_Y = 1.38;
/** Two balls touch at this distance. */
const REACH = 2 * BALL_RADIUS;
const RAIL_X = [0, -0.6, 0.6] as const;

/** Members of one ball in a frame. */
const SIZE = 4;

export interface Ball {
  x: number;
  y: number;
  /** Radians. */
  turn: number;
  radius: number;
}

export interface DrumScene {
  /** What each ball bears; null for plain paper. The first three leave the drum. */
  numbers: readonly (number | null)[];
  /** @param seconds of show; before and after it, the first and the last frame */
  ballsAt(seconds: number): Ball[];
  /** Computes some frames more, for a page that has time to spare; false when all are there. */
  computeAhead(frames: number): boolean;
}

export interface DrumInput {
  /** 64 hex. */
  freezeHash: string;
  entries: number;
  /** The viewer's entry number, always on a ball; null for those who only watch. */
  own: number | null;
}

export function createDrumScene({ freezeHash, entries, own }: DrumInput): DrumScene {
  const { frames, computeUntil } = simulation(randomFrom(freezeHash));
  let computed = 0;
  const compute = (until: number): void => {
    if (until <= computed) return;
    computeUntil(until);
    computed = until;
  };
  return {
    numbers: numbersOnBalls(randomFrom(freezeHash), entries, own),
    computeAhead(more) {
      compute(Math.min(FRAMES, computed + more));
      return computed < FRAMES;
    },
    ballsAt(seconds) {
      const wanted = Math.floor(seconds * FRAMES_PER_SECOND);
      const frame = Math.max(0, Math.min(FRAMES - 1, Number.isFinite(wanted) ? wanted : 0));
      compute(frame + 1);
      return Array.from({ length: BALLS }, (_, ball) => {
        const at = (frame * BALLS + ball) * SIZE;
        return {
          x: frames[at] ?? 0,
          y: frames[at + 1] ?? 0,
          turn: frames[at + 2] ?? 0,
          radius: frames[at + 3] ?? BALL_RADIUS,
        };
      });
    },
  };
}

/** How wild the drum is, 0 … 1, by the timeline. */
export function agitationAt(seconds: number): number {
  if (seconds < 3) return 0;
  if (seconds < 8) return smooth((seconds - 3) / 5);
  if (seconds < 18) return 1;
  if (seconds < 22.5) return 1 - smooth((seconds - 18) / 4.5);
  if (seconds < GUST_AT) return 0;
  if (seconds < GUST_AT + 1) return 0.9 * (1 - (seconds - GUST_AT));
  return 0;
}

/** From 0 to 1 without a jerk at either end. */
function smooth(part: number): number {
  const x = Math.max(0, Math.min(1, part));
  return x * x * (3 - 2 * x);
}

interface Body {
  x: number;
  y: number;
  vx: number;
  vy: number;
  turn: number;
  spin: number;
}

/** `computeUntil` fills the frames before the given one, each once and in order. */
function simulation(random: () => number): {
  frames: Float32Array;
  computeUntil: (frame: number) => void;
} {
  const bodies = restingBodies(random);
  const frames = new Float32Array(FRAMES * BALLS * SIZE);
  const left: Body[] = [];
  let next = 0;
  // Let the heap settle before the show begins.
  for (let i = 0; i < 3 * STEPS_PER_SECOND; i += 1) step(bodies, 0, random);

  const computeFrame = (frame: number): void => {
    const seconds = frame / FRAMES_PER_SECOND;
    while (left.length < EXITS && seconds >= GATE_OPENS_AT + left.length * BETWEEN_EXITS) {
      left.push({ ...bodyAt(bodies, left.length) });
    }
    const inside = bodies.slice(left.length);
    for (let i = 0; i < STEPS_PER_FRAME; i += 1) step(inside, agitationAt(seconds), random);
    for (let ball = 0; ball < BALLS; ball += 1) {
      const gone = left[ball];
      const at = (frame * BALLS + ball) * SIZE;
      if (gone === undefined) writeBall(frames, at, bodyAt(bodies, ball), BALL_RADIUS);
      else writeLeaving(frames, at, gone, ball, seconds - GATE_OPENS_AT - ball * BETWEEN_EXITS);
    }
  };
  return {
    frames,
    computeUntil(frame) {
      for (; next < frame; next += 1) computeFrame(next);
    },
  };
}

function bodyAt(bodies: readonly Body[], index: number): Body {
  const body = bodies[index];
  if (body === undefined) throw new RangeError('There is no such ball.');
  return body;
}

function restingBodies(random: () => number): Body[] {
  return Array.from({ length: BALLS }, (_, i) => ({
    x: ((i % 6) - 2.5) * 0.27 + (random() - 0.5) * 0.02,
    y: 0.6 - Math.floor(i / 6) * 0.27,
    vx: 0,
    vy: 0,
    turn: (random() - 0.5) * 6,
    spin: 0,
  }));
}

/** One fixed step: forces, moves, the wall, and pairs that touch. */
function step(bodies: readonly Body[], agitation: number, random: () => number): void {
  const dt = 1 / STEPS_PER_SECOND;
  for (const body of bodies) {
    const lift = random();
    const side = random() - 0.5;
    // Air from below: strongest in the middle and near the floor.
    const column = 1 - body.x * body.x;
    const jet = body.y > -0.2 ? agitation * column * (4 + 14 * lift) : 0;
    body.vx += (side * 26 * agitation - body.y * 3.2 * agitation) * dt;
    body.vy += (GRAVITY - jet) * dt;
    body.vx *= 0.9985;
    body.vy *= 0.9985;
    body.x += body.vx * dt;
    body.y += body.vy * dt;
    body.spin = body.spin * 0.995 + body.vx * 0.02;
    body.turn += body.spin * dt * 6;
  }
  // Twice: what one pair pushes into another is pushed out again.
  for (let pass = 0; pass < 2; pass += 1) {
    for (let i = 0; i < bodies.length; i += 1) {
      const a = bodyAt(bodies, i);
      for (let j = i + 1; j < bodies.length; j += 1) {
        const b = bodyAt(bodies, j);
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        const square = dx * dx + dy * dy;
        if (square < REACH * REACH && square > 0) collide(a, b, dx, dy, Math.sqrt(square));
      }
    }
    for (const body of bodies) keepInside(body, agitation);
  }
}

function collide(a: Body, b: Body, dx: number, dy: number, distance: number): void {
  const nx = dx / distance;
  const ny = dy / distance;
  const push = (REACH - distance) / 2;
  a.x -= nx * push;
  a.y -= ny * push;
  b.x += nx * push;
  b.y += ny * push;
  const closing = (b.vx - a.vx) * nx + (b.vy - a.vy) * ny;
  if (closing >= 0) return;
  const impulse = (-(1 + BOUNCE) * closing) / 2;
  a.vx -= nx * impulse;
  a.vy -= ny * impulse;
  b.vx += nx * impulse;
  b.vy += ny * impulse;
}

function keepInside(body: Body, agitation: number): void {
  const limit = 0.965 - BALL_RADIUS;
  const square = body.x * body.x + body.y * body.y;
  if (square <= limit * limit) return;
  const distance = Math.sqrt(square);
  const nx = body.x / distance;
  const ny = body.y / distance;
  body.x = nx * limit;
  body.y = ny * limit;
  const outward = body.vx * nx + body.vy * ny;
  if (outward > 0) {
    body.vx -= (1 + BOUNCE) * outward * nx;
    body.vy -= (1 + BOUNCE) * outward * ny;
  }
  // The turning wall takes the ball along.
  const along = (agitation * 1.5 - (body.vx * -ny + body.vy * nx)) * 0.06;
  body.vx += -ny * along;
  body.vy += nx * along;
}

function writeBall(frames: Float32Array, at: number, { x, y, turn }: Body, radius: number): void {
  frames[at] = x;
  frames[at + 1] = y;
  frames[at + 2] = turn;
  frames[at + 3] = radius;
}

/** First to the gate at the bottom, then along the chute and down to its place on the rail, growing, upright at the end. */
function writeLeaving(frames: Float32Array, at: number, from: Body, exit: number, since: number): void {
  const toGate = smooth(since / (EXIT_SECONDS * 0.4));
  const along = smooth((since - EXIT_SECONDS * 0.35) / (EXIT_SECONDS * 0.45));
  const down = smooth((since - EXIT_SECONDS * 0.45) / (EXIT_SECONDS * 0.55));
  const gateX = from.x * (1 - toGate);
  const gateY = from.y + (0.98 - from.y) * toGate;
  writeBall(
    frames,
    at,
    {
      ...from,
      x: gateX + ((RAIL_X[exit] ?? 0) - gateX) * along,
      y: gateY + (RAIL_Y - gateY) * down,
      turn: from.turn * (1 - down),
    },
    BALL_RADIUS + (RAIL_RADIUS - BALL_RADIUS) * down,
  );
}

/** Sampled without repetition; the viewer's own number is always among them. */
function numbersOnBalls(random: () => number, entries: number, own: number | null): (number | null)[] {
  const places = BALLS - EXITS;
  const chosen = new Set<number>();
  if (own !== null && own >= 1 && own <= entries) chosen.add(own);
  if (entries <= places) {
    for (let number = 1; number <= entries; number += 1) chosen.add(number);
  } else {
    while (chosen.size < places) chosen.add(1 + Math.floor(random() * entries));
  }
  const numbers: (number | null)[] = Array.from({ length: BALLS }, () => null);
  const free = Array.from({ length: places }, (_, i) => i + EXITS);
  for (const number of chosen) {
    const [place] = free.splice(Math.floor(random() * free.length), 1);
    if (place !== undefined) numbers[place] = number;
  }
  return numbers;
}

/** 0 … 1, from the hash's first 32 bits and all others mixed in; the same in every engine. */
function randomFrom(hash: string): () => number {
  let state = 0x9e3779b9;
  for (let i = 0; i + 8 <= hash.length; i += 8) {
    state = Math.imul(state ^ Number.parseInt(hash.slice(i, i + 8), 16), 0x85ebca6b);
    state ^= state >>> 13;
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
