/**
 * A raffle's room for components. Pages of the same raffle share one connection, which outlives a change of page: who
 * is taken from "waiting" to the draw keeps the line and the measured clock. Whoever joins gets a new connection,
 * because the server fixes a line's identity when it is opened.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { browserSocket } from './browser-socket.ts';
import { tellContinueNews, tellRoomHeld } from './continue-news.ts';
import { type Connection, connectRoom, type LiveClient } from './live-client.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock, localNow, type ServerClock } from './server-clock.ts';
import { createTalkStore, type TalkStore } from './talk-store.ts';
import { watchSleep } from './watch-sleep.ts';

export interface RoomView {
  /** Null until the first snapshot. */
  room: Room | null;
  connection: Connection;
  /** What is said in the room; null until there is a connection. */
  talk: TalkStore | null;
}

interface SharedRoom {
  view: RoomView;
  clock: ServerClock;
  client: LiveClient | null;
  readers: Set<() => void>;
  release: ReturnType<typeof setTimeout> | undefined;
}

const NOTHING: RoomView = { room: null, connection: 'connecting', talk: null };
/** Long enough for the next page to load on a slow phone. */
const KEEP_MS = 5000;
const rooms = new Map<string, SharedRoom>();

/** What the page believes about its visitor (R5): told at connection, and never more than a hint. */
export interface VisitorHints {
  inviteeId: string | null;
  displayName: string | null;
  /** A screen for everybody shows the key of its link instead of an identity. */
  stageKey?: string;
}

/** @param raffleId null: not connected */
export function useRoom(
  raffleId: string | null,
  { inviteeId, displayName, stageKey }: VisitorHints,
): RoomView & { now: () => number } {
  const key = `${raffleId} ${inviteeId} ${stageKey}`;
  const subscribe = useCallback(
    (changed: () => void) =>
      raffleId === null
        ? () => undefined
        : hold(key, raffleId, visitorHints(inviteeId, displayName, stageKey), changed),
    [key, raffleId, inviteeId, displayName, stageKey],
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

function visitorHints(
  inviteeId: string | null,
  displayName: string | null,
  stageKey: string | undefined,
): VisitorHints {
  return { inviteeId, displayName, ...(stageKey === undefined ? {} : { stageKey }) };
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
      tellRoomHeld(raffleId, false);
    }, KEEP_MS);
  };
}

function openRoom(key: string, raffleId: string, hints: VisitorHints): SharedRoom {
  const { inviteeId, displayName, stageKey } = hints;
  const shared: SharedRoom = {
    view: NOTHING,
    clock: createServerClock(localNow),
    client: null,
    readers: new Set(),
    release: undefined,
  };
  rooms.set(key, shared);
  const talk = createTalkStore(raffleId, (message) => shared.client?.send(message) ?? false);
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
      ...(stageKey === undefined ? {} : { stageKey }),
    },
    openSocket: browserSocket,
    onRoom: (room) => show({ ...shared.view, room }),
    onConnection(connection) {
      tellRoomHeld(raffleId, connection === 'live');
      if (connection !== 'live') talk.lineLost();
      show({ ...shared.view, connection, talk });
    },
    onTalk: talk.heard,
    onContinue: (news) => tellContinueNews(raffleId, news),
    random: Math.random,
  });
  return shared;
}

/** The device is back: no need to wait out a pause. */
if (typeof window !== 'undefined') {
  watchSleep((sleptMs) => {
    for (const shared of rooms.values()) shared.client?.wake(sleptMs);
  });
}
