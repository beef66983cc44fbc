/**
 * C12: who someone is to a raffle. Calls and sockets both use this gate and nothing else, so that both see the same; what each
 * audience sees is the table in `visibility.ts`. After a restart thousands of callers arrive at once, so reads are gathered.
 */
import { may, type RaffleAudience, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Database, RaffleRow } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { HostGate, HostHeaders } from '../accounts/host-gate.ts';
import { raffleFinder } from '../raffles/queries.ts';
import { roleIn } from '../workspaces/queries.ts';
import { opensStage } from '../sharing/stage/stage-gate.ts';
import type { Participant, ParticipantSessions, SessionHeaders } from './participant-session.ts';
import type { OpenInvite } from './queries.ts';

const brand: unique symbol = Symbol('AudienceMember');

/** Someone as seen from one raffle; only this file makes it. */
export interface AudienceMember {
  readonly raffle: RaffleRow;
  readonly audience: RaffleAudience;
  /** The session's own entry, also a withdrawn or removed one. */
  readonly participant: Participant | null;
  readonly [brand]: true;
}

/** The caller according to cookies or a handshake. */
interface Identity {
  hostId: string | null;
  /** SHA-256 (hex) of the participant's session secret. */
  sessionHash: string | null;
}

type Headers = HostHeaders & SessionHeaders;

export interface AudienceGate {
  /**
   * Null for an unknown raffle, for a draft, and for a wrong stage key.
   *
   * @param stageKey the stage's key, used instead of the identity
   */
  ofIdentity(identity: Identity, raffleId: string, stageKey?: string): Promise<AudienceMember | null>;
  /** The same for a call. */
  ofCall(headers: Headers, raffleId: string): Promise<AudienceMember | null>;
  /** Anyone who opens a personal link. Once used, it no longer shows that its holder was invited. */
  ofInvite(headers: Headers, invite: OpenInvite): Promise<Omit<AudienceMember, 'raffle'>>;
}

export function createAudienceGate(parts: {
  database: Database;
  keys: Keys;
  hosts: HostGate;
  sessions: ParticipantSessions;
}): AudienceGate {
  const { keys, hosts, sessions } = parts;
  const findRaffle = raffleFinder(parts.database);

  const ofIdentity: AudienceGate['ofIdentity'] = async ({ hostId, sessionHash }, raffleId, stageKey) => {
    const [raffle, participant] = await Promise.all([
      findRaffle(raffleId),
      sessionHash === null || stageKey !== undefined
        ? null
        : sessions.findInCrowd({ tokenHash: sessionHash }, raffleId),
    ]);
    if (raffle === null || raffle.status === 'draft') return null;
    if (stageKey !== undefined) {
      if (!opensStage(keys, raffle, stageKey)) return null;
      return { raffle, audience: 'stage', participant: null, [brand]: true };
    }
    const role = hostId === null ? null : await roleIn(parts.database.query, raffle.workspace_id, hostId);
    const audience = role === null ? audienceOf(participant) : audienceOfRole(role);
    return { raffle, audience, participant, [brand]: true };
  };

  return {
    ofIdentity,
    async ofCall(headers, raffleId) {
      const host = await hosts.find(headers);
      // What everyone may ask for shows a token what it shows everyone (R85).
      const hostId = host?.token === null ? host.hostId : null;
      const sessionHash = sessions.read(headers)?.tokenHash ?? null;
      return ofIdentity({ hostId, sessionHash }, raffleId);
    },
    async ofInvite(headers, { raffleId, inviteeId, redeemed, reissued, entryState }) {
      const session = redeemed ? sessions.read(headers) : null;
      const participant = session === null ? null : await sessions.find(session, raffleId, inviteeId);
      const isOpen = entryState === null || (reissued && entryState === 'in');
      const audience = isOpen ? 'invitee' : audienceOf(participant);
      return { audience, participant, [brand]: true };
    },
  };
}

/** R81: who may speak in the host's name is the host here. */
function audienceOfRole(role: WorkspaceRole): RaffleAudience {
  return may(role, 'chat') === 'yes' ? 'host' : 'member';
}

function audienceOf(participant: Participant | null): RaffleAudience {
  if (participant === null) return 'visitor';
  return participant.entry.state === 'in' ? 'entrant' : 'former_entrant';
}
