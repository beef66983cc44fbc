/**
 * A raffle's room for components. Pages of the same raffle share one connection, which outlives a change of page: who
 * is taken from "waiting" to the draw keeps the line and the measured clock. Whoever joins gets a new connection,
 * because the server fixes a line's identity when it is opened.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import {
  type Connection,
  connectRoom,
  type LiveClient,
  type LiveSocket,
  type SocketEvents,
} from './live-client.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock, localNow, type ServerClock } from './server-clock.ts';

export interface RoomView {
  /** Null until the first snapshot. */
  room: Room | null;
  connection: Connection;
}

interface SharedRoom {
  view: RoomView;
  clock: ServerClock;
  client: LiveClient | null;
  readers: Set<() => void>;
  release: ReturnType<typeof setTimeout> | undefined;
}

const NOTHING: RoomView = { room: null, connection: 'connecting' };
/** Long enough for the next page to load on a slow phone. */
const KEEP_MS = 5000;
const rooms = new Map<string, SharedRoom>();

/** What the page believes about its visitor (R5): told at connection, and never more than a hint. */
export interface VisitorHints {
  inviteeId: string | null;
  displayName: string | null;
}

/** @param raffleId null: not connected */
export function useRoom(
  raffleId: string | null,
  { inviteeId, displayName }: VisitorHints,
): RoomView & { now: () => number } {
  const key = `${raffleId} ${inviteeId}`;
  const subscribe = useCallback(
    (changed: () => void) =>
      raffleId === null ? () => undefined : hold(key, raffleId, { inviteeId, displayName }, changed),
    [key, raffleId, inviteeId, displayName],
  );
  const view = useSyncExternalStore(subscribe, () => rooms.get(key)?.view ?? NOTHING);
  const now = useCallback(() => rooms.get(key)?.clock.now() ?? localNow(), [key]);
  useEffect(() => {
    if (raffleId === null) return;
    document.documentElement.dataset['live'] = String(view.connection === 'live');
    return () => {
      delete document.documentElement.dataset['live'];
    };
  }, [raffleId, view.connection]);
  return { ...view, now };
}

function hold(key: string, raffleId: string, hints: VisitorHints, changed: () => void): () => void {
  const shared = rooms.get(key) ?? openRoom(key, raffleId, hints);
  clearTimeout(shared.release);
  shared.readers.add(changed);
  return () => {
    shared.readers.delete(changed);
    if (shared.readers.size > 0) return;
    shared.release = setTimeout(() => {
      rooms.delete(key);
      shared.client?.stop();
    }, KEEP_MS);
  };
}

function openRoom(key: string, raffleId: string, { inviteeId, displayName }: VisitorHints): SharedRoom {
  const shared: SharedRoom = {
    view: NOTHING,
    clock: createServerClock(localNow),
    client: null,
    readers: new Set(),
    release: undefined,
  };
  rooms.set(key, shared);
  const show = (view: RoomView): void => {
    shared.view = view;
    for (const reader of shared.readers) reader();
  };
  shared.client = connectRoom({
    raffleId,
    clock: shared.clock,
    hints: {
      ...(inviteeId === null ? {} : { inviteeId }),
      ...(displayName === null ? {} : { displayName }),
    },
    openSocket: browserSocket,
    onRoom: (room) => show({ ...shared.view, room }),
    onConnection: (connection) => show({ ...shared.view, connection }),
    random: Math.random,
  });
  return shared;
}

/** The device is back: no need to wait out a pause. */
function wakeAll(): void {
  for (const shared of rooms.values()) shared.client?.wake();
}
if (typeof window !== 'undefined') {
  window.addEventListener('online', wakeAll);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) wakeAll();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeAll();
  });
}

function browserSocket(events: SocketEvents): LiveSocket {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', ({ data }) => events.received(String(data)));
  socket.addEventListener('close', ({ code }) => events.closed(code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.close();
      // A dead line takes long to say so; the page must not wait for it.
      events.closed(1006);
    },
  };
}
