/** The one toast that is shown, outside of components, so that any code can show one. */

export type ToastTone = 'plain' | 'good' | 'danger';

interface ToastInput {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
  /** A button in the toast, such as to undo what it tells of. */
  action?: { label: string; run: () => void };
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

/** Closes a toast whose button would lead nowhere any more. @param action as it was given */
export function endAction(action: ToastInput['action']): void {
  if (shown?.open === true && action !== undefined && shown.action === action) {
    showToast({ ...shown, open: false });
  }
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
