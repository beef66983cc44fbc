/**
 * A raffle's room for components. Pages of the same raffle share one connection, which outlives a change of page: a visitor
 * who moves from waiting to the draw keeps the connection and the measured clock. A visitor who joins gets a new one, because
 * the server fixes a connection's identity when it is opened.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ConnectionStatus } from './connection-state.ts';
import type { RoomClient } from './room-client.ts';
import { setRoomLive } from './visitor-messages.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock, localNow, type ServerClock } from './server-clock.ts';
import type { TalkStore } from './talk-store.ts';

export interface RoomView {
  /** Null until the first snapshot. */
  room: Room | null;
  status: ConnectionStatus;
  /** Null until there is a connection. */
  talk: TalkStore | null;
}

interface SharedRoom {
  raffleId: string;
  view: RoomView;
  clock: ServerClock;
  client: RoomClient | null;
  listeners: Set<() => void>;
  release: ReturnType<typeof setTimeout> | undefined;
}

const NOTHING: RoomView = { room: null, status: 'connecting', talk: null };
/** Long enough for the next page to load on a slow phone. */
const RELEASE_AFTER_MS = 5000;
/** Where the code of the connection could not be loaded. */
const RETRY_MS = 3000;
const rooms = new Map<string, SharedRoom>();

/** What the page believes about its visitor (R5): sent at connection, and never more than a hint. */
export interface VisitorHints {
  inviteeId: string | null;
  displayName: string | null;
  /** The stage sends the key of its link instead of an identity. */
  stageKey?: string;
}

/** Called with each state of the room as soon as it arrives, before it is rendered. @param now the server's clock */
export type RoomObserver = (room: Room, now: () => number) => void;

/** @param raffleId null: not connected @param observer the same function on all pages */
export function useRoom(
  raffleId: string | null,
  { inviteeId, displayName, stageKey }: VisitorHints,
  observer?: RoomObserver,
): RoomView & { now: () => number } {
  const key = `${raffleId} ${inviteeId} ${stageKey}`;
  const subscribe = useCallback(
    (listener: () => void) => {
      if (raffleId === null) return () => undefined;
      const hints = {
        ...(inviteeId === null ? {} : { inviteeId }),
        ...(displayName === null ? {} : { displayName }),
        ...(stageKey === undefined ? {} : { stageKey }),
      };
      const shared = rooms.get(key) ?? openRoom(key, raffleId, hints, observer);
      clearTimeout(shared.release);
      shared.listeners.add(listener);
      return () => {
        shared.listeners.delete(listener);
        if (shared.listeners.size > 0) return;
        shared.release = setTimeout(() => {
          rooms.delete(key);
          shared.client?.close();
        }, RELEASE_AFTER_MS);
      };
    },
    [key, raffleId, inviteeId, displayName, stageKey, observer],
  );
  const view = useSyncExternalStore(
    subscribe,
    () => rooms.get(key)?.view ?? NOTHING,
    () => NOTHING,
  );
  const now = useCallback(() => rooms.get(key)?.clock.now() ?? localNow(), [key]);
  useEffect(() => {
    if (raffleId === null) return;
    document.documentElement.dataset['live'] = String(view.status === 'live');
    return () => {
      delete document.documentElement.dataset['live'];
    };
  }, [raffleId, view.status]);
  return { ...view, now };
}

function openRoom(
  key: string,
  raffleId: string,
  hints: { inviteeId?: string; displayName?: string; stageKey?: string },
  observer: RoomObserver | undefined,
): SharedRoom {
  const shared: SharedRoom = {
    raffleId,
    view: NOTHING,
    clock: createServerClock(localNow),
    client: null,
    listeners: new Set(),
    release: undefined,
  };
  rooms.set(key, shared);
  const show = (view: RoomView): void => {
    shared.view = view;
    for (const listener of shared.listeners) listener();
  };
  // The page that shows the room does not wait for the code of its connection.
  const connect = (): void => {
    if (rooms.get(key) !== shared) return;
    import('./connect-room-and-talk.ts').then(
      ({ connectRoomAndTalk }) => {
        if (rooms.get(key) !== shared) return;
        let talk: TalkStore | null = null;
        shared.client = connectRoomAndTalk({
          raffleId,
          clock: shared.clock,
          hints,
          onTalkStore: (store) => (talk = store),
          onRoom(room) {
            observer?.(room, shared.clock.now);
            show({ ...shared.view, room });
          },
          onStatus(status) {
            show({ ...shared.view, status, talk });
            setRoomLive(raffleId, isAnyLive(raffleId));
          },
        });
      },
      () => setTimeout(connect, RETRY_MS),
    );
  };
  connect();
  return shared;
}

/** Just after joining there are two rooms of a raffle: the visitor's from before, and the participant's. */
function isAnyLive(raffleId: string): boolean {
  return [...rooms.values()].some(({ raffleId: id, view }) => id === raffleId && view.status === 'live');
}
