/**
 * Messages between nodes. Small JSON values only (PostgreSQL's NOTIFY carries 8,000 bytes): ids and revisions, never names,
 * seeds or results. Delivery is at most once and unordered across topics, so a subscriber reads the truth from the database.
 * A node receives its own messages too.
 */

/**
 * What each topic's messages carry. Owners of messages add theirs:
 * `declare module '…/platform/bus/bus.ts' { interface BusMessages { 'something-changed': { id: string } } }`
 * @public
 */
export interface BusMessages {
  /** Messages may have been lost: a subscriber reads everything that it shows again. */
  resync: object;
}

export type BusTopic = keyof BusMessages;

/** The messages of some topics; of all of them by default. */
export type BusMessage<Topic extends BusTopic = BusTopic> = {
  [One in Topic]: { topic: One } & BusMessages[One];
}[Topic];

export interface Bus {
  /** Call it after the commit. */
  publish(message: BusMessage): void;
  /**
   * The listener runs after the publishing code has returned, and its errors reach no other listener.
   * @returns a function that ends the subscription
   */
  subscribe<Topic extends BusTopic>(
    topics: readonly Topic[],
    listener: (message: BusMessage<Topic>) => void,
  ): () => void;
  close(): Promise<void>;
}
