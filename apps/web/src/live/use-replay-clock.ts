/** The replay's clock as a hook, with what its buttons do (R34). */
import { useCallback, useMemo, useState } from 'react';
import {
  replayPosition,
  type ReplaySpeed,
  seekReplay,
  speedReplay,
  startReplay,
  toggleReplay,
} from './replay-clock.ts';
import { localNow } from './server-clock.ts';

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
