/** H16: everything known about oneself in a raffle, erased after a confirmation. */
import { lazy } from 'react';
import { m } from '../../messages/generated/messages.js';
import { DialogButton } from './dialog-button.tsx';

const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }));

interface EraseButtonProps {
  raffleId: string;
  leaves: boolean;
  number: number;
}

export function EraseButton(props: EraseButtonProps) {
  return (
    <DialogButton
      label={m.participation_erase()}
      renderDialog={(controls) => <EraseDialog {...props} {...controls} />}
    />
  );
}
