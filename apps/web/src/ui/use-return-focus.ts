/** Gives the focus back to whatever opened a dialog; the dialogs here are opened by state, not by a trigger of their own. */
import { useRef } from 'react';

/** Spread on a dialog's content. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
