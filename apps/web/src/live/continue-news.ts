/**
 * R41: what a raffle's line says about other devices that want to go on with this visitor's entry. Kept beside the room,
 * because whoever must answer may be on any page: the question is asked in one place of the app.
 */
import { useSyncExternalStore } from 'react';
import type { ContinueNews } from './live-client.ts';

const news = new Map<string, ContinueNews>();
const held = new Set<string>();
const readers = new Set<() => void>();

function tell(): void {
  for (const reader of readers) reader();
}

export function tellContinueNews(raffleId: string, said: ContinueNews): void {
  news.set(raffleId, said);
  tell();
}

/** @param isHeld whether a live line would tell news of this raffle */
export function tellRoomHeld(raffleId: string, isHeld: boolean): void {
  if (held.has(raffleId) === isHeld) return;
  if (isHeld) held.add(raffleId);
  else held.delete(raffleId);
  // What a lost line said last may be outdated by now.
  news.delete(raffleId);
  tell();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Null until the line has said something. */
export function useContinueNews(raffleId: string): ContinueNews | null {
  return useSyncExternalStore(subscribe, () => news.get(raffleId) ?? null);
}

export function useIsRoomHeld(raffleId: string): boolean {
  return useSyncExternalStore(subscribe, () => held.has(raffleId));
}
