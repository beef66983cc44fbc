/**
 * The place where a draw is played, whatever its style: those who show a draw know this interface, not the scene behind
 * it. A scene is a function of the freeze hash, the entries and the show's time (R35). Another engine is plugged in here
 * and nowhere else.
 */
import type { AnimationStyle, LiveResult } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { type ReactNode, useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
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
  /** Null before the reveal (R4). */
  result: LiveResult | null;
  /** How strongly the scene stands behind its letters. */
  presence: 'full' | 'behind-number' | 'behind-names';
  /** Countdown and names, as this page sets them; stand over a scene that has no letters of its own. */
  lettering: ReactNode;
}

const NOBODY: readonly number[] = [];
const ON_STAGE = 3;

export function ScenePlayer({ style, result, presence, lettering, ...scene }: ScenePlayerProps) {
  const announced = useMemo(
    () => result?.winners.slice(0, ON_STAGE).map((row) => row.entry_number) ?? NOBODY,
    [result],
  );
  return (
    <>
      {/* The glass drum is the scene of every style; the style still names the show. */}
      <DrumCanvas
        key={style}
        {...scene}
        announced={announced}
        className={classNames(
          'absolute inset-0 size-full transition-opacity duration-(--slow)',
          presence === 'behind-names' && 'opacity-20',
          presence === 'behind-number' && 'opacity-35',
        )}
      />
      {lettering}
    </>
  );
}
