/** Who listens to a bus on this node. Shared by both kinds of bus. */
import type { BusMessage } from './bus.ts';

type Listener = (message: BusMessage) => void;

export interface Listeners {
  add(listener: Listener): () => void;
  /** Tells everybody, after the publishing code has run on; one listener's failure never reaches another. */
  deliver(message: BusMessage): void;
}

/** @param report gets what a listener threw */
export function createListeners(report: (error: unknown) => void): Listeners {
  const all = new Set<Listener>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    deliver(message) {
      queueMicrotask(() => {
        for (const listener of all) {
          try {
            listener(message);
          } catch (error) {
            report(error);
          }
        }
      });
    },
  };
}
