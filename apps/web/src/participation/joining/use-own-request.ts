/**
 * H11: what this browser waits for before it has an entry: the host's approval, or a confirmed address. Only a browser that
 * asked to join asks how it is going, so nobody else's visit costs anything.
 */
import type { OwnEntry, OwnRequestAnswer, WaitingEntry } from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { storeJoined } from './join-device.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';

/** Polling while someone waits; an approval that the room shows is noticed at once. */
const POLL_EVERY_MS = 5_000;

const markerOf = (raffleId: string): string => `request:${raffleId}`;

interface OwnRequestInput {
  raffleId: string;
  /** The public link, under which this device prepared its key. */
  target: string;
  /** Null while there is no entry. */
  entry: { number: number } | null;
  /** The name of the newest entrant, as visitors see it. */
  newestName: string | null;
  /** Fetches the own entry. */
  fetchEntry: () => Promise<{ data?: OwnEntry | null | undefined }>;
  /** The request became this entry. */
  onEntry: (entry: OwnEntry) => void;
}

export function useOwnRequest(input: OwnRequestInput) {
  const { raffleId, target, entry, newestName, fetchEntry, onEntry } = input;
  const queries = useQueryClient();
  const [isWaiting, setWaiting] = useState(() => readStored(markerOf(raffleId)) !== null);
  const path = `/api/raffles/${raffleId}/own-request`;
  const { data, refetch } = useQuery({
    queryKey: [path],
    enabled: isWaiting && entry === null,
    queryFn: async () => (await call<OwnRequestAnswer>('GET', path)).request,
    refetchInterval: POLL_EVERY_MS,
  });
  const own = isWaiting && entry === null ? (data ?? null) : null;

  const isMine = own !== null && newestName !== null && newestName === publicShortName(own.display_name);
  useEffect(() => {
    if (isMine) void refetch();
  }, [isMine, refetch]);

  // The request is gone: it became an entry, or was cancelled elsewhere.
  const isOver = isWaiting && (entry !== null || data === null);
  const fetchJoined = useEffectEvent(fetchEntry);
  const settle = useEffectEvent(async (joined: OwnEntry | null): Promise<void> => {
    writeStored(markerOf(raffleId), null);
    if (joined !== null) {
      const { receipt } = joined;
      if (receipt !== null) {
        await storeJoined(target, { ...joined, raffle_id: raffleId, participant_token: null, receipt });
      }
      onEntry(joined);
    }
    setWaiting(false);
  });
  useEffect(() => {
    if (isOver) void fetchJoined().then(({ data: joined }) => settle(joined ?? null));
  }, [isOver]);

  return {
    own,
    /** After the server's answer to a join that has to wait. */
    begin(request: WaitingEntry): void {
      writeStored(markerOf(raffleId), target);
      queries.setQueryData([path], request);
      setWaiting(true);
    },
    refresh: () => void refetch(),
    async cancel(): Promise<void> {
      await call('POST', `${path}/cancel`);
      writeStored(markerOf(raffleId), null);
      queries.setQueryData([path], null);
      setWaiting(false);
    },
  };
}
