/** Who is in a draw and goes on stage: numbers with a ticket (R22), with their names as this viewer may see them (R43). */
import type { DrawPlan, PublicJoinInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';

export interface Entrant {
  number: number;
  name: string;
}

/** A stage holds no more; the same numbers are chosen everywhere. */
const MOST = 5_000;

/**
 * Null while the names are on their way. Without them (a proof watched offline) the numbers go on stage alone.
 *
 * @param raffleId null when there is nobody to ask
 * @param invented names of a rehearsal
 * @param withoutTickets who left or was removed can't win and is not on stage (R22)
 */
export function useEntrants(
  raffleId: string | null,
  total: number,
  withoutTickets: readonly number[],
  invented?: (number: number) => string,
): readonly Entrant[] | null {
  const query = useQuery({
    queryKey: ['entrants', raffleId],
    queryFn: () => call<PublicJoinInfo>('GET', `/api/raffles/${raffleId ?? ''}/entrants`),
    enabled: raffleId !== null,
  });
  return useMemo(() => {
    if (raffleId !== null && query.isPending) return null;
    return onStage(total, withoutTickets, query.data?.takenNumbers ?? [], invented);
  }, [raffleId, invented, query.isPending, query.data, total, withoutTickets]);
}

/** Of a plan, with names as far as they are known. */
export function entrantsOf(
  {
    total_entries: total,
    without_tickets: withoutTickets,
  }: Pick<DrawPlan, 'total_entries' | 'without_tickets'>,
  taken: PublicJoinInfo['takenNumbers'],
): readonly Entrant[] {
  return onStage(total, withoutTickets, taken);
}

function onStage(
  total: number,
  withoutTickets: readonly number[],
  taken: PublicJoinInfo['takenNumbers'],
  invented?: (number: number) => string,
): readonly Entrant[] {
  const names = new Map(taken.map((one) => [one.entry_number, one.display_name]));
  return numbersWithTickets(total, withoutTickets, MOST).map((number) => ({
    number,
    name: names.get(number) ?? invented?.(number) ?? '',
  }));
}

/** @param most no more than the lowest so many */
export function numbersWithTickets(total: number, withoutTickets: readonly number[], most = total): number[] {
  const excluded = new Set(withoutTickets);
  const numbers: number[] = [];
  for (let number = 1; number <= total && numbers.length < most; number += 1) {
    if (!excluded.has(number)) numbers.push(number);
  }
  return numbers;
}

/** How many hold a ticket. */
export function participantsOf(plan: Pick<DrawPlan, 'total_entries' | 'without_tickets'>): number {
  return plan.total_entries - plan.without_tickets.length;
}
