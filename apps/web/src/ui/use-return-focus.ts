/** Gives the focus back to whatever opened a dialog; the dialogs here are opened by state, not by a trigger of their own. */
import { type RefObject, useRef } from 'react';

/**
 * Spread on a dialog's content.
 *
 * @param first what has the focus when the dialog opens; otherwise the first thing in it that can have it
 */
export function useReturnFocus(first?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      if (first === undefined || first.current === null) return;
      event.preventDefault();
      first.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
