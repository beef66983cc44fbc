/**
 * What a raffle's room sends to this visitor alone, for components on any page: requests of other devices to continue with the
 * entry (R41), and changes of the entry (R94).
 */
import { useSyncExternalStore } from 'react';
import type { ContinueRequestsMessage } from './room-client.ts';

/** By raffle: the latest message of a live room, null before the first. Rooms without a live connection are absent. */
const liveRooms = new Map<string, ContinueRequestsMessage | null>();
const listeners = new Set<() => void>();
const entryListeners = new Set<(raffleId: string) => void>();

function setMessage(raffleId: string, message: ContinueRequestsMessage | null): void {
  liveRooms.set(raffleId, message);
  for (const listener of listeners) listener();
}

export function notifyContinueRequests(raffleId: string, message: ContinueRequestsMessage): void {
  setMessage(raffleId, message);
}

/** What a lost connection received last may be outdated by the next one. */
export function setRoomLive(raffleId: string, isLive: boolean): void {
  if (liveRooms.has(raffleId) === isLive) return;
  if (isLive) return setMessage(raffleId, null);
  liveRooms.delete(raffleId);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null until the room's live connection has received one. */
export function useContinueRequests(raffleId: string): ContinueRequestsMessage | null {
  return useSyncExternalStore(subscribe, () => liveRooms.get(raffleId) ?? null);
}

export function useIsRoomLive(raffleId: string): boolean {
  return useSyncExternalStore(subscribe, () => liveRooms.has(raffleId));
}

export function notifyOwnEntryChanged(raffleId: string): void {
  for (const listener of entryListeners) listener(raffleId);
}

/** @returns unsubscribes */
export function onOwnEntryChanged(listener: (raffleId: string) => void): () => void {
  entryListeners.add(listener);
  return () => entryListeners.delete(listener);
}
