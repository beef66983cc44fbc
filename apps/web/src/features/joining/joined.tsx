/**
 * The page of somebody who is in. Whoever opens a link reads first what they join: this part is loaded behind it, and is there
 * when they have joined.
 */
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { JoinedView as View } from './joined-view.tsx';

const load = async () => ({ default: (await import('./joined-view.tsx')).JoinedView });

const JoinedView = lazy(load);

export function Joined(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <JoinedView {...props} />
    </Suspense>
  );
}

/** Loads it when the page is there. Without a network it is loaded when it is shown. */
export function useJoinedAhead(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}
