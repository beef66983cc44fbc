/** What both joining pages share: the room before and after joining, the numbers taken, and one's own entry. */
import type { ContinuedEntry, JoinAnswer, OwnEntry, PublicRaffle, TakenNumber } from '@glassdrum/contract';
import { useEffect, useMemo, useState } from 'react';
import { useRoom } from '../live/use-room.ts';
import { useSceneFetched } from '../show-player/fetch-scene.ts';
import { type ParticipantHints, readHints } from './participant-hints.ts';
import { takenNames } from './taken-numbers.ts';
import { useMoveToDraw } from './use-move-to-draw.ts';
import { useOwnEntry } from './use-own-entry.ts';

/** The entry that this browser has just got: by joining, or from another device (R41). */
type Got = Omit<ContinuedEntry, 'raffle_id'> & { tickets: number; receipt: OwnEntry['receipt'] | null };

interface LobbyInput {
  /** From the page's own look-up; null until it answered. */
  raffle: PublicRaffle | null;
  taken: readonly TakenNumber[];
  /** Asks for the look-up again. */
  refresh: () => void;
}

export function useLobby({ raffle: listed, taken, refresh }: LobbyInput) {
  const raffleId = listed?.id ?? null;
  const [answer, setAnswer] = useState<Got | null>(null);
  const hints = useHints(raffleId, answer);
  const { room, connection, talk, now } = useRoom(raffleId, hints);
  const own = useOwnEntry(raffleId);
  const raffle = room?.raffle ?? listed;
  const names = useMemo(() => takenNames(taken, room?.arrivals ?? []), [taken, room?.arrivals]);
  const me = own.data ?? null;
  const number = me?.entry_number ?? answer?.entry_number ?? null;
  const tickets = me?.tickets ?? answer?.tickets ?? 0;
  useMoveToDraw(room, now, number !== null);
  useSceneFetched(
    number === null || raffle === null || raffle.status === 'drawn' ? null : raffle.chosen_animation,
  );

  // The host may have changed the tickets or removed the entry: the room notices first.
  const roomTickets = room === null ? null : (room.me?.tickets ?? 0);
  const { refetch } = own;
  useEffect(() => {
    if (roomTickets !== null) void refetch();
  }, [roomTickets, refetch]);

  // Entries may have come between the look-up and the snapshot, or while the line was down.
  const missing = (room?.raffle.entry_count ?? 0) > names.size;
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(refresh, 1500);
    return () => clearTimeout(timer);
  }, [missing, refresh]);

  return {
    raffle,
    connection,
    talk,
    /** The server's clock. */
    now,
    names,
    newest: room?.arrivals.at(-1) ?? null,
    /** Null while nobody joined from this browser. */
    entry: number === null ? null : { number, name: me?.display_name ?? answer?.display_name ?? '', tickets },
    receipt: me?.receipt ?? answer?.receipt ?? null,
    refreshEntry: refetch,
    isOwnKnown: !own.isLoading,
    joined: (join: JoinAnswer) => setAnswer(join),
    /** How many tickets it holds says the server's own answer. */
    continued: (entry: ContinuedEntry) => setAnswer({ ...entry, tickets: 1, receipt: null }),
  };
}

function useHints(raffleId: string | null, answer: Got | null): ParticipantHints {
  return useMemo(() => {
    if (answer !== null) return { inviteeId: answer.invitee_id, displayName: answer.display_name };
    return raffleId === null ? { inviteeId: null, displayName: null } : readHints(raffleId);
  }, [raffleId, answer]);
}
