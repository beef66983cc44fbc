/** The bus of a single node, and what delivers messages inside each of several nodes. */
import type { Bus, BusMessage } from './bus.ts';

/** @param report gets what a listener threw */
export function inProcessBus(report: (error: unknown) => void = () => {}): Bus {
  const subscriptions = new Set<{ topics: ReadonlySet<string>; listener: (message: BusMessage) => void }>();
  let closed = false;

  const deliver = (message: BusMessage): void => {
    for (const { topics, listener } of subscriptions) {
      if (!topics.has(message.topic)) continue;
      try {
        listener(message);
      } catch (error) {
        report(error);
      }
    }
  };

  return {
    publish(message) {
      if (!closed) queueMicrotask(() => deliver(message));
    },
    subscribe(topics, listener) {
      const subscription = {
        topics: new Set<string>(topics),
        // Only messages of these topics are delivered to it.
        listener: listener as (message: BusMessage) => void,
      };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    close() {
      closed = true;
      return Promise.resolve();
    },
  };
}
