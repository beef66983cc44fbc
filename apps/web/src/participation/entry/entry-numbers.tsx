/** The entry numbers, below what a joining page is opened for: fetched after it. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

const EntryNumbersCard = lazy(async () => ({
  default: (await import('./entry-numbers-card.tsx')).EntryNumbersCard,
}));

export function EntryNumbers(props: ComponentProps<typeof EntryNumbersCard>) {
  return (
    <Suspense fallback={<Skeleton className="h-110" />}>
      <EntryNumbersCard {...props} />
    </Suspense>
  );
}
