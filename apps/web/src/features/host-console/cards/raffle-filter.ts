/** Finding one raffle among hundreds: words, a status, an order. Pure. */
import type { HostRaffle } from '@glassdrum/contract';

export type RaffleOrder = 'newest' | 'oldest' | 'title' | 'deadline' | 'joined';
export type StatusFilter = 'all' | HostRaffle['status'];

export interface RaffleFilter {
  words: string;
  status: StatusFilter;
  order: RaffleOrder;
}

export const NO_FILTER: RaffleFilter = { words: '', status: 'all', order: 'newest' };

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const ORDERS: Record<RaffleOrder, (a: HostRaffle, b: HostRaffle) => number> = {
  newest: (a, b) => b.created_at - a.created_at,
  oldest: (a, b) => a.created_at - b.created_at,
  title: (a, b) => byTitle.compare(a.title, b.title),
  // Raffles without a deadline come last.
  deadline: (a, b) =>
    (a.deadline_at ?? Infinity) - (b.deadline_at ?? Infinity) || b.created_at - a.created_at,
  joined: (a, b) => b.joined_count - a.joined_count || b.created_at - a.created_at,
};

/** Raffles whose title or description has every word, in the chosen order. */
export function filteredRaffles(raffles: readonly HostRaffle[], filter: RaffleFilter): HostRaffle[] {
  const words = filter.words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return raffles
    .filter(({ title, description, status }) => {
      if (filter.status !== 'all' && status !== filter.status) return false;
      if (words.length === 0) return true;
      const text = `${title} ${description}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => ORDERS[filter.order](a, b) || (a.id < b.id ? -1 : 1));
}
