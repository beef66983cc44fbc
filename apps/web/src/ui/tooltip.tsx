/**
 * A word of explanation for pointer and keyboard: opens after 700 ms, the next one within 300 ms at once.
 * Never the only place of anything: touch screens have none. One `Tooltips` stands around a page that has some; not around
 * the app, because a participant's phone would load the machinery for nothing.
 */
import type { ReactElement, ReactNode } from 'react';
import { Tooltip as Radix } from 'radix-ui';

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One focusable element with an accessible name of its own. */
  children: ReactElement;
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-lg bg-ink px-3 py-1.5 text-sm text-paper shadow-high"
        >
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
