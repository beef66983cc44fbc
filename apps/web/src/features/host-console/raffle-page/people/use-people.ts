/** The people of a raffle as the server has them, kept up to date while they join. */
import { useEffect, useMemo, useRef } from 'react';
import type { HostRaffle, Invitation } from '@glassdrum/contract';
import { useInvitations, useParticipants, useRefreshInvitations } from '../../console-data.ts';
import { hostCan, hostMay } from '../../host-actions.ts';
import { type Person, mergePeople } from './people.ts';

const NO_INVITATIONS: readonly Invitation[] = [];

interface LoadedPeople {
  /** Undefined before there is anything. */
  people: readonly Person[] | undefined;
  /** False while only the entries with the lowest numbers are there. */
  isComplete: boolean;
  isError: boolean;
  refetch: () => void;
}

/**
 * Entries are fetched again whenever the console hears of them (`useLiveRaffles`), invitations when their number changes, and with
 * people whom the host enters, who have links, too (R66).
 */
export function usePeople(raffle: HostRaffle): LoadedPeople {
  const entries = useParticipants(raffle);
  const seesInvitees = hostMay(raffle, 'see_invitees');
  const invitations = useInvitations(raffle.id, { enabled: seesInvitees });
  useFollowInvitees(raffle);
  const participants = entries.data?.participants;
  const checkInDraw = checkInDrawOf(raffle);
  // Beside some of the entries, everyone else would seem to be only invited.
  const known = seesInvitees ? invitations.data : NO_INVITATIONS;
  const invited = entries.isComplete ? known : undefined;
  const people = useMemo(
    () =>
      participants === undefined
        ? undefined
        : mergePeople(participants, invited ?? NO_INVITATIONS, checkInDraw),
    [participants, invited, checkInDraw],
  );
  return {
    people,
    isComplete: invited !== undefined,
    isError:
      (participants === undefined && entries.isError) ||
      (seesInvitees && invitations.data === undefined && invitations.isError),
    refetch: () => {
      void entries.refetch();
      if (seesInvitees) void invitations.refetch();
    },
  };
}

/** R71: number of the draw that people check in for now. */
function checkInDrawOf(raffle: HostRaffle): number | null {
  const checkIn = raffle.presence?.check_in ?? null;
  if (checkIn === null || checkIn.opened_at === null || !hostCan(raffle, 'check_in_people')) return null;
  return checkIn.draw;
}

/** Another window may invite people; the console is sent how many there are. */
function useFollowInvitees({ id, invitees_count: invited, sources }: HostRaffle): void {
  const refresh = useRefreshInvitations(id);
  const count = invited + sources.host;
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    refresh();
  }, [count, refresh]);
}
