/** Gives the focus back to whatever opened a dialog; the dialogs here are opened by state, not by a trigger of their own. */
import { useRef } from 'react';

/**
 * Spread on a dialog's content.
 *
 * @param focusFirst focuses what the dialog is there for; otherwise its first control has the focus
 */
export function useReturnFocus(focusFirst?: () => void) {
  const places = useRef<readonly HTMLElement[]>([]);
  return {
    onOpenAutoFocus: (event: Event) => {
      places.current = placesAround(document.activeElement);
      if (focusFirst === undefined) return;
      event.preventDefault();
      focusFirst();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      places.current.find(isThere)?.focus({ preventScroll: true });
    },
  };
}

/** The element and, for the case that the dialog takes it away, what around it can have the focus: its table, its dialog. */
function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let place = element; place !== null; place = place.parentElement) {
    if (place instanceof HTMLElement && (place === element || place.hasAttribute('tabindex')))
      places.push(place);
  }
  return places;
}

function isThere(place: HTMLElement): boolean {
  return place.isConnected && !place.matches(':disabled');
}
