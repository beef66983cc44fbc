/**
 * The place where a draw is played, whatever its style: those who show a draw know this interface, not the scene behind
 * it. A scene is a function of the freeze hash, the entries and the show's time (R35). Another engine is plugged in here
 * and nowhere else.
 */
import type { AnimationStyle, LiveResult } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useEntrants } from './entrants.ts';
import { ShowScene } from './show-scene.tsx';

export interface ScenePlayerProps {
  style: AnimationStyle;
  /** 64 hex; the same hash makes the same picture on every screen. */
  freezeHash: string;
  entries: number;
  /** As frozen. */
  winners: number;
  /** Whose numbers and names go on stage; null when there is nobody to ask. */
  raffleId: string | null;
  /** How many of `height` pixels the page covers from below while the draw runs. */
  footOf: (height: number) => number;
  /** A picture without a ground of its own, for a stage that lies over another one. */
  isTransparent?: boolean;
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

const PlainDrum = lazy(async () => {
  const { PlainDrum: drum } = await import('./plain-drum.tsx');
  return { default: drum };
});

export function ScenePlayer(props: ScenePlayerProps) {
  const { style, freezeHash, entries, winners, raffleId, own, clock, now, result, lettering } = props;
  const hasGround = props.isTransparent !== true;
  const entrants = useEntrants(raffleId, entries);
  const [hasFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const onOpened = useCallback(() => setOpen(true), []);
  const onFailed = useCallback(() => setFailed(true), []);
  if (hasFailed) {
    return (
      <Suspense fallback={lettering}>
        <PlainDrum {...props} />
      </Suspense>
    );
  }
  return (
    <>
      {entrants !== null && (
        <ShowScene
          {...{ style, freezeHash, entrants, winners, own, clock, now, result }}
          {...{ hasGround, onOpened, onFailed }}
          footOf={props.footOf}
          total={entries}
        />
      )}
      {/* Nobody's countdown waits for a world. Once it is there, it shows the same letters; these are for those who listen. */}
      <div className={isOpen ? 'sr-only' : 'relative flex min-h-0 flex-1 flex-col'}>{lettering}</div>
    </>
  );
}
