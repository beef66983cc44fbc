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
 * Counts a message at `now` (ms).
 * @param times of earlier ones, oldest first; changed in place where possible. A list that was grown has room for many more, and most
 *   of the thousands of watchers send a message now and then: theirs begins anew with one.
 * @returns the times with this one, never more than `count`; null when it is one too many
 */
export function withinLimit(times: number[] | null, now: number, limit: MessageLimit): number[] | null {
  const newest = times?.at(-1);
  if (times === null || newest === undefined || now - newest >= limit.spanMs) return [now];
  const [oldest = now] = times;
  if (times.length === limit.count) {
    if (now - oldest < limit.spanMs) return null;
    times.shift();
  }
  times.push(now);
  return times;
}

/** When the next snapshot may be sent, epoch ms. @param sent times of earlier ones, oldest first */
export function nextSnapshotAt(sent: readonly number[] | null): number {
  const spaced = (sent?.at(-1) ?? -Infinity) + SNAPSHOT_INTERVAL_MS;
  const counted = (sent?.at(-SNAPSHOT_LIMIT.count) ?? -Infinity) + SNAPSHOT_LIMIT.spanMs;
  return Math.max(spaced, counted);
}

/** Handlers that get `join-room` and `resync` no sooner than they may be answered. */
export function limitSnapshots(clock: Clock, handlers: SocketHandlers): SocketHandlers {
  const request = (socket: LiveSocket, message: SnapshotRequest): void => {
    const answer = (answered: SnapshotRequest): void => {
      socket.snapshotTimes = withinLimit(socket.snapshotTimes, clock.now(), SNAPSHOT_LIMIT);
      handlers.onMessage(socket, answered);
    };
    const at = nextSnapshotAt(socket.snapshotTimes);
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
