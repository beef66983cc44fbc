/** What a socket's identity is to a raffle (I3, R43). */
import type { Database } from '../../database/database.ts';
import type { SocketIdentity } from '../../live/live-socket.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import { findRaffle } from '../raffles/queries.ts';
import type { Standing } from './rooms.ts';

/** @returns null for an unknown raffle and for a draft, which has no room yet */
export async function standingOf(
  parts: { database: Database; sessions: ParticipantSessions },
  identity: SocketIdentity,
  raffleId: string,
): Promise<Standing | null> {
  const raffle = await findRaffle(parts.database, raffleId);
  if (raffle === null || raffle.status === 'draft') return null;
  const isHost = identity.hostId !== null && identity.hostId === raffle.host_id;
  if (identity.sessionHash === null) return { me: null, isHost };
  const participant = await parts.sessions.find({ tokenHash: identity.sessionHash }, raffleId);
  if (participant === null) return { me: null, isHost };
  const { inviteeId, entryNumber, displayName, tickets } = participant.entry;
  return { me: { inviteeId, entryNumber, displayName, tickets }, isHost };
}
