/** Which dialog of the console is open, and for which raffle. */
import type { HostRaffle } from '@glassdrum/contract';
import { DeleteDialog } from './cards/delete-dialog.tsx';
import { DrawDialog } from './draw/draw-dialog.tsx';
import { WinnersDialog } from './draw/winners-dialog.tsx';
import { EntriesDialog } from './entries/entries-dialog.tsx';
import { InvitationsDialog } from './invitees/invitations-dialog.tsx';
import type { LeftInvitees } from './invitees/use-invitee-list.ts';
import { ShareDialog } from './share/share-dialog.tsx';

export type DialogKind = 'share' | 'entries' | 'invitations' | 'draw' | 'winners' | 'delete';

export interface OpenDialog {
  kind: DialogKind;
  raffleId: string;
  /** Invitees that were not taken when the raffle was made. */
  left?: LeftInvitees;
}

interface ConsoleDialogsProps {
  raffles: readonly HostRaffle[];
  dialog: OpenDialog | null;
  onClose: () => void;
}

export function ConsoleDialogs({ raffles, dialog, onClose }: ConsoleDialogsProps) {
  const raffle = raffles.find(({ id }) => id === dialog?.raffleId);
  if (dialog === null || raffle === undefined) return null;
  switch (dialog.kind) {
    case 'share':
      return <ShareDialog raffle={raffle} onClose={onClose} />;
    case 'entries':
      return <EntriesDialog raffle={raffle} onClose={onClose} />;
    case 'invitations':
      return <InvitationsDialog raffle={raffle} left={dialog.left} onClose={onClose} />;
    case 'draw':
      return <DrawDialog raffle={raffle} onClose={onClose} />;
    case 'winners':
      return <WinnersDialog raffle={raffle} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog raffle={raffle} onClose={onClose} />;
  }
}
