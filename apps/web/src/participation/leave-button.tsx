/** R45: leaving before the freeze, after a question. The dialog's code is loaded only when somebody wants to leave. */
import type { PublicRaffle } from '@glassdrum/contract';
import { lazy, Suspense, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';

const LeaveDialog = lazy(async () => {
  const { LeaveDialog: dialog } = await import('./leave-dialog.tsx');
  return { default: dialog };
});

interface LeaveButtonProps {
  raffle: PublicRaffle;
  onLeft: () => void;
}

export function LeaveButton({ raffle, onLeft }: LeaveButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className="text-ink-soft"
        onClick={() => {
          setWanted(true);
          setAsked(true);
        }}
      >
        {m.participation_leave()}
      </Button>
      {isWanted && (
        <Suspense>
          <LeaveDialog raffleId={raffle.id} open={isAsked} onOpenChange={setAsked} onLeft={onLeft} />
        </Suspense>
      )}
    </>
  );
}
