/** Which dialog of the console is open, and for which raffle. Their code comes after the cards, while the host looks at them. */
import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import type { LeftInvitees } from './invitees/use-invitee-list.ts';

export type DialogKind = 'share' | 'entries' | 'invitations' | 'draw' | 'winners' | 'postpone' | 'delete';

export interface OpenDialog {
  kind: DialogKind;
  raffleId: string;
  /** Invitees that were not taken when the raffle was made. */
  left?: LeftInvitees;
}

interface DialogProps {
  raffle: HostRaffle;
  left: LeftInvitees | undefined;
  onClose: () => void;
}

type LoadDialog = () => Promise<{ default: ComponentType<DialogProps> }>;

const LOADERS: Record<DialogKind, LoadDialog> = {
  share: async () => ({ default: (await import('./share/share-dialog.tsx')).ShareDialog }),
  entries: async () => ({ default: (await import('./entries/entries-dialog.tsx')).EntriesDialog }),
  invitations: async () => ({
    default: (await import('./invitees/invitations-dialog.tsx')).InvitationsDialog,
  }),
  draw: async () => ({ default: (await import('./draw/draw-dialog.tsx')).DrawDialog }),
  winners: async () => ({ default: (await import('./draw/winners-dialog.tsx')).WinnersDialog }),
  postpone: async () => ({ default: (await import('./cards/postpone-dialog.tsx')).PostponeDialog }),
  delete: async () => ({ default: (await import('./cards/delete-dialog.tsx')).DeleteDialog }),
};

const DIALOGS: Record<DialogKind, ComponentType<DialogProps>> = {
  share: lazy(LOADERS.share),
  entries: lazy(LOADERS.entries),
  invitations: lazy(LOADERS.invitations),
  draw: lazy(LOADERS.draw),
  winners: lazy(LOADERS.winners),
  postpone: lazy(LOADERS.postpone),
  delete: lazy(LOADERS.delete),
};

/** Those that belong to no raffle; their own buttons show them. */
const OTHERS: readonly (() => Promise<unknown>)[] = [
  () => import('./settings/settings-dialog.tsx'),
  () => import('./animations/animations-dialog.tsx'),
];

const PRELOAD_AFTER_MS = 800;

interface ConsoleDialogsProps {
  raffles: readonly HostRaffle[];
  dialog: OpenDialog | null;
  onClose: () => void;
}

export function ConsoleDialogs({ raffles, dialog, onClose }: ConsoleDialogsProps) {
  usePreloadedDialogs();
  const raffle = raffles.find(({ id }) => id === dialog?.raffleId);
  if (dialog === null || raffle === undefined) return null;
  const Dialog = DIALOGS[dialog.kind];
  return (
    <Suspense fallback={null}>
      <Dialog raffle={raffle} left={dialog.left} onClose={onClose} />
    </Suspense>
  );
}

/** So that a press on a button finds its dialog there already, also in a hall whose network comes and goes. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever needs one that could not be loaded now tries again with the press.
      for (const load of [...Object.values(LOADERS), ...OTHERS]) load().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
