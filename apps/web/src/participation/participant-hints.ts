/**
 * Who this browser believes to be in a raffle (R5): kept per raffle, shown at once, and corrected by the server's own
 * answer. The session cookie alone says who somebody is.
 */
import { readStored, writeStored } from './stored.ts';

export interface ParticipantHints {
  inviteeId: string | null;
  displayName: string | null;
}

export function readHints(raffleId: string): ParticipantHints {
  return {
    inviteeId: readStored(`invitee:${raffleId}`),
    displayName: readStored(`name:${raffleId}`),
  };
}

export function keepHints(raffleId: string, { inviteeId, displayName }: ParticipantHints): void {
  writeStored(`invitee:${raffleId}`, inviteeId);
  writeStored(`name:${raffleId}`, displayName);
}
