/** The bus messages of the features: one interface for each group of topics. */
import type { BusTopic } from '../platform/bus/bus.ts';

declare module '../platform/bus/bus.ts' {
  interface BusMessages
    extends AccountMessages, RaffleMessages, EntryMessages, DrawMessages, ChatMessages, WebhookMessages {}
}

interface AccountMessages {
  /** Some or all sessions of a host ended (logout, new password): that host's sockets are checked again (I3). */
  'host-sessions-ended': { hostId: string };
  /** R81: the host belongs to other workspaces than before, or in another role: that host's sockets are checked again (C13). */
  'roles-changed': { hostId: string };
}

interface RaffleMessages {
  'raffle-changed': { raffleId: string };
  /** The host extended the deadline to `deadlineAt`, epoch ms. */
  'deadline-postponed': { raffleId: string; deadlineAt: number };
  'votes-changed': { raffleId: string };
  /** The stage's previous link no longer opens it. */
  'stage-link-ended': { raffleId: string };
}

interface EntryMessages {
  'entries-changed': { raffleId: string };
  /** R71: somebody checked in, or a check-in was taken back. */
  'check-ins-changed': { raffleId: string };
  /** H11: someone asked to join, or was approved, declined or withdrew the request. */
  'waiting-changed': { raffleId: string };
  /** R94: tickets or state of an entry changed, or its receipt. */
  'own-entry-changed': { raffleId: string; inviteeId: string };
  /** A participant was removed or their session revoked: their sockets of this raffle are closed (I3). */
  'identity-gone': { raffleId: string; inviteeId: string };
  /** What waits for an entry's devices changed: a request, an answer, a code (R41). */
  'continue-changed': { raffleId: string; inviteeId: string };
}

interface DrawMessages {
  'draw-advanced': {
    raffleId: string;
    /**
     * 'closed': the list is closed and devices add randomness (R89). 'sealing': another witness cosigned, or the waiting is
     * over. 'audience': devices signed, or the audience is recorded. 'room': numbers were typed or fixed. 'announced': the
     * result is in the log. 'advance': a winner was passed over after the draw (R14). 'claims': a prize was claimed, handed over
     * or given more time (R73). 'void': the draw was voided.
     */
    step:
      | 'closed'
      | 'frozen'
      | 'sealing'
      | 'audience'
      | 'seed'
      | 'room'
      | 'beacon'
      | 'result'
      | 'announced'
      | 'done'
      | 'advance'
      | 'claims'
      | 'void';
  };
}

interface ChatMessages {
  'chat-line-sent': { raffleId: string; lineId: number };
  'chat-deleted': { raffleId: string; lineId: number };
  /** The chat's rules, or who is muted. */
  'chat-rules-changed': { raffleId: string };
  /** The newest reactions that one node received, by person (an invitee id or 'host') and kind; at most 50 persons. */
  reactions: { raffleId: string; node: string; by: Record<string, Partial<Record<string, number>>> };
  /** H13: when the sockets of an entry joined that one node has open, epoch ms; only where there may be several. */
  'entry-sockets': { raffleId: string; node: string; inviteeId: string; times: number[] };
  /** How many are in the room on one node, invitee ids of at most 200, and whether the host is (H5); repeated. */
  presence: { raffleId: string; node: string; count: number; inviteeIds: string[]; host: boolean };
}

interface WebhookMessages {
  /** Something is to be sent to a receiver that no other message tells of: a test, something again, or it was resumed. */
  'webhooks-changed': object;
}

/** Lists the topics of a group; a missing one is a type error. */
function topicsOf<Messages>(topics: Record<keyof Messages & BusTopic, true>): (keyof Messages & BusTopic)[] {
  return Object.keys(topics) as (keyof Messages & BusTopic)[];
}

export const CHAT_TOPICS = topicsOf<ChatMessages>({
  'chat-line-sent': true,
  'chat-deleted': true,
  'chat-rules-changed': true,
  reactions: true,
  'entry-sockets': true,
  presence: true,
});
export type ChatTopic = (typeof CHAT_TOPICS)[number];
