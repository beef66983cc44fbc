/** Closes sockets that joined nothing in time: one timer for all of them, since the oldest is due first. */
import type { Clock } from '../clock/clock.ts';
import type { LiveSocket } from './live-socket.ts';

export interface JoinTimeout {
  add(socket: LiveSocket): void;
  stop(): void;
}

/** @param late what happens to a socket whose `joined` is still false after `withinMs` */
export function startJoinTimeout(
  clock: Clock,
  withinMs: number,
  late: (socket: LiveSocket) => void,
): JoinTimeout {
  const waiting: { socket: LiveSocket; until: number }[] = [];
  let cancel: (() => void) | null = null;

  const arm = (): void => {
    const [first] = waiting;
    if (first !== undefined) cancel ??= clock.at(first.until, sweep);
  };

  const sweep = (): void => {
    cancel = null;
    const now = clock.now();
    const firstEarly = waiting.findIndex(({ until }) => until > now);
    const due = waiting.splice(0, firstEarly === -1 ? waiting.length : firstEarly);
    for (const { socket } of due) if (!socket.joined) late(socket);
    arm();
  };

  return {
    add(socket) {
      waiting.push({ socket, until: clock.now() + withinMs });
      arm();
    },
    stop() {
      cancel?.();
      waiting.length = 0;
    },
  };
}
