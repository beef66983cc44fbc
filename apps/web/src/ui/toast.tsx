/**
 * Short messages, one at a time. What shows them is fetched once the page itself stands, not before: a
 * participant's phone has better things to load first, and a toast that comes earlier waits for it.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { shownToast, subscribeToast } from './toast-store.ts';

export { endAction, endFailure, toast } from './toast-store.ts';

/** After the first paint and the first calls; early enough to be there when the network goes. */
const LATER_MS = 1500;

/** Where toasts appear; once per app. */
export function Toaster() {
  const wanted = useSyncExternalStore(
    subscribeToast,
    () => shownToast()?.id ?? null,
    () => null,
  );
  const [View, setView] = useState<ComponentType | null>(null);
  // Fetched for everybody, rendered for the first toast: most visitors never get one.
  const [isUsed, setUsed] = useState(false);
  if (wanted !== null && !isUsed) setUsed(true);
  useEffect(() => {
    if (View !== null) return;
    let ended = false;
    const timer = setTimeout(
      () => {
        import('./toast-view.tsx').then(
          ({ ToastView }) => {
            if (!ended) setView(() => ToastView);
          },
          // The next toast tries again.
          () => undefined,
        );
      },
      wanted === null ? LATER_MS : 0,
    );
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [View, wanted]);
  return View === null || !isUsed ? null : <View />;
}
