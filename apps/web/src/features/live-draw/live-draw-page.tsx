/** The live draw /draw/:raffleId, and with `replay=true` its replay (R34). */
import { useParams, useSearch } from 'wouter';
import { LiveDraw } from './live-draw.tsx';
import { ReplayDraw } from './replay-draw.tsx';

export function LiveDrawPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const isReplay = new URLSearchParams(useSearch()).get('replay') === 'true';
  return isReplay ? (
    <ReplayDraw key={`replay ${raffleId}`} raffleId={raffleId} />
  ) : (
    <LiveDraw key={raffleId} raffleId={raffleId} />
  );
}
