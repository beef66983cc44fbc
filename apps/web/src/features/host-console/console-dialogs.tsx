/** Which dialog of the console is open, and for which raffle. */
import type { HostRaffle, LineProblem } from '@glassdrum/contract';
import { DeleteDialog } from './delete-dialog.tsx';
import { DrawDialog } from './draw-dialog.tsx';
import { EntriesDialog } from './entries-dialog.tsx';
import { InvitationsDialog } from './invitations-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

export type DialogKind = 'share' | 'entries' | 'invitations' | 'draw' | 'delete';

/** A list that could not be taken as it was, to be mended. */
export interface ListProblems {
  text: string;
  /** Empty when the whole call failed. */
  lines: readonly LineProblem[];
  /** The server's own. */
  sentence: string;
}

export interface OpenDialog {
  kind: DialogKind;
  raffleId: string;
  problems?: ListProblems;
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
      return <InvitationsDialog raffle={raffle} problems={dialog.problems} onClose={onClose} />;
    case 'draw':
      return <DrawDialog raffle={raffle} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog raffle={raffle} onClose={onClose} />;
  }
}
