/** What a socket's identity is to a raffle (I3, R43). */
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import type { SocketIdentity } from '../../live/live-socket.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import { findRaffle } from '../raffles/queries.ts';
import { opensStage } from '../stage/stage-gate.ts';
import type { Standing } from './rooms.ts';

/**
 * @param stageKey the stage's key, which stands instead of the identity
 * @returns null for an unknown raffle, for a draft, which has no room yet, and for a wrong key
 */
export async function standingOf(
  parts: { database: Database; keys: Keys; sessions: ParticipantSessions },
  identity: SocketIdentity,
  raffleId: string,
  stageKey?: string,
): Promise<Standing | null> {
  const raffle = await findRaffle(parts.database, raffleId);
  if (raffle === null || raffle.status === 'draft') return null;
  if (stageKey !== undefined) {
    return opensStage(parts.keys, raffle, stageKey) ? { me: null, isHost: false, isStage: true } : null;
  }
  const isHost = identity.hostId !== null && identity.hostId === raffle.host_id;
  const visitor = { me: null, isHost, isStage: false };
  if (identity.sessionHash === null) return visitor;
  const participant = await parts.sessions.find({ tokenHash: identity.sessionHash }, raffleId);
  if (participant === null) return visitor;
  const { inviteeId, entryNumber, displayName, tickets } = participant.entry;
  return { ...visitor, me: { inviteeId, entryNumber, displayName, tickets } };
}
