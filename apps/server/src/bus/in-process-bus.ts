/** The bus of a single node. */
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** @param report gets what a listener threw */
export function inProcessBus(report: (error: unknown) => void = () => {}): Bus {
  const listeners = createListeners(report);
  let closed = false;
  return {
    publish(message) {
      if (!closed) listeners.deliver(message);
    },
    subscribe: listeners.add,
    close() {
      closed = true;
      return Promise.resolve();
    },
  };
}
