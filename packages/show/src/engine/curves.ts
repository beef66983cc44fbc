/**
 * Curves made of + − × ÷ only: sin, exp and pow differ in their last bits between engines, and a show must be the same
 * frame on every screen (R35).
 */

export function clamp(value: number, low: number, high: number): number {
  if (value < low) return low;
  return value > high ? high : value;
}

/** 0 before `from`, 1 after `to`, straight between. */
export function ramp(value: number, from: number, to: number): number {
  return clamp((value - from) / (to - from), 0, 1);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 before `from`, 1 after `to`, with soft ends. */
export function smooth(value: number, from: number, to: number): number {
  const x = ramp(value, from, to);
  return x * x * (3 - 2 * x);
}

/** Like `smooth`, softer: speed and acceleration are 0 at both ends. */
export function smoother(value: number, from: number, to: number): number {
  const x = ramp(value, from, to);
  return x * x * x * (x * (x * 6 - 15) + 10);
}

/** Starts fast and comes to rest. */
export function easeOut(value: number, from: number, to: number): number {
  const rest = 1 - ramp(value, from, to);
  return 1 - rest * rest * rest;
}

/** Arrives a little beyond the goal and settles, like a card put on a table. */
export function overshoot(value: number, from: number, to: number): number {
  const x = ramp(value, from, to) - 1;
  return 1 + x * x * (2.3 * x + 1.3);
}

/** 0 at both ends, 1 in the middle. */
export function bump(value: number, from: number, to: number): number {
  const x = ramp(value, from, to);
  const arch = 4 * x * (1 - x);
  return arch * arch;
}

/** Sine of `turns` whole turns; off by less than 4e-6. */
export function sinTurns(turns: number): number {
  let x = turns - Math.floor(turns + 0.5); // -0.5 … 0.5 of a turn
  if (x > 0.25) x = 0.5 - x;
  else if (x < -0.25) x = -0.5 - x;
  const y = x * 6.283185307179586;
  const s = y * y;
  return y * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - s / 72))));
}

export function cosTurns(turns: number): number {
  return sinTurns(turns + 0.25);
}

/** The two beats of a heart, once: 0 … 1 … 0 … 0.6 … 0 within 0.9 s after `at`. */
export function heartbeat(t: number, at: number): number {
  return bump(t, at, at + 0.36) + 0.6 * bump(t, at + 0.34, at + 0.9);
}

export function square(value: number): number {
  return value * value;
}
