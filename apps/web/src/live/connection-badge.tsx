/** Whether the live line is up: a check or a cross, with the word. */
import { Check, X } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { useReachability } from '../api/reachability.ts';

export function ConnectionBadge({ connected }: { connected: boolean }) {
  const isOffline = useReachability() === 'offline';
  const broken = isOffline ? m.common_offline_label() : m.common_not_connected();
  return (
    <Badge tone={connected ? 'good' : 'danger'}>
      {connected ? (
        <Check aria-hidden className="size-4" strokeWidth={3} />
      ) : (
        <X aria-hidden className="size-4" strokeWidth={3} />
      )}
      {connected ? m.common_connected() : broken}
    </Badge>
  );
}
