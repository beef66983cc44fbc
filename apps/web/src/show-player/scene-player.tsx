/**
 * The place where a draw is played, whatever its style: those who show a draw know this interface, not the scene behind
 * it. A scene is a function of the freeze hash, the entries and the show's time (R35).
 */
import type { AnimationStyle } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { DrumCanvas } from './drum-canvas.tsx';

interface ScenePlayerProps {
  style: AnimationStyle;
  /** 64 hex; the same hash makes the same picture on every screen. */
  freezeHash: string;
  entries: number;
  /** The viewer's entry number; null for those who only watch. */
  own: number | null;
  clock: DrawClock;
  /** Epoch milliseconds on the clock that `clock` is told in. */
  now: () => number;
  /** Entry numbers of the winners, first place first, once they are announced; empty before (R4). */
  announced: readonly number[];
  className?: string;
}

export function ScenePlayer({ style, ...scene }: ScenePlayerProps) {
  // The glass drum is the scene of every style; the style still names the show.
  return <DrumCanvas key={style} {...scene} />;
}
