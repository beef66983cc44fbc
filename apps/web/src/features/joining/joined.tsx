/**
 * The page of somebody who is in. Whoever opens a link reads first what they join: this part is loaded behind it, and is there
 * when they have joined.
 */
import { type ComponentProps, lazy, useEffect } from 'react';
import { Later, whenIdle } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { JoinedView as View } from './joined-view.tsx';

const load = async () => ({ default: (await import('./joined-view.tsx')).JoinedView });

const JoinedView = lazy(load);

export function Joined(props: ComponentProps<typeof View>) {
  return (
    <Later fallback={<Skeleton className="h-80" />}>
      <JoinedView {...props} />
    </Later>
  );
}

/** Loads it when the page is there. Without a network it is loaded when it is shown. */
export function useJoinedAhead(): void {
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
}
