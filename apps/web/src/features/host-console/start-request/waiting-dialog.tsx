/** R81: what who asked for a draw to start sees: waiting, the draw itself once somebody confirmed, or that nobody did. */
import { useEffect } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { useLocation } from 'wouter';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { rafflePhase } from '../host-actions.ts';
import { StartRequestPanel } from './start-request-panel.tsx';
import { useStartRequest } from './use-start-request.ts';

interface WaitingDialogProps {
  raffle: HostRaffle;
  /** Asks again, once the time is over. */
  onAgain: () => void;
  onClose: () => void;
}

export function WaitingDialog({ raffle, onAgain, onClose }: WaitingDialogProps) {
  const [, navigate] = useLocation();
  const isWaiting = useStartRequest(raffle) !== null;
  const hasStarted = rafflePhase(raffle) === 'drawing';
  useEffect(() => {
    if (hasStarted) navigate(`/draw/${raffle.id}`);
  }, [hasStarted, navigate, raffle.id]);
  return (
    <Dialog open onOpenChange={onClose} title={m.start_waiting_title()} description={raffle.title}>
      <StartRequestPanel raffle={raffle} onConfirm={onAgain} />
      {!isWaiting && !hasStarted && (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{m.start_over()}</p>
          <Button onClick={onAgain}>{m.start_again()}</Button>
        </div>
      )}
    </Dialog>
  );
}
