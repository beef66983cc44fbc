/** Who calls about an entry of their own (C1, C7): every route below /api/raffles/{id}/me refuses the same callers. */
import { CallError } from '../../http/errors.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { Participant, ParticipantSessions, SessionHeaders } from './participant-session.ts';
import type { Roster } from './roster.ts';

export interface ParticipantGate {
  /**
   * The named entry, else the one joined last.
   * @throws CallError 404 for an unknown raffle, 401 without an entry, 403 for another's entry and for hosts, 409
   *   entry_withdrawn
   */
  require(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
  /** A withdrawn one too, with 0 tickets. @throws as `require` otherwise */
  requireEvenWithdrawn(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
}

export function createParticipantGate(parts: {
  sessions: ParticipantSessions;
  hosts: HostGate;
  roster: Roster;
}): ParticipantGate {
  const { sessions, hosts, roster } = parts;

  const asked =
    (look: ParticipantSessions['require']): ParticipantGate['require'] =>
    async (headers, raffleId, inviteeId) => {
      try {
        return await look(headers, raffleId, inviteeId);
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'not_a_participant') throw error;
        if ((await roster.page(raffleId)) === null) throw new CallError('not_found');
        throw (await hosts.find(headers)) === null ? error : new CallError('forbidden');
      }
    };

  return { require: asked(sessions.require), requireEvenWithdrawn: asked(sessions.requireEvenWithdrawn) };
}
