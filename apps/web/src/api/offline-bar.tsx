/** Says when this page is cut off from its server, and what still works; disappears automatically once it answers again. */
import { useEffect } from 'react';
import { WifiOff } from 'lucide-react';
import { probeUntilAnswered, type Reachability, useReachability } from './reachability.ts';
import { m } from '../messages/generated/messages.js';

/** Stands in every page, also when it is empty: a region that appears together with its words is not read out. */
export function OfflineBar() {
  const state = useReachability();
  useEffect(() => (state === 'silent' ? probeUntilAnswered() : undefined), [state]);
  return (
    <div role="status" className="sticky top-0 z-30">
      {state !== 'reachable' && <OfflineNotice state={state} />}
    </div>
  );
}

export function OfflineNotice({ state }: { state: Exclude<Reachability, 'reachable'> }) {
  return (
    <p className="flex items-start justify-center gap-2.5 border-b border-warn/30 bg-warn-soft px-4 py-2.5 text-sm text-warn">
      <WifiOff aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <span>
        <strong className="font-semibold">
          {state === 'offline' ? m.common_offline() : m.common_silent()}
        </strong>{' '}
        {m.common_offline_works()}
      </span>
    </p>
  );
}
