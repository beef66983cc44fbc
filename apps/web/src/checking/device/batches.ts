/** What is handed over in batches, one after the other and in order; nothing is lost where a batch could not be taken. */

export interface Batches<Item> {
  /** @returns when it was handed over, or could not be */
  add(...items: Item[]): Promise<void>;
  /** Hands over what could not be taken so far; nothing where all was. */
  again(): Promise<void>;
}

/** @param take rejects when it could not take the batch, which then begins the next one */
export function createBatches<Item>(take: (batch: readonly Item[]) => Promise<void>): Batches<Item> {
  let waiting: Item[] = [];
  let handing: Promise<void> = Promise.resolve();
  const handOver = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    try {
      await take(batch);
    } catch {
      waiting = [...batch, ...waiting];
    }
  };
  const again = (): Promise<void> => {
    handing = handing.then(handOver);
    return handing;
  };
  return {
    add(...items) {
      waiting.push(...items);
      return again();
    },
    again,
  };
}
