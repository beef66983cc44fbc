/**
 * How often a socket may send (H4, H13). A snapshot request of a few bytes is answered by many kilobytes, so requests that
 * arrive too soon are answered later, all of them by one answer.
 */
import { WebSocket } from 'ws';
import type { Clock } from '../clock/clock.ts';
import type { LiveSocket, SnapshotRequest, SocketHandlers } from './live-socket.ts';

/** At most `count` in any span of `spanMs`. */
interface MessageLimit {
  count: number;
  spanMs: number;
}

/** Everything but clock and snapshot requests. */
export const MESSAGE_LIMIT: MessageLimit = { count: 10, spanMs: 10_000 };
/** Clock and snapshot requests, which a client sends automatically. */
export const REQUEST_LIMIT: MessageLimit = { count: 60, spanMs: 10_000 };

const SNAPSHOT_INTERVAL_MS = 2_000;
export const SNAPSHOT_LIMIT: MessageLimit = { count: 10, spanMs: 60_000 };

/**
 * Adds a message at `now` (ms) to the times of earlier ones; false when it is one too many.
 * `times` is changed in place and never holds more than `count`.
 */
export function withinLimit(times: number[], now: number, limit: MessageLimit): boolean {
  const oldest = times[0];
  if (oldest !== undefined && times.length === limit.count) {
    if (now - oldest < limit.spanMs) return false;
    times.shift();
  }
  times.push(now);
  return true;
}

/** When the next snapshot may be sent, epoch ms. @param sent times of earlier ones, oldest first */
export function nextSnapshotAt(sent: readonly number[]): number {
  const spaced = (sent.at(-1) ?? -Infinity) + SNAPSHOT_INTERVAL_MS;
  const counted = (sent.at(-SNAPSHOT_LIMIT.count) ?? -Infinity) + SNAPSHOT_LIMIT.spanMs;
  return Math.max(spaced, counted);
}

/** Handlers that get `join-room` and `resync` no sooner than they may be answered. */
export function limitSnapshots(clock: Clock, handlers: SocketHandlers): SocketHandlers {
  const request = (socket: LiveSocket, message: SnapshotRequest): void => {
    socket.snapshotTimes ??= [];
    const sent = socket.snapshotTimes;
    const answer = (answered: SnapshotRequest): void => {
      withinLimit(sent, clock.now(), SNAPSHOT_LIMIT);
      handlers.onMessage(socket, answered);
    };
    const at = nextSnapshotAt(sent);
    if (at <= clock.now()) return answer(message);
    const isWaiting = socket.waitingRequest !== null;
    // A resync doesn't replace the room that the socket is about to join.
    if (message.type !== 'resync' || !isWaiting) socket.waitingRequest = message;
    if (isWaiting) return;
    clock.at(at, () => {
      const { waitingRequest } = socket;
      socket.waitingRequest = null;
      if (waitingRequest !== null && socket.readyState === WebSocket.OPEN) answer(waitingRequest);
    });
  };

  return {
    onMessage(socket, message) {
      if (message.type === 'join-room' || message.type === 'resync') request(socket, message);
      else handlers.onMessage(socket, message);
    },
    onClose: (socket) => handlers.onClose(socket),
  };
}
