/** A bus that tells of every message that this node sends. */
import type { Bus, BusTopic } from './bus.ts';

export function countedBus(bus: Bus, onPublish: (topic: BusTopic) => void): Bus {
  return {
    ...bus,
    publish(message) {
      onPublish(message.topic);
      bus.publish(message);
    },
  };
}
