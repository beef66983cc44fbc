/** The entry numbers, below what a joining page is opened for: fetched after it. */
import { type ComponentProps, lazy } from 'react';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const EntryNumbersCard = lazy(async () => ({
  default: (await import('./entry-numbers-card.tsx')).EntryNumbersCard,
}));

export function EntryNumbers(props: ComponentProps<typeof EntryNumbersCard>) {
  const { raffle, names } = props;
  const skeleton = <Skeleton className="h-110" />;
  // The list of a page that began with a first view comes after it.
  const isListed = names.size > 0 || raffle.entry_count === raffle.unsold_count;
  return <Later fallback={skeleton}>{isListed ? <EntryNumbersCard {...props} /> : skeleton}</Later>;
}
