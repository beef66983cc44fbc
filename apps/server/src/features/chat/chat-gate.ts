/** Who somebody is to a raffle's chat (C1, I3): its host, one of its entrants, or a visitor who only reads. */
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { HostGate, HostHeaders } from '../accounts/host-gate.ts';
import type { ParticipantSessions, SessionHeaders } from '../entries/participant-session.ts';
import { findRaffle } from '../raffles/queries.ts';

const minted: unique symbol = Symbol('chat speaker');

/** A proven speaker; only this file makes one. */
interface ChatSpeaker {
  /** The entry's invitee id, or 'host'. */
  readonly id: string;
  readonly displayName: string;
  readonly [minted]: true;
}

export interface ChatGate {
  /** Null for a visitor, and for an entry that was withdrawn. @throws CallError not_found without such a raffle */
  find(headers: HostHeaders & SessionHeaders, raffleId: string): Promise<ChatSpeaker | null>;
  /**
   * @param claimed an id that the caller says is his own
   * @throws CallError not_a_participant (401), wrong_identity (403) for another's id
   */
  require(
    headers: HostHeaders & SessionHeaders,
    raffleId: string,
    claimed?: string | null,
  ): Promise<ChatSpeaker>;
  /** The same for a socket, whose identity was fixed at its handshake. */
  ofIdentity(
    identity: { hostId: string | null; sessionHash: string | null },
    raffleId: string,
  ): Promise<ChatSpeaker | null>;
}

export function createChatGate(parts: {
  database: Database;
  hosts: HostGate;
  sessions: ParticipantSessions;
}): ChatGate {
  const { database, hosts, sessions } = parts;

  async function ofIdentity(
    { hostId, sessionHash }: { hostId: string | null; sessionHash: string | null },
    raffleId: string,
  ): Promise<ChatSpeaker | null> {
    const raffle = await findRaffle(database, raffleId);
    if (raffle === null || raffle.status === 'draft') throw new CallError('not_found');
    if (hostId !== null && hostId === raffle.host_id) {
      const { name } = await database.query
        .selectFrom('users')
        .select('name')
        .where('id', '=', hostId)
        .executeTakeFirstOrThrow();
      return { id: 'host', displayName: name, [minted]: true };
    }
    const participant =
      sessionHash === null ? null : await sessions.find({ tokenHash: sessionHash }, raffleId);
    if (participant === null || participant.entry.tickets === 0) return null;
    return { id: participant.entry.inviteeId, displayName: participant.entry.displayName, [minted]: true };
  }

  const find: ChatGate['find'] = async (headers, raffleId) => {
    const host = await hosts.find(headers);
    const sessionHash = sessions.read(headers)?.tokenHash ?? null;
    return ofIdentity({ hostId: host?.hostId ?? null, sessionHash }, raffleId);
  };

  return {
    find,
    ofIdentity,
    async require(headers, raffleId, claimed = null) {
      const speaker = await find(headers, raffleId);
      if (speaker === null) throw new CallError('not_a_participant');
      if (claimed !== null && claimed !== speaker.id) throw new CallError('wrong_identity');
      return speaker;
    },
  };
}
