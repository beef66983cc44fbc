/**
 * What dialogs and alert dialogs share: the dimmed page behind, and a sheet that is at the bottom on a phone and in the
 * middle elsewhere. The page's own scrolling stops by a class, because the CSP allows no injected style element.
 */
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useTopDialog } from './top-dialog.ts';

let openOverlays = 0;

export const SHEET =
  'pointer-events-auto flex max-h-full w-full animate-appear flex-col rounded-t-3xl bg-card text-ink shadow-high outline-none sm:rounded-3xl';

interface OverlayProps {
  children: ReactNode;
  /** Shown above another dialog. */
  above?: boolean;
  /** Closes the dialog. */
  onEscape: () => void;
}

export function Overlay({ children, above = false, onEscape }: OverlayProps) {
  useTopDialog(onEscape);
  useEffect(() => {
    const { documentElement: page } = document;
    if (openOverlays === 0) {
      // What the scroll bar leaves free when it goes; without it the page would jump to the side.
      page.style.setProperty('--scroll-bar', `${window.innerWidth - page.clientWidth}px`);
      page.classList.add('dialog-open');
    }
    openOverlays += 1;
    return () => {
      openOverlays -= 1;
      if (openOverlays === 0) page.classList.remove('dialog-open');
    };
  }, []);
  return (
    <div className={classNames('fixed inset-0', above ? 'z-45' : 'z-40')}>
      <div aria-hidden className="absolute inset-0 bg-scrim" />
      <div className="absolute inset-0 flex items-end justify-center pt-10 sm:items-center sm:p-6">
        {children}
      </div>
    </div>
  );
}
