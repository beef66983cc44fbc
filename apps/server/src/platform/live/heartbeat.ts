/** Finds dead connections: every socket is pinged once a period, and dropped when the answer to the last one is missing. */
import type { LiveSocket } from './live-socket.ts';

/** Sockets are spread over the period, so that thousands are never pinged at once. */
const SLICES = 30;

export interface Heartbeat {
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  stop(): void;
}

/** @param periodMs time between two pings of one socket; real time, since the network's silence is real too */
export function startHeartbeat(periodMs: number): Heartbeat {
  const slices = Array.from({ length: SLICES }, () => new Set<LiveSocket>());
  let nextSlice = 0;
  let added = 0;
  const timer = setInterval(() => {
    const slice = slices[nextSlice] ?? new Set();
    nextSlice = (nextSlice + 1) % SLICES;
    for (const socket of slice) {
      if (socket.alive) {
        socket.alive = false;
        if (socket.readyState === socket.OPEN) socket.ping();
      } else socket.terminate();
    }
  }, periodMs / SLICES);
  timer.unref();
  return {
    add(socket) {
      socket.slice = added % SLICES;
      slices[socket.slice]?.add(socket);
      added += 1;
    },
    remove(socket) {
      slices[socket.slice]?.delete(socket);
    },
    stop: () => clearInterval(timer),
  };
}
