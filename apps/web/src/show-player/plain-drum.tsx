/** The drum alone, where the styles cannot be fetched. */
import { useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { DrumCanvas } from './drum-canvas.tsx';
import type { ScenePlayerProps } from './scene-player.tsx';

const NOBODY: readonly number[] = [];
const ON_STAGE = 3;

export function PlainDrum({
  style,
  freezeHash,
  entries,
  own,
  clock,
  now,
  result,
  presence,
  lettering,
}: ScenePlayerProps) {
  const announced = useMemo(
    () => result?.winners.slice(0, ON_STAGE).map((row) => row.entry_number) ?? NOBODY,
    [result],
  );
  return (
    <>
      <DrumCanvas
        key={style}
        {...{ freezeHash, entries, own, clock, now, announced }}
        className={classNames(
          'absolute inset-x-0 top-2 h-[calc(100%-11rem)] w-full transition-opacity duration-(--slow)',
          presence === 'behind-names' && 'opacity-20',
          presence === 'behind-number' && 'opacity-35',
        )}
      />
      {lettering}
    </>
  );
}
