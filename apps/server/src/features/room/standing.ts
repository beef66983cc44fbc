/** What a socket's identity is to a raffle (I3, R43). After a restart thousands ask at once, so their reads are gathered. */
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import type { SocketIdentity } from '../../live/live-socket.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import { raffleFinder } from '../raffles/queries.ts';
import { opensStage } from '../stage/stage-gate.ts';
import type { Standing } from './rooms.ts';

/**
 * Null for an unknown raffle, for a draft, which has no room yet, and for a wrong key.
 *
 * @param stageKey the stage's key, which stands instead of the identity
 */
type StandingOf = (identity: SocketIdentity, raffleId: string, stageKey?: string) => Promise<Standing | null>;

export function createStandings(parts: {
  database: Database;
  keys: Keys;
  sessions: ParticipantSessions;
}): StandingOf {
  const { keys, sessions } = parts;
  const findRaffle = raffleFinder(parts.database);
  return async ({ hostId, sessionHash: tokenHash }, raffleId, stageKey) => {
    const [raffle, participant] = await Promise.all([
      findRaffle(raffleId),
      tokenHash === null || stageKey !== undefined ? null : sessions.findInCrowd({ tokenHash }, raffleId),
    ]);
    if (raffle === null || raffle.status === 'draft') return null;
    if (stageKey !== undefined) {
      return opensStage(keys, raffle, stageKey) ? { me: null, isHost: false, isStage: true } : null;
    }
    const isHost = hostId !== null && hostId === raffle.host_id;
    const visitor = { me: null, isHost, isStage: false };
    if (participant === null) return visitor;
    const { inviteeId, entryNumber, displayName, tickets } = participant.entry;
    return { ...visitor, me: { inviteeId, entryNumber, displayName, tickets } };
  };
}
