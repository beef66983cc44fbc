/** The emails and notifications of a raffle as the server has them, a page at a time, kept up to date while they go out. */
import { useEffect, useRef } from 'react';
import type {
  HostRaffle,
  MessageChannel,
  MessageCounts,
  MessageOccasion,
  MessagesPage,
  MessageState,
} from '@glassdrum/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { useRefetch } from '../use-refetch.ts';

/** While something waits to be sent, and otherwise. Only a page that is looked at asks. */
const WAITING_MS = 3_000;
const QUIET_MS = 15_000;

/** Null for all. */
export interface MessageFilter {
  words: string;
  channel: MessageChannel | null;
  occasion: MessageOccasion | null;
  state: MessageState | null;
}

export const ALL_MESSAGES: MessageFilter = { words: '', channel: null, occasion: null, state: null };

export function isAllMessages({ words, channel, occasion, state }: MessageFilter): boolean {
  return words.trim() === '' && channel === null && occasion === null && state === null;
}

export function queryOf({ words, channel, occasion, state }: MessageFilter, after: string | null): string {
  const wanted = { words: words.trim(), channel, occasion, state, after };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== null && value !== '') query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** How many there are of those that the filter's other choices leave. */
export function countBy<Key extends 'channel' | 'occasion' | 'state'>(
  { counts }: MessageCounts,
  key: Key,
  filter: MessageFilter,
): ReadonlyMap<MessageCounts['counts'][number][Key], number> {
  const totals = new Map<MessageCounts['counts'][number][Key], number>();
  for (const row of counts) {
    const fits = (['channel', 'occasion', 'state'] as const).every(
      (other) => other === key || filter[other] === null || filter[other] === row[other],
    );
    if (fits) totals.set(row[key], (totals.get(row[key]) ?? 0) + row.count);
  }
  return totals;
}

export function useMessageCounts(raffle: HostRaffle) {
  const path = `/api/raffles/${raffle.id}/messages/counts`;
  const counts = useQuery({
    queryKey: [path],
    queryFn: () => call<MessageCounts>('GET', path),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.counts.some((row) => row.state === 'waiting') === true ? WAITING_MS : QUIET_MS,
  });
  useRefetch(raffle, counts);
  return counts;
}

/** @param counts of now: when they change, the pages that are there are fetched again */
export function useMessages(raffleId: string, filter: MessageFilter, counts: MessageCounts) {
  const path = `/api/raffles/${raffleId}/messages`;
  const messages = useInfiniteQuery({
    queryKey: [path, filter],
    queryFn: ({ pageParam }) => call<MessagesPage>('GET', path + queryOf(filter, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchOnMount: 'always',
  });
  const known = useRef(counts);
  const { refetch } = messages;
  useEffect(() => {
    // Counts that did not change stay the same object.
    if (known.current === counts) return;
    known.current = counts;
    void refetch();
  }, [counts, refetch]);
  return messages;
}
