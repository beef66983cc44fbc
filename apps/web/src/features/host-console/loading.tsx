/** The shape of what is on its way, or the offer to ask again. */
import { m } from '../../messages/generated/messages.js';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';

interface LoadingProps {
  failed: boolean;
  onRetry: () => void;
  className: string;
}

export function Loading({ failed, onRetry, className }: LoadingProps) {
  if (failed) return <LoadFailed onRetry={onRetry} />;
  return (
    <div aria-busy>
      <span role="status" className="sr-only">
        {m.common_loading()}
      </span>
      <Skeleton className={className} />
    </div>
  );
}
