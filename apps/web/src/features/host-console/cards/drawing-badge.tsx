/** On the card of a raffle that is being drawn: that it is, or that the draw has come to no result (draw protocol §8). */
import type { DrawPlan } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useNeverFinished } from '../../../live/use-never-finished.ts';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';

export function DrawingBadge({ raffleId }: { raffleId: string }) {
  const path = `/api/raffles/${raffleId}/draw`;
  const plan = useQuery({ queryKey: [path], queryFn: () => call<DrawPlan>('GET', path) });
  const isNeverFinished = useNeverFinished(plan.data ?? null, Date.now);
  return isNeverFinished ? (
    <Badge tone="danger">{m.log_progress_never_finished()}</Badge>
  ) : (
    <Badge tone="brand">{m.console_drawing_now()}</Badge>
  );
}
