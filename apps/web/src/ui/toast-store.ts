/** The one notice that is shown, outside of components, so that any code can give one. */

export type ToastTone = 'plain' | 'good' | 'danger';

interface Notice {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
}

export interface Shown extends Notice {
  id: number;
  open: boolean;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();

export function showNotice(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function subscribeNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice; the one before it makes room. */
export function toast(notice: Notice): void {
  showNotice({ ...notice, id: (shown?.id ?? 0) + 1, open: true });
}

export function shownNotice(): Shown | null {
  return shown;
}
