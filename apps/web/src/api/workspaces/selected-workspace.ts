/** Which workspace this device works in (R81). Null stands for the person's first one, and for those who have only one. */
import { useSyncExternalStore } from 'react';

const KEY = 'glassdrum-workspace';

const listeners = new Set<() => void>();
let selected: string | null = read();

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
    return null;
  }
}

/** @returns the id of the workspace, as it was chosen on this device */
export function selectedWorkspace(): string | null {
  return selected;
}

/** @param id null chooses the first one again */
export function selectWorkspace(id: string | null): void {
  if (id === selected) return;
  selected = id;
  try {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Storage is blocked.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSelectedWorkspace(): string | null {
  return useSyncExternalStore(subscribe, selectedWorkspace);
}
