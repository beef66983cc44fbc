/** How many watch a raffle, over all nodes: this one's sockets, and what the others told lately. */

/** Nodes tell their counts at least this often; a count that is older than two of these is of a node that is gone. */
export const TELL_EVERY_MS = 30_000;

export interface WatcherCounts {
  note(node: string, count: number, now: number): void;
  /** Sockets of other nodes. */
  elsewhere(now: number): number;
}

export function watcherCounts(): WatcherCounts {
  const nodes = new Map<string, { count: number; at: number }>();
  return {
    note(node, count, now) {
      if (count === 0) nodes.delete(node);
      else nodes.set(node, { count, at: now });
    },
    elsewhere(now) {
      let sum = 0;
      for (const [node, { count, at }] of nodes) {
        if (now - at > 2 * TELL_EVERY_MS) nodes.delete(node);
        else sum += count;
      }
      return sum;
    },
  };
}
