/** Callers who act for their own entry (C1, C7): every route below /api/raffles/{id}/me refuses the same callers. */
import { RefusalError } from '../../platform/refusal.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import {
  requireActive,
  type Participant,
  type ParticipantSessions,
  type SessionHeaders,
} from './participant-session.ts';
import type { Roster } from './roster.ts';

export interface ParticipantGate {
  /**
   * The named entry, else the one joined last.
   * @throws RefusalError 404 for an unknown raffle, 401 without an entry, 403 for another's entry and for hosts, 409
   *   entry_withdrawn
   */
  require(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
  /** A withdrawn one too, with 0 tickets. @throws as `require` otherwise */
  requireEvenWithdrawn(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
  /** The one joined last, even if withdrawn, for calls that a full hall makes at the same moment. */
  requireInCrowd(headers: SessionHeaders, raffleId: string): Promise<Participant>;
  /**
   * Of the caller's entries in the raffle the one that a call names, else the caller's own; a withdrawn one too.
   * @throws RefusalError 403 for another's entry
   */
  select(caller: Participant, headers: SessionHeaders, inviteeId: string | undefined): Promise<Participant>;
  /** The same for calls that act as the entry. @throws RefusalError entry_withdrawn (409) too */
  selectActive(
    caller: Participant,
    headers: SessionHeaders,
    inviteeId: string | undefined,
  ): Promise<Participant>;
}

export function createParticipantGate(parts: {
  sessions: ParticipantSessions;
  hosts: HostGate;
  roster: Roster;
}): ParticipantGate {
  const { sessions, hosts, roster } = parts;

  const explainRefusal =
    (find: ParticipantSessions['require']): ParticipantGate['require'] =>
    async (headers, raffleId, inviteeId) => {
      try {
        return await find(headers, raffleId, inviteeId);
      } catch (error) {
        if (!(error instanceof RefusalError) || error.code !== 'not_a_participant') throw error;
        if ((await roster.page(raffleId)) === null) throw new RefusalError('not_found');
        throw (await hosts.find(headers)) === null ? error : new RefusalError('forbidden');
      }
    };

  const requireEvenWithdrawn = explainRefusal(sessions.requireEvenWithdrawn);

  const select: ParticipantGate['select'] = async (caller, headers, inviteeId) =>
    inviteeId === undefined || inviteeId === caller.entry.inviteeId
      ? caller
      : sessions.requireEvenWithdrawn(headers, caller.raffleId, inviteeId);

  return {
    require: explainRefusal(sessions.require),
    requireEvenWithdrawn,
    async requireInCrowd(headers, raffleId) {
      const session = sessions.read(headers);
      const found = session === null ? null : await sessions.findInCrowd(session, raffleId);
      return found ?? requireEvenWithdrawn(headers, raffleId);
    },
    select,
    selectActive: async (caller, headers, inviteeId) =>
      requireActive(await select(caller, headers, inviteeId)),
  };
}
