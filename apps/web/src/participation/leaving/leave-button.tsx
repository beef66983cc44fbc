/** R45: leaving before the freeze, after a confirmation. */
import type { PublicRaffle } from '@glassdrum/contract';
import { lazy } from 'react';
import { m } from '../../messages/generated/messages.js';
import { DialogButton } from './dialog-button.tsx';

const LeaveDialog = lazy(async () => {
  const { LeaveDialog: dialog } = await import('./leave-dialog.tsx');
  return { default: dialog };
});

interface LeaveButtonProps {
  raffle: PublicRaffle;
  onLeft: () => void;
}

export function LeaveButton({ raffle, onLeft }: LeaveButtonProps) {
  return (
    <DialogButton
      label={m.participation_leave()}
      renderDialog={(controls) => <LeaveDialog raffleId={raffle.id} onLeft={onLeft} {...controls} />}
    />
  );
}
