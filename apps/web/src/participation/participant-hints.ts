/**
 * Who this browser believes to be in a raffle (R5): stored per raffle, shown at once, and corrected by the server's own
 * answer. Only the session cookie identifies a visitor.
 */
import { readStored, writeStored } from '../storage/stored-text.ts';

export interface ParticipantHints {
  inviteeId: string | null;
  displayName: string | null;
}

const LAST = 'joined-last';
const readers = new Set<() => void>();

export function readHints(raffleId: string): ParticipantHints {
  return {
    inviteeId: readStored(`invitee:${raffleId}`),
    displayName: readStored(`name:${raffleId}`),
  };
}

export function storeHints(raffleId: string, { inviteeId, displayName }: ParticipantHints): void {
  writeStored(`invitee:${raffleId}`, inviteeId);
  writeStored(`name:${raffleId}`, displayName);
  writeStored(LAST, raffleId);
  for (const reader of readers) reader();
}

/** After the own data was erased (H16). */
export function forgetHints(raffleId: string): void {
  for (const name of [`invitee:${raffleId}`, `name:${raffleId}`]) writeStored(name, null);
  if (lastJoined() === raffleId) writeStored(LAST, null);
  for (const reader of readers) reader();
}

/** The raffle that this browser joined last; null for none. */
export function lastJoined(): string | null {
  return readStored(LAST);
}

export function onJoinedChange(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
