/** The one toast that is shown, outside of components, so that any code can show one. */

export type ToastTone = 'plain' | 'good' | 'danger';

interface ToastInput {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
}

export interface Shown extends ToastInput {
  id: number;
  open: boolean;
  /** Epoch ms. */
  shownAt: number;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();

export function showToast(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast in place of the one before. */
export function toast(input: ToastInput): void {
  showToast({ ...input, id: (shown?.id ?? 0) + 1, open: true, shownAt: Date.now() });
}

/**
 * Closes the toast of a failure that no longer holds, because what was begun after it has worked.
 *
 * @param begunAt epoch ms; failures shown later stay
 */
export function endFailure(begunAt: number = Date.now()): void {
  if (shown?.open === true && shown.tone === 'danger' && shown.shownAt <= begunAt) {
    showToast({ ...shown, open: false });
  }
}

export function shownToast(): Shown | null {
  return shown;
}
