/** The stage's whole screen; in a stream only what stands on it. */
import { type ReactNode, useEffect } from 'react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { TestBeaconRibbon } from '../../api/test-beacon-ribbon.tsx';

interface StageFrameProps {
  title: string;
  isOverlay: boolean;
  isDim?: boolean;
  children: ReactNode;
}

export function StageFrame({ title, isOverlay, isDim = false, children }: StageFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${m.common_product()}`;
  }, [title]);
  return (
    <main
      data-stage
      className={classNames(
        'flex h-dvh flex-col overflow-hidden transition-colors duration-1000',
        !isOverlay && (isDim ? 'bg-line dark:bg-paper' : 'bg-paper'),
      )}
    >
      <TestBeaconRibbon />
      {children}
    </main>
  );
}

/** What text in a stream stands on, because nobody knows what is behind it. */
export function plate(isOverlay: boolean): string {
  return isOverlay ? 'rounded-3xl bg-card px-[2vw] py-[1.6vh] shadow-high' : '';
}
