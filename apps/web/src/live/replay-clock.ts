/**
 * R34: the clock of a replay: milliseconds of show that run, stop, jump, and change their speed. Pure, with a hook for the bar
 * that controls it.
 */
import { useCallback, useMemo, useState } from 'react';
import { localNow } from './server-clock.ts';

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

export interface ReplayControl {
  /** Milliseconds of show, of `length`. Another function after each press. */
  now: () => number;
  length: number;
  /** How fast `now` runs at the moment; 0 while stopped. */
  rate: number;
  speed: ReplaySpeed;
  isPlaying: boolean;
  toggle: () => void;
  /** @param position milliseconds of show */
  seek: (position: number) => void;
  setSpeed: (speed: ReplaySpeed) => void;
}

/** @param length milliseconds of the show */
export function useReplayClock(length: number): ReplayControl {
  const [clock, setClock] = useState(() => startReplay(localNow()));
  const now = useCallback(() => replayPosition(clock, localNow(), length), [clock, length]);
  const toggle = useCallback(() => setClock((before) => toggleReplay(before, localNow(), length)), [length]);
  const seek = useCallback(
    (position: number) => setClock((before) => seekReplay(before, localNow(), position, length)),
    [length],
  );
  const setSpeed = useCallback(
    (speed: ReplaySpeed) => setClock((before) => speedReplay(before, localNow(), speed, length)),
    [length],
  );
  const { isPlaying, speed } = clock;
  return useMemo(
    () => ({ now, length, rate: isPlaying ? speed : 0, speed, isPlaying, toggle, seek, setSpeed }),
    [now, length, isPlaying, speed, toggle, seek, setSpeed],
  );
}
