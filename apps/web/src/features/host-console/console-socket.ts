/**
 * The host's own live channel: every change to any of the host's raffles arrives here, so that several windows stay in
 * step without being loaded again.
 *
 * 1. Open, say join-console; `console:joined` names the number that events follow. Then the list is asked for once.
 * 2. Events in turn are applied; after a gap the channel is joined again, and the list asked for again.
 * 3. A lost line is opened again after a random pause that grows.
 */
import type { ClientMessage, HostRaffle, ConsoleMessage } from '@glassdrum/contract';
import { type LiveSocket, reconnectPause, type SocketEvents } from '../../live/live-client.ts';

export interface ConsoleSocketParts {
  openSocket(events: SocketEvents): LiveSocket;
  /** Joined, for the first time or again: what is shown may be old. */
  onJoined(): void;
  onRaffle(raffle: HostRaffle): void;
  onGone(raffleId: string): void;
  /** The session ended. */
  onSignedOut(): void;
  /** 0 … 1 */
  random(): number;
}

const IDENTITY_GONE = 4401;

/** @returns ends the connection */
export function connectConsole(parts: ConsoleSocketParts): () => void {
  let seq: number | null = null;
  let failures = 0;
  let stopped = false;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let socket: LiveSocket | null = null;

  const join = (): void => {
    seq = null;
    socket?.send(JSON.stringify({ type: 'join-console' } satisfies ClientMessage));
  };
  const isNext = (next: number): boolean => {
    if (seq === null || next <= seq) return false;
    if (next === seq + 1) {
      seq = next;
      return true;
    }
    join();
    return false;
  };
  const receive = (message: ConsoleMessage): void => {
    switch (message.type) {
      case 'console:joined':
        seq = message.data.seq;
        failures = 0;
        return parts.onJoined();
      case 'console:raffle':
        if (isNext(message.seq)) parts.onRaffle(message.data.raffle);
        return;
      case 'console:raffle-gone':
        if (isNext(message.seq)) parts.onGone(message.data.raffleId);
        return;
      case 'error':
        if (message.data.code === 'not_signed_in') end();
        return;
      default:
    }
  };
  const end = (): void => {
    stopped = true;
    socket?.close();
    parts.onSignedOut();
  };
  const open = (): void => {
    let over = false;
    socket = parts.openSocket({
      opened: join,
      received(text) {
        const message = parseMessage(text);
        if (message !== null && !over) receive(message);
      },
      closed(code) {
        if (over) return;
        over = true;
        socket = null;
        if (stopped) return;
        if (code === IDENTITY_GONE) return end();
        failures += 1;
        reopen = setTimeout(open, reconnectPause(code, failures, parts.random()));
      },
    });
  };

  open();
  return () => {
    stopped = true;
    clearTimeout(reopen);
    socket?.close();
  };
}

/** Null for what this page can't read; such a message is passed over. */
function parseMessage(text: string): ConsoleMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ConsoleMessage) : null;
  } catch {
    return null;
  }
}
