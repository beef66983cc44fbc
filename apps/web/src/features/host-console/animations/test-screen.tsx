/** The whole screen for something that only looks like a draw: a ribbon says so all the time; Escape leaves. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { m } from '../../../messages/generated/messages.js';
import { escapeClosesTopDialog, useTopDialog } from '../../../ui/top-dialog.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';

interface TestScreenProps {
  /** For screen readers. */
  title: string;
  /** Asks the browser for the whole screen; without it the page's area is used. */
  fullScreen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function TestScreen({ title, fullScreen, onClose, children }: TestScreenProps) {
  const screen = useRef<HTMLDivElement>(null);
  const returnFocus = useReturnFocus();
  useTopDialog(onClose);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    const target = screen.current;
    if (!fullScreen || target === null) return;
    // Leaving the browser's full screen, which Escape does before any page hears of it, leaves the test as well.
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave();
    };
    const entered = target.requestFullscreen?.().then(
      () => target.addEventListener('fullscreenchange', onChange),
      () => undefined,
    );
    return () => {
      target.removeEventListener('fullscreenchange', onChange);
      void entered?.then(() =>
        document.fullscreenElement === target ? document.exitFullscreen() : undefined,
      );
    };
  }, [fullScreen]);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          ref={screen}
          aria-describedby={undefined}
          {...returnFocus}
          onEscapeKeyDown={escapeClosesTopDialog}
          className="fixed inset-0 z-48 flex h-dvh flex-col overflow-hidden bg-paper text-ink outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <p
            role="note"
            className="relative z-1 flex shrink-0 items-center justify-center gap-3 bg-warn-soft py-1 pr-14 pl-4 text-center text-sm font-semibold text-warn"
          >
            <span className="rounded-md bg-warn px-2 font-display text-lg font-extrabold tracking-widest text-warn-soft">
              {m.console_test_ribbon()}
            </span>
            {m.console_test_ribbon_text()}
            <Dialog.Close
              aria-label={m.common_close()}
              className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-xl text-warn hover:bg-card"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </p>
          {/* What fills a screen fills what the ribbon leaves of it. */}
          <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto [--screen-height:100%]">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
