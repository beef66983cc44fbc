/** Keeps the list of raffles, and the entries that are on screen, as the server has them. */
import { useEffect } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CURRENT_USER } from '../../api/current-user.ts';
import { browserSocket } from '../../live/browser-socket.ts';
import { LEAVING, participantsKey, RAFFLES } from './console-data.ts';
import { connectConsole } from './console-socket.ts';

/** Ten thousand rows are not asked for more often than this while people join. */
const ENTRIES_EVERY_MS = 2000;

export function useLiveRaffles(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const entries = entriesRefresher(queryClient);
    const stop = connectConsole({
      openSocket: browserSocket,
      random: Math.random,
      onJoined: () => void queryClient.invalidateQueries({ queryKey: RAFFLES }),
      onRaffle(raffle) {
        const before = listed(queryClient)?.find(({ id }) => id === raffle.id);
        queryClient.setQueryData<HostRaffle[]>(RAFFLES, (list) => withRaffle(list, raffle));
        if (before === undefined || entriesDiffer(before, raffle)) entries.refresh(raffle.id);
      },
      onGone(raffleId) {
        queryClient.setQueryData<HostRaffle[]>(RAFFLES, (list) => list?.filter(({ id }) => id !== raffleId));
      },
      onSignedOut() {
        if (queryClient.getQueryData(LEAVING) === true) return;
        void queryClient.invalidateQueries({ queryKey: CURRENT_USER });
      },
    });
    return () => {
      stop();
      entries.stop();
    };
  }, [queryClient]);
}

const listed = (queryClient: QueryClient): HostRaffle[] | undefined =>
  queryClient.getQueryData<HostRaffle[]>(RAFFLES);

/** The newest form of a raffle in the list; raffles that didn't change stay the same objects. */
export function withRaffle(list: HostRaffle[] | undefined, raffle: HostRaffle): HostRaffle[] | undefined {
  if (list === undefined) return list;
  return list.some(({ id }) => id === raffle.id)
    ? list.map((one) => (one.id === raffle.id ? raffle : one))
    : [...list, raffle];
}

function entriesDiffer(before: HostRaffle, after: HostRaffle): boolean {
  return before.entry_count !== after.entry_count || before.ticket_total !== after.ticket_total;
}

/** Asks for the entries of a raffle again if they are on screen: at once, and then at most every two seconds. */
function entriesRefresher(queryClient: QueryClient): { refresh(raffleId: string): void; stop(): void } {
  const resting = new Map<string, { again: boolean; timer: ReturnType<typeof setTimeout> }>();
  const refresh = (raffleId: string): void => {
    const rest = resting.get(raffleId);
    if (rest !== undefined) {
      rest.again = true;
      return;
    }
    void queryClient.invalidateQueries({ queryKey: participantsKey(raffleId) });
    const timer = setTimeout(() => {
      const again = resting.get(raffleId)?.again ?? false;
      resting.delete(raffleId);
      if (again) refresh(raffleId);
    }, ENTRIES_EVERY_MS);
    resting.set(raffleId, { again: false, timer });
  };
  return {
    refresh,
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer);
    },
  };
}
