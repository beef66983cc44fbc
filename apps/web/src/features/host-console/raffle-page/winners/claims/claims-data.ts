/** Claims of a raffle (R73) as the server has them, a page at a time, and what the host does for one of them. */
import type {
  ClaimActionAnswer,
  ClaimRow,
  ClaimsAnswer,
  ClaimState,
  HostRaffle,
  PrizeWins,
} from '@glassdrum/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed } from '../../../../../api/call.ts';
import { useChange } from '../../../console-data.ts';
import { useRefetch } from '../../use-refetch.ts';

/** Null for all. */
export interface ClaimFilter {
  words: string;
  state: ClaimState | null;
  /** As `prizeKey` names it. */
  prize: string | null;
}

export const ALL_CLAIMS: ClaimFilter = { words: '', state: null, prize: null };

export function isAllClaims({ words, state, prize }: ClaimFilter): boolean {
  return words.trim() === '' && state === null && prize === null;
}

/** Names a prize among those of all draws. */
export function prizeKey({ draw_id: drawId, prize }: Pick<PrizeWins, 'draw_id' | 'prize'>): string {
  return `${prize} ${drawId}`;
}

function queryOf({ words, state, prize }: ClaimFilter, after: string | null): string {
  const [number = null, drawId = null] = prize?.split(' ') ?? [];
  const wanted = { search: words.trim(), state, draw_id: drawId, prize: number, after };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== null && value !== '') query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

export const claimsPath = (raffleId: string): string => `/api/raffles/${raffleId}/claims`;

/** Fetched again as the console's connection says so. */
export function useClaims(raffle: HostRaffle, filter: ClaimFilter) {
  const path = claimsPath(raffle.id);
  const claims = useInfiniteQuery({
    queryKey: [path, filter],
    queryFn: ({ pageParam }) => call<ClaimsAnswer>('GET', path + queryOf(filter, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchOnMount: 'always',
  });
  useRefetch(raffle, claims);
  return claims;
}

/** A call of the host for one place, or for what a scanned ticket won. */
interface ClaimCall {
  /** Below the raffle's claims; empty for claiming. */
  path: '' | '/hand-over' | '/decline' | '/ineligible' | '/extend';
  body: object;
}

interface ClaimCallEvents {
  onDone: (answer: ClaimActionAnswer) => void;
  /** True when the caller shows the sentence itself. */
  onRefused?: (message: string, fields: CallFailed['fields']) => boolean;
}

export function useClaimCall(raffleId: string, { onDone, onRefused }: ClaimCallEvents, failedTitle?: string) {
  const queries = useQueryClient();
  const path = claimsPath(raffleId);
  return useChange({
    act: (asked: ClaimCall) => call<ClaimActionAnswer>('POST', path + asked.path, asked.body),
    ...(failedTitle === undefined ? {} : { failedTitle }),
    onDone: (answer) => {
      void queries.invalidateQueries({ queryKey: [path] });
      onDone(answer);
    },
    onRefused: ({ message, fields }) => {
      // What was refused may rest on an outdated row.
      void queries.invalidateQueries({ queryKey: [path] });
      return onRefused?.(message, fields) ?? false;
    },
  });
}

export function placeBody({ draw_id, prize, entry_number }: ClaimRow) {
  return { draw_id, prize, entry_number };
}
