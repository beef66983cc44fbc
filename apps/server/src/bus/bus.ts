/**
 * Messages between nodes, by topic. Small JSON values only (PostgreSQL's NOTIFY carries 8,000 bytes): ids and
 * revisions, never names, seeds or results. Delivery is at most once and unordered across topics; whoever listens
 * reads the truth from the database. A node hears its own messages too.
 */

/** What happened, told after commit. */
export type BusMessage =
  | { topic: 'raffle-changed'; raffleId: string }
  | { topic: 'entries-changed'; raffleId: string }
  | { topic: 'draw-advanced'; raffleId: string; step: 'frozen' | 'seed' | 'beacon' | 'result' | 'done' }
  | { topic: 'identity-gone'; raffleId: string; inviteeId: string };

export interface Bus {
  publish(message: BusMessage): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}
