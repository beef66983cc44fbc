/**
 * Messages between nodes, by topic. Small JSON values only (PostgreSQL's NOTIFY carries 8,000 bytes): ids and
 * revisions, never names, seeds or results. Delivery is at most once and unordered across topics; whoever listens
 * reads the truth from the database. A node hears its own messages too.
 */

/** What happened, told after commit. */
export type BusMessage =
  | { topic: 'raffle-changed'; raffleId: string }
  | { topic: 'entries-changed'; raffleId: string }
  | {
      topic: 'draw-advanced';
      raffleId: string;
      /** 'advance': a winner was passed over after the draw (R14). */
      step: 'frozen' | 'seed' | 'beacon' | 'result' | 'done' | 'advance';
    }
  /** A participant was removed or their session revoked: their sockets of this raffle close (I3). */
  | { topic: 'identity-gone'; raffleId: string; inviteeId: string }
  /** What waits for an entry's devices changed: a request, an answer, a code (R41). */
  | { topic: 'continue-changed'; raffleId: string; inviteeId: string }
  /** Some or all sessions of a host ended (logout, new password): that host's sockets are checked again (I3). */
  | { topic: 'host-sessions-ended'; hostId: string }
  /** How many sockets one node holds in a raffle's room; told at every change and again while there are any. */
  | { topic: 'watchers'; raffleId: string; node: string; count: number }
  /** A line was said; whoever shows it reads it. */
  | { topic: 'chat-said'; raffleId: string; lineId: number }
  | { topic: 'chat-deleted'; raffleId: string; lineId: number }
  /** The chat's rules, or who is muted. */
  | { topic: 'chat-rules-changed'; raffleId: string }
  | { topic: 'votes-changed'; raffleId: string }
  /** What one node gathered since it last told. */
  | { topic: 'reactions'; raffleId: string; node: string; counts: Partial<Record<string, number>> }
  /** Who is in the room on one node: invitee ids, at most 200, and whether the host is (H5). */
  | { topic: 'online'; raffleId: string; node: string; inviteeIds: string[]; host: boolean }
  /** The host gave people more time: until `deadlineAt`, epoch ms. */
  | { topic: 'deadline-postponed'; raffleId: string; deadlineAt: number }
  /** Jobs were enqueued or moved. */
  | { topic: 'jobs-changed' }
  /** Something was put into the outbox: whoever sends looks. */
  | { topic: 'outbox-filled' }
  /** Messages may have been missed: whoever listens reads everything that it shows again. */
  | { topic: 'resync' };

export interface Bus {
  publish(message: BusMessage): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}
