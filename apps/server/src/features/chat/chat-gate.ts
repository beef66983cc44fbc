/** Who somebody is in a raffle's chat (C1, I3): its host, one of its entrants, or a visitor who only reads. */
import { maySee } from '@glassdrum/raffle-rules';
import type { Database } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { HostGate, HostHeaders } from '../accounts/host-gate.ts';
import { publishedNameOf } from '../entries/queries.ts';
import type { AudienceGate, AudienceMember } from '../entries/audience-gate.ts';
import type { ParticipantSessions, SessionHeaders } from '../entries/participant-session.ts';
import { hostNameOf } from '../raffles/queries.ts';

const brand: unique symbol = Symbol('ChatSpeaker');

/** Someone who may talk in the raffle's chat; only this file makes one. */
interface ChatSpeaker {
  /** The entry's invitee id, or 'host'. */
  readonly id: string;
  readonly displayName: string;
  readonly [brand]: true;
}

type Headers = HostHeaders & SessionHeaders;

export interface ChatGate {
  /** Null for a visitor, and for an entry that was withdrawn. @throws RefusalError not_found without such a raffle */
  find(headers: Headers, raffleId: string): Promise<ChatSpeaker | null>;
  /** What a reader of the history sees: also members who may not talk see full names (R81). @throws as `find` */
  reader(headers: Headers, raffleId: string): Promise<{ person: string | null; withIds: boolean }>;
  /** The same for a socket, whose identity was fixed at its handshake. */
  ofIdentity(
    identity: { hostId: string | null; sessionHash: string | null },
    raffleId: string,
  ): Promise<ChatSpeaker | null>;
  /** @throws RefusalError not_found, not_a_participant (401) */
  require(headers: Headers, raffleId: string): Promise<ChatSpeaker>;
  /**
   * Anyone who is signed in or holds an entry of any raffle: for calls that name the raffle in their query or body.
   * @throws RefusalError not_a_participant (401)
   */
  requireSession(headers: Headers): Promise<void>;
}

export function createChatGate(parts: {
  database: Database;
  audiences: AudienceGate;
  hosts: HostGate;
  sessions: ParticipantSessions;
}): ChatGate {
  const { database, audiences, hosts, sessions } = parts;

  async function speakerOf(member: AudienceMember | null): Promise<ChatSpeaker | null> {
    if (member === null) throw new RefusalError('not_found');
    const { raffle, audience, participant } = member;
    if (!maySee(audience, 'talk')) return null;
    if (audience === 'host') {
      const name = await hostNameOf(database.query, raffle.id);
      return name === null ? null : { id: 'host', displayName: name, [brand]: true };
    }
    if (participant === null) return null;
    return {
      id: participant.entry.inviteeId,
      displayName: publishedNameOf(participant.entry),
      [brand]: true,
    };
  }

  const find: ChatGate['find'] = async (headers, raffleId) =>
    speakerOf(await audiences.ofCall(headers, raffleId));

  return {
    find,
    async reader(headers, raffleId) {
      const member = await audiences.ofCall(headers, raffleId);
      const person = (await speakerOf(member))?.id ?? null;
      return { person, withIds: member !== null && maySee(member.audience, 'entrant_ids') };
    },
    ofIdentity: async (identity, raffleId) => speakerOf(await audiences.ofIdentity(identity, raffleId)),
    async require(headers, raffleId) {
      const speaker = await find(headers, raffleId);
      if (speaker === null) throw new RefusalError('not_a_participant');
      return speaker;
    },
    async requireSession(headers) {
      if ((await hosts.find(headers)) !== null) return;
      const session = sessions.read(headers);
      const entry =
        session === null
          ? undefined
          : await database.query
              .selectFrom('participant_sessions')
              .select('invitee_id')
              .where('token_hash', '=', session.tokenHash)
              .limit(1)
              .executeTakeFirst();
      if (entry === undefined) throw new RefusalError('not_a_participant');
    },
  };
}
