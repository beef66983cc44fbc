/**
 * Which dialog is on top, for Escape. Radix gives the key to the layer that came last, and a toast is a layer of its own: while
 * one is shown it would take the Escape that is meant for the dialog. And for a moment after a dialog was opened, the one
 * below it still gets the key. So whichever layer gets it, the dialog on top is the one that closes.
 */
import { useEffectEvent, useLayoutEffect } from 'react';

const open: (() => void)[] = [];

/** @param onEscape closes the dialog that this is called in */
export function useTopDialog(onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    const entry = (): void => close();
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, []);
}

/** @returns false when no dialog is open */
export function closeTopDialog(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}

/** For the `onEscapeKeyDown` of every dialog: one press closes one dialog, the one on top. */
export function escapeClosesTopDialog(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  closeTopDialog();
}
