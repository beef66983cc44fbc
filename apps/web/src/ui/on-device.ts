/**
 * What only the visitor's device knows: its clock and zone, its theme, what it has stored. The server renders a page's first view
 * without it, and the first render in the browser must equal that; right afterwards the device's own values take their place.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';

const nothingChanges = () => () => undefined;

/**
 * @param read the device's value, which equals itself (`Object.is`) when it is read again
 * @param before what stands in the first view
 */
export function useOnDevice<T>(read: () => T, before: T): T {
  return useSyncExternalStore(nothingChanges, read, () => before);
}

/** False in the first view only. */
export function useIsOnDevice(): boolean {
  return useOnDevice(() => true, false);
}

/** When the server rendered the first view, epoch ms; a page without one never reads it. */
export const FirstViewTime = createContext(0);

/** The device's clock, or the instant of the first view while that is what is shown. @param now the clock, epoch ms */
export function useFirstNow(now: () => number): () => number {
  const firstNow = useContext(FirstViewTime);
  return useIsOnDevice() ? now : () => firstNow;
}

/** How the first view writes dates and numbers; undefined on the device: as its owner is used to. */
export interface Customs {
  locale: string | undefined;
  timeZone: string | undefined;
}

const FIRST_CUSTOMS: Customs = { locale: 'en', timeZone: 'UTC' };
const OWN_CUSTOMS: Customs = { locale: undefined, timeZone: undefined };

export function useCustoms(): Customs {
  return useIsOnDevice() ? OWN_CUSTOMS : FIRST_CUSTOMS;
}
