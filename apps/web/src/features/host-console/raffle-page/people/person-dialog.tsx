/** The dialog that belongs to a step for one person; those of the lists of entries and invitations are used here, too. */
import type { HostRaffle } from '@glassdrum/contract';
import { EraseEntryDialog, RemoveEntryDialog } from '../../entries/entry-dialogs.tsx';
import { LowerNameDialog } from '../../entries/lower-name-dialog.tsx';
import { EraseInviteeDialog, ReissueDialog, RevokeDialog } from '../../invitees/invitation-dialogs.tsx';
import { QrDialog } from '../../share/qr-dialog.tsx';
import type { Person } from './people.ts';
import { nameOf } from './people-texts.ts';
import type { DialogStep } from './person-steps.ts';

export interface OpenPerson {
  step: DialogStep;
  person: Person;
}

interface PersonDialogProps extends OpenPerson {
  raffle: HostRaffle;
  onClose: () => void;
}

export function PersonDialog({ raffle, step, person, onClose }: PersonDialogProps) {
  const { invitation } = person;
  // A paper ticket has no name.
  const entry = person.entry === null ? null : { ...person.entry, display_name: nameOf(person) };
  const invitationProps = invitation === null ? null : { raffleId: raffle.id, invitation, onClose };
  switch (step) {
    case 'show_qr': {
      const url = invitation?.url ?? null;
      if (url === null) return null;
      return <QrDialog invitation={{ display_name: person.display_name, url }} onClose={onClose} />;
    }
    case 'reissue':
      return invitationProps && <ReissueDialog {...invitationProps} />;
    case 'revoke':
      return invitationProps && <RevokeDialog {...invitationProps} />;
    case 'lower_name':
      return entry && <LowerNameDialog raffle={raffle} entry={entry} onClose={onClose} />;
    case 'remove':
      return entry && <RemoveEntryDialog raffle={raffle} entry={entry} onClose={onClose} />;
    case 'erase':
      if (entry !== null) return <EraseEntryDialog raffle={raffle} entry={entry} onClose={onClose} />;
      return invitationProps && <EraseInviteeDialog {...invitationProps} />;
  }
}
