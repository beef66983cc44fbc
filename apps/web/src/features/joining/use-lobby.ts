/** What both joining pages share: the room before and after joining, the numbers taken, and one's own entry. */
import type { ContinuedEntry, JoinAnswer, OwnEntry, PublicRaffle, TakenNumber } from '@glassdrum/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { collectFromRoom, useCollectedReceipt } from '../../checking/evidence/collect.ts';
import { useRoom } from '../../live/use-room.ts';
import { usePreloadedShow } from '../../show-player/preload-show.ts';
import { type ParticipantHints, readHints } from '../../participation/participant-hints.ts';
import { takenNames } from '../../participation/entry/taken-numbers.ts';
import { useMoveToDraw } from '../../participation/use-move-to-draw.ts';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { useIsLater } from '../../ui/later.tsx';

/** The entry that this browser has just got: by joining, or from another device (R41). */
type Got = Omit<ContinuedEntry, 'raffle_id'> & { tickets: number; receipt: OwnEntry['receipt'] | null };

interface LobbyInput {
  /** What the page fetched; null before. */
  raffle: PublicRaffle | null;
  taken: readonly TakenNumber[];
  /** Fetches it again. */
  refresh: () => Promise<{ isSuccess: boolean }>;
}

/** A list that is behind is fetched again after this time, once for all who came meanwhile. */
const CATCH_UP_MS = 1500;

export function useLobby({ raffle: listed, taken, refresh }: LobbyInput) {
  const raffleId = listed?.id ?? null;
  const [answer, setAnswer] = useState<Got | null>(null);
  const hints = useHints(raffleId, answer);
  const isLater = useIsLater();
  const { room, status, talk, now } = useRoom(isLater ? raffleId : null, hints, collectFromRoom);
  const own = useOwnEntry(raffleId);
  useCollectedReceipt(raffleId, own);
  const raffle = room?.raffle ?? listed;
  const arrivals = room?.arrivals;
  /** How many of the arrivals are on the list that was fetched last, or have left it since. */
  const [listedCount, setListedCount] = useState(0);
  const names = useMemo(
    () => takenNames(taken, arrivals?.slice(listedCount) ?? []),
    [taken, arrivals, listedCount],
  );
  const me = own.data ?? null;
  const number = me?.entry_number ?? answer?.entry_number ?? null;
  const tickets = me?.tickets ?? answer?.tickets ?? 0;
  useMoveToDraw(room, now, number !== null);
  usePreloadedShow(
    number === null || raffle === null || raffle.status === 'drawn' ? null : raffle.chosen_animation,
  );

  // The host may have changed the tickets or removed the entry: the room notices first.
  const roomTickets = room === null ? null : (room.me?.tickets ?? 0);
  const { refetch } = own;
  useEffect(() => {
    if (roomTickets !== null) void refetch();
  }, [roomTickets, refetch]);

  // Entries may have come between the page's fetch and the snapshot, or while the connection was lost. Paper tickets that are not
  // sold are on no list: one that is sold may have any number, and one that is taken back leaves the list.
  const isBehind = room !== null && joinedCount(room.raffle) !== names.size;
  const outdated = isBehind ? taken : null;
  const arrivedCount = arrivals?.length ?? 0;
  const catchUp = useEffectEvent(async () => {
    const { isSuccess } = await refresh();
    if (isSuccess) setListedCount(arrivedCount);
  });
  useEffect(() => {
    if (outdated === null) return;
    const timer = setTimeout(() => void catchUp(), CATCH_UP_MS);
    return () => clearTimeout(timer);
  }, [outdated]);

  // A first view comes without the list.
  const isListed = taken.length > 0 || raffle === null || joinedCount(raffle) === 0;
  const fetchList = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (isLater && !isListed) fetchList();
  }, [isLater, isListed]);

  return {
    raffle,
    /** How many numbers somebody has, also before their list is there. */
    joinedCount: isListed || raffle === null ? names.size : joinedCount(raffle),
    isConnected: status === 'live',
    /** R73: what became of the prizes of the last draw; null before it is complete. */
    prizeStatus: room?.prizeStatus ?? null,
    talk,
    /** The server's clock. */
    now,
    names,
    newest: room?.arrivals.at(-1) ?? null,
    /** Null until someone has joined from this browser. */
    entry: number === null ? null : { number, name: me?.display_name ?? answer?.display_name ?? '', tickets },
    receipt: me?.receipt ?? answer?.receipt ?? null,
    refreshEntry: refetch,
    isOwnKnown: !own.isLoading,
    joined: (join: JoinAnswer | OwnEntry) => setAnswer(join),
    /** The server's own entry has the number of its tickets. */
    continued: (entry: ContinuedEntry) => setAnswer({ ...entry, tickets: 1, receipt: null }),
  };
}

/** Paper tickets that nobody has bought have numbers too. */
function joinedCount({ entry_count: count, unsold_count: unsold }: PublicRaffle): number {
  return count - unsold;
}

export type Lobby = ReturnType<typeof useLobby>;

function useHints(raffleId: string | null, answer: Got | null): ParticipantHints {
  return useMemo(() => {
    if (answer !== null) return { inviteeId: answer.invitee_id, displayName: answer.display_name };
    return raffleId === null ? { inviteeId: null, displayName: null } : readHints(raffleId);
  }, [raffleId, answer]);
}
