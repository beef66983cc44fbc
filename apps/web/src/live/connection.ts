/**
 * The transport of a live connection, for raffle rooms and for the host's console: it joins a channel, delivers what arrives,
 * and reconnects automatically (R40). What follows from each event is decided by `nextState`.
 *
 * 1. Open a line, join, take the snapshot; request the server's time a few times in a row, later once in a while.
 * 2. After a gap in the numbered events a new snapshot is requested, once.
 * 3. A lost line is replaced after a random pause that grows, or at once when the device wakes up.
 * 4. An unanswered time request means that the line is dead although nothing closed it: the node froze, or the network is
 *    gone. Silence triggers such a request, sooner while a draw runs: watchers of a frozen node are elsewhere within five
 *    seconds in a draw, and within ten outside of one (D4), also when the first new line leads to the frozen node again.
 * 5. A line that answers time requests but delivers no snapshot is replaced too: its node may be waiting for a lost database
 *    while other nodes have theirs.
 */
import type { ClientMessage, ConsoleMessage, LiveErrorCode, ServerMessage } from '@glassdrum/contract';
import {
  ANSWER_WITHIN_MS,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionStatus,
  isNextEvent,
  nextState,
  openWithin,
  reconnectPause,
} from './connection-state.ts';
import { localNow, type ServerClock } from './server-clock.ts';

export interface LiveSocket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  /** @param code the close code; 1006 when the line broke */
  closed(code: number): void;
}

/** What a live connection needs from its surroundings; `browserLine` in browsers. */
export interface LineParts {
  openSocket(events: SocketEvents): LiveSocket;
  /** 0 … 1, for spreading reconnects. */
  random(): number;
  /**
   * Reports that the device woke up or found a network: reconnect at once, and measure the clock again. `sleptMs`: for how long
   * its monotonic clock stood still.
   * @returns ends the watch
   */
  watchSleep?(wake: (sleptMs: number) => void): () => void;
}

/** How long a silence is tolerated before the time is requested, and how soon the answer must arrive, ms. */
export const SILENCE = {
  inDraw: { afterMs: 1500, answerMs: 1500 },
  outside: { afterMs: 5000, answerMs: 2000 },
} as const;

interface ConnectionParts<Message> extends LineParts {
  /** Joins the channel. The server answers with a snapshot, or with `console:joined`. */
  join: ClientMessage;
  /** How the server ends the channel. */
  refusal: { closeCode: number; error: LiveErrorCode };
  clock: ServerClock;
  silence(): (typeof SILENCE)[keyof typeof SILENCE];
  /** @param isInTurn a snapshot, or the numbered event that is to be applied next */
  onMessage(message: Message, isInTurn: boolean): void;
  onStatus(status: ConnectionStatus): void;
}

export interface Connection {
  /** False without a live line; nothing is queued. */
  send(message: ClientMessage): boolean;
  /** Requests a new snapshot. */
  resync(): void;
  close(): void;
}

/** How soon a snapshot must arrive: servers answer at once, or after two seconds when asked repeatedly. */
const SNAPSHOT_WITHIN_MS = 15_000;
const FIRST_REQUESTS = 5;
const REQUEST_EVERY_MS = 20_000;
/** Lines rarely survive a sleep, and people who come back want to see the draw. */
const AWAKE_WITHIN_MS = 1500;

export function connect<Message extends ServerMessage | ConsoleMessage>(
  parts: ConnectionParts<Message>,
): Connection {
  let state: ConnectionState = { status: 'connecting' };
  let socket: LiveSocket | null = null;
  /** Whether the present line was given up because nothing arrived on it. */
  let isGivenUp = false;
  let requestsLeft = 0;
  /** Local time of the request that is not answered yet. */
  let requestedAt: number | null = null;
  /** Of the last answer, ms: a slow network is not a dead one. */
  let roundTrip = 0;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let nextRequest: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let snapshotDeadline: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage): void => socket?.send(JSON.stringify(message));
  const isOver = (): boolean => state.status === 'refused' || state.status === 'closed';

  const dispatch = (event: ConnectionEvent): void => {
    const before = state;
    state = nextState(before, event);
    if (state.status !== before.status) parts.onStatus(state.status);
    if (state.status === 'live' && state.isStale && !(before.status === 'live' && before.isStale)) {
      requestSnapshot({ type: 'resync' });
    }
  };
  const end = (type: 'refused' | 'closed'): void => {
    dispatch({ type });
    clearTimers();
    stopWatch?.();
    socket?.close();
  };
  const clearTimers = (): void => {
    for (const timer of [reopen, nextRequest, deadline, silence, snapshotDeadline]) clearTimeout(timer);
  };

  const giveUp = (): void => {
    isGivenUp = true;
    socket?.close();
  };
  const requestSnapshot = (message: ClientMessage): void => {
    send(message);
    clearTimeout(snapshotDeadline);
    snapshotDeadline = setTimeout(giveUp, SNAPSHOT_WITHIN_MS);
  };
  const requestTime = (within = ANSWER_WITHIN_MS): void => {
    clearTimeout(nextRequest);
    clearTimeout(deadline);
    requestedAt = localNow();
    send({ type: 'time', data: { sent: requestedAt } });
    deadline = setTimeout(giveUp, within);
  };
  const measure = (within?: number): void => {
    requestsLeft = FIRST_REQUESTS;
    requestTime(within);
  };
  const onTime = ({ sent, server }: { sent: number; server: number }): void => {
    if (sent !== requestedAt) return;
    requestedAt = null;
    clearTimeout(deadline);
    const receivedAt = localNow();
    roundTrip = receivedAt - sent;
    parts.clock.add({ sentAt: sent, receivedAt, serverTime: server });
    requestsLeft -= 1;
    if (requestsLeft > 0) requestTime();
    else nextRequest = setTimeout(() => requestTime(), REQUEST_EVERY_MS);
  };
  const watchSilence = (): void => {
    clearTimeout(silence);
    if (state.status === 'connecting' || isOver()) return;
    const { afterMs, answerMs } = parts.silence();
    silence = setTimeout(() => requestTime(answerMs + 2 * roundTrip), afterMs);
  };

  const receive = (message: ServerMessage | ConsoleMessage): void => {
    switch (message.type) {
      case 'time':
        return onTime(message.data);
      case 'error':
        if (message.data.code === parts.refusal.error) end('refused');
        return;
      case 'snapshot':
      case 'console:joined':
        clearTimeout(snapshotDeadline);
        parts.clock.hint(message.data.serverTime);
        parts.onMessage(message as Message, true);
        return dispatch({ type: 'snapshot', seq: message.data.seq });
      default: {
        const seq = 'seq' in message ? message.seq : null;
        parts.onMessage(message as Message, seq !== null && isNextEvent(state, seq));
        if (seq !== null) dispatch({ type: 'numbered', seq });
      }
    }
  };

  const open = (): void => {
    clearTimeout(reopen);
    isGivenUp = false;
    let isClosed = false;
    socket = parts.openSocket({
      opened() {
        requestSnapshot(parts.join);
        measure();
      },
      received(text) {
        if (isClosed) return;
        const message = parseMessage(text);
        if (message === null) return;
        receive(message);
        watchSilence();
      },
      closed(code) {
        if (isClosed) return;
        isClosed = true;
        socket = null;
        clearTimers();
        if (isOver()) return;
        if (code === parts.refusal.closeCode) return end('refused');
        dispatch({ type: 'lost', isSilent: isGivenUp });
        if (state.status === 'reconnecting')
          reopen = setTimeout(open, reconnectPause(state, code, parts.random()));
      },
    });
    // A frozen node accepts connections and never answers.
    deadline = setTimeout(giveUp, openWithin(state) + 2 * roundTrip);
  };

  const stopWatch = parts.watchSleep?.((sleptMs) => {
    parts.clock.forget(sleptMs);
    if (socket === null) open();
    else if (state.status !== 'connecting') measure(AWAKE_WITHIN_MS);
  });
  parts.onStatus(state.status);
  open();
  return {
    send(message) {
      if (socket === null || state.status !== 'live') return false;
      send(message);
      return true;
    },
    resync: () => dispatch({ type: 'stale' }),
    close: () => end('closed'),
  };
}

/** Null for what this page can't read; such a message is ignored. */
function parseMessage(text: string): ServerMessage | ConsoleMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value
      ? (value as ServerMessage | ConsoleMessage)
      : null;
  } catch {
    return null;
  }
}
