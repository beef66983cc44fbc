/**
 * R34: the clock of a replay. Milliseconds of show that run, stand still, jump, and go at another speed; pure, so that what
 * the scrub bar does is a function of its presses.
 */

export const REPLAY_SPEEDS = [0.5, 1, 2] as const;
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];

export interface ReplayClock {
  /** Milliseconds of show at `since`. */
  position: number;
  /** Local milliseconds at which `position` was right. */
  since: number;
  speed: ReplaySpeed;
  isPlaying: boolean;
}

/** @param local milliseconds of a clock that nobody can set */
export function startReplay(local: number): ReplayClock {
  return { position: 0, since: local, speed: 1, isPlaying: true };
}

/** Milliseconds of show. @param length where it ends */
export function replayPosition(clock: ReplayClock, local: number, length: number): number {
  const run = clock.isPlaying ? Math.max(0, local - clock.since) * clock.speed : 0;
  return Math.min(length, clock.position + run);
}

/** Plays on, or from the start when the show is over; or stops. */
export function toggleReplay(clock: ReplayClock, local: number, length: number): ReplayClock {
  const position = replayPosition(clock, local, length);
  if (position >= length) return { ...clock, position: 0, since: local, isPlaying: true };
  return { ...clock, position, since: local, isPlaying: !clock.isPlaying };
}

/** @param position milliseconds of show; outside of it, the nearer end */
export function seekReplay(clock: ReplayClock, local: number, position: number, length: number): ReplayClock {
  return { ...clock, position: Math.round(Math.min(length, Math.max(0, position))), since: local };
}

export function speedReplay(
  clock: ReplayClock,
  local: number,
  speed: ReplaySpeed,
  length: number,
): ReplayClock {
  return { ...clock, position: replayPosition(clock, local, length), since: local, speed };
}
