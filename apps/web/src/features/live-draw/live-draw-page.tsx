/** The live draw /draw/:raffleId, and with `replay=true` its replay (R34). */
import { lazy, Suspense } from 'react';
import { useParams, useSearch } from 'wouter';
import { m } from '../../messages/generated/messages.js';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LiveDraw } from './live-draw.tsx';

// Nobody who waits for a draw needs what steers a replay.
const ReplayDraw = lazy(async () => {
  const { ReplayDraw: replay } = await import('./replay-draw.tsx');
  return { default: replay };
});

export function LiveDrawPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const isReplay = new URLSearchParams(useSearch()).get('replay') === 'true';
  if (!isReplay) return <LiveDraw key={raffleId} raffleId={raffleId} />;
  const arriving = (
    <Page title={m.draw_replay()}>
      <Skeleton className="h-[70dvh]" />
    </Page>
  );
  return (
    <Suspense fallback={arriving}>
      <ReplayDraw key={raffleId} raffleId={raffleId} />
    </Suspense>
  );
}
