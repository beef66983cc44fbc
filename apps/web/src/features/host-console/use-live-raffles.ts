/** Keeps the list of raffles, and the entries that are on screen, as the server has them. */
import { useEffect } from 'react';
import type { HostRaffle, HostSession } from '@glassdrum/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CURRENT_USER, LEAVING } from '../../api/current-user.ts';
import { browserLine } from '../../live/browser-line.ts';
import { signInAgain } from '../../api/sign-in/sign-in-offer.ts';
import { isShownWorkspace, RAFFLES, WORKSPACES } from '../../api/workspaces/workspaces.ts';
import type { Connection } from '../../live/connection.ts';
import { participantsKey } from './console-data.ts';
import { connectConsole } from './console-connection.ts';
import { lateRefetch } from './late-refetch.ts';

/** Ten thousand rows are not fetched more often than this while people join. */
const ENTRIES_EVERY_MS = 2000;

/** What a pass-over or a claim changes. */
const WINNERS_PATH = /^\/api\/raffles\/([^/?]+)\/(?:winners|results|claims)(?:\?|$)/;

/** @param isSignedIn while it is false there is nothing to connect to */
export function useLiveRaffles(isSignedIn: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    const entries = entriesRefresher(queryClient);
    const refetchLate = lateRefetch(queryClient);
    let isOver = false;
    let connection: Connection | null = null;
    const connect = (): void => {
      connection = connectConsole({
        ...browserLine,
        onJoined() {
          void queryClient.invalidateQueries({ queryKey: RAFFLES });
          // R81: the connection is opened anew when a role changed.
          void queryClient.invalidateQueries({ queryKey: WORKSPACES });
          // Pass-overs of the time without a line change nothing of the raffles themselves.
          void refetchWinners(queryClient);
        },
        onRaffle(raffle) {
          const before = listed(queryClient)?.find(({ id }) => id === raffle.id);
          queryClient.setQueryData<HostRaffle[]>(RAFFLES, (list) =>
            withRaffle(list, raffle, isShownWorkspace(queryClient, raffle.workspace_id)),
          );
          refetchLate();
          if (before === undefined || entriesDiffer(before, raffle)) entries.refresh(raffle.id);
        },
        onRaffleGone(raffleId) {
          queryClient.setQueryData<HostRaffle[]>(RAFFLES, (list) =>
            list?.filter(({ id }) => id !== raffleId),
          );
          refetchLate();
        },
        onWinnersChanged(raffleId) {
          void refetchWinners(queryClient, raffleId);
        },
        onSignedOut() {
          if (queryClient.getQueryData(LEAVING) === true) return;
          hasSessionAgain()
            .then((isSignedInAgain) => {
              if (isOver) return;
              if (isSignedInAgain) connect();
              else queryClient.setQueryData(CURRENT_USER, null);
            })
            // Unknown: the next call shows it.
            .catch(() => undefined);
        },
      });
    };
    connect();
    return () => {
      isOver = true;
      connection?.close();
      entries.stop();
    };
  }, [queryClient, isSignedIn]);
}

/** Whether there is a session again: the browser has another one by now, or its host signs in again. */
async function hasSessionAgain(): Promise<boolean> {
  const { user } = await call<HostSession>('GET', '/api/auth/session');
  return user !== null || signInAgain('not_signed_in', true);
}

/** Fetches who holds the prizes again, where that is on screen. @param raffleId of all raffles without it */
function refetchWinners(queryClient: QueryClient, raffleId?: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => {
      const [, of] = WINNERS_PATH.exec(String(path)) ?? [];
      return of !== undefined && (raffleId === undefined || of === raffleId);
    },
  });
}

const listed = (queryClient: QueryClient): HostRaffle[] | undefined =>
  queryClient.getQueryData<HostRaffle[]>(RAFFLES);

/**
 * The newest form of a raffle in the list; raffles that didn't change stay the same objects.
 * @param isOfList R81: a new raffle belongs to the workspace whose list this is
 */
export function withRaffle(
  list: HostRaffle[] | undefined,
  raffle: HostRaffle,
  isOfList = true,
): HostRaffle[] | undefined {
  if (list === undefined) return list;
  if (list.some(({ id }) => id === raffle.id)) {
    return list.map((one) => (one.id === raffle.id ? raffle : one));
  }
  return isOfList ? [...list, raffle] : list;
}

function entriesDiffer(before: HostRaffle, after: HostRaffle): boolean {
  return (
    before.entry_count !== after.entry_count ||
    before.ticket_total !== after.ticket_total ||
    before.draws.left !== after.draws.left ||
    // R71: somebody checked in.
    before.presence?.check_in?.present !== after.presence?.check_in?.present
  );
}

/** Fetches the entries of a raffle again if they are on screen: at once, and then at most every two seconds. */
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
