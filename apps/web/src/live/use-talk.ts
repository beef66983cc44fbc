/** A room's talk as a component's state. */
import { useSyncExternalStore } from 'react';
import { NO_TALK, type TalkState } from './talk-state.ts';
import type { TalkStore } from './talk-store.ts';

export function useTalk(talk: TalkStore | null): TalkState {
  return useSyncExternalStore(
    (reader) => talk?.subscribe(reader) ?? (() => undefined),
    () => talk?.get() ?? NO_TALK,
  );
}
