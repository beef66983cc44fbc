/** Whether the live line is up: a check or a cross, with the word. */
import { Check, X } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { Badge } from './badge.tsx';

export function ConnectionBadge({ connected }: { connected: boolean }) {
  return (
    <Badge tone={connected ? 'good' : 'danger'}>
      {connected ? (
        <Check aria-hidden className="size-4" strokeWidth={3} />
      ) : (
        <X aria-hidden className="size-4" strokeWidth={3} />
      )}
      {connected ? m.common_connected() : m.common_not_connected()}
    </Badge>
  );
}
