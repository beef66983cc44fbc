/** What the page's lists have in common: their shape while they load, and the way to more of them. */
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';

export function Loading({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <LoadFailed onRetry={onRetry} />;
  return (
    <LoadingShape>
      <Skeleton className="h-72" />
    </LoadingShape>
  );
}

export function MoreButton({ pending, onMore }: { pending: boolean; onMore: () => void }) {
  return (
    <Button variant="quiet" className="justify-self-center" pending={pending} onClick={onMore}>
      {m.admin_more()}
    </Button>
  );
}
