/** Which dialog of the console is open, and for which raffle. Their code comes after the cards, while the host looks at them. */
import { useEffect } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import type { LeftInvitees } from './invitees/use-invitee-list.ts';

export type DialogKind =
  | 'share'
  | 'entries'
  | 'review'
  | 'invitations'
  | 'people'
  | 'draw'
  | 'room'
  | 'winners'
  | 'winners-count'
  | 'postpone'
  | 'open'
  | 'duplicate'
  | 'template'
  | 'cancel'
  | 'delete'
  | 'erase';

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

const DIALOGS = {
  share: lazyWithPreload<DialogProps>(async () => (await import('./share/share-dialog.tsx')).ShareDialog),
  entries: lazyWithPreload<DialogProps>(
    async () => (await import('./entries/entries-dialog.tsx')).EntriesDialog,
  ),
  review: lazyWithPreload<DialogProps>(async () => (await import('./review/review-dialog.tsx')).ReviewDialog),
  invitations: lazyWithPreload<DialogProps>(
    async () => (await import('./invitees/invitations-dialog.tsx')).InvitationsDialog,
  ),
  people: lazyWithPreload<DialogProps>(
    async () => (await import('./people-import/add-people-dialog.tsx')).AddPeopleDialog,
  ),
  draw: lazyWithPreload<DialogProps>(async () => (await import('./draw/draw-dialog.tsx')).DrawDialog),
  room: lazyWithPreload<DialogProps>(async () => (await import('./draw/room-dialog.tsx')).RoomDialog),
  'winners-count': lazyWithPreload<DialogProps>(
    async () => (await import('./cards/winners-count-dialog.tsx')).WinnersCountDialog,
  ),
  winners: lazyWithPreload<DialogProps>(
    async () => (await import('./draw/winners-dialog.tsx')).WinnersDialog,
  ),
  postpone: lazyWithPreload<DialogProps>(
    async () => (await import('./cards/postpone-dialog.tsx')).PostponeDialog,
  ),
  open: lazyWithPreload<DialogProps>(async () => (await import('./left-out/open-dialog.tsx')).OpenDialog),
  duplicate: lazyWithPreload<DialogProps>(
    async () => (await import('./templates/duplicate-dialog.tsx')).DuplicateDialog,
  ),
  template: lazyWithPreload<DialogProps>(
    async () => (await import('./templates/save-template-dialog.tsx')).SaveTemplateDialog,
  ),
  cancel: lazyWithPreload<DialogProps>(async () => (await import('./cards/cancel-dialog.tsx')).CancelDialog),
  delete: lazyWithPreload<DialogProps>(async () => (await import('./cards/delete-dialog.tsx')).DeleteDialog),
  erase: lazyWithPreload<DialogProps>(async () => (await import('./cards/erase-dialog.tsx')).EraseDialog),
};

/** Those that belong to no raffle; their own buttons show them. */
const OTHERS: readonly (() => Promise<unknown>)[] = [
  () => import('./settings/settings-dialog.tsx'),
  () => import('./animations/animations-dialog.tsx'),
  () => import('./templates/templates-dialog.tsx'),
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
  const { Component: Dialog } = DIALOGS[dialog.kind];
  return <Dialog raffle={raffle} left={dialog.left} onClose={onClose} />;
}

/** So that a press on a button finds its dialog there already, also in a hall whose network comes and goes. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Anyone who needs one that could not be loaded now tries again with the press.
      for (const load of [...Object.values(DIALOGS).map((dialog) => dialog.load), ...OTHERS])
        load().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
