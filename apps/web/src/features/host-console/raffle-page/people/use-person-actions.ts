/** Does what the host chooses for one person in the table. */
import type { HostRaffle, ParticipantRow } from '@glassdrum/contract';
import { useSendsMail } from '../../../../api/installation.ts';
import { m } from '../../../../messages/generated/messages.js';
import { copyText } from '../../../../ui/copy-text.ts';
import { toast } from '../../../../ui/toast.tsx';
import { useChangeTickets } from '../../entries/use-entry-changes.ts';
import { hostCan } from '../../host-actions.ts';
import { useSendInvitation } from '../../invitees/use-send-invitation.ts';
import { useCheckIn } from '../../presence/use-check-in.ts';
import type { Person } from './people.ts';
import type { OpenPerson } from './person-dialog.tsx';
import { type PersonStep, stepsFor } from './person-steps.ts';

export interface PersonActions {
  stepsFor: (person: Person) => readonly PersonStep[];
  onStep: (step: PersonStep, person: Person) => void;
  /** Null where nothing can be changed: the list is closed for good, or nobody can hold more than one ticket. */
  onTickets: ((entry: ParticipantRow, tickets: number) => void) | null;
}

export function usePersonActions(raffle: HostRaffle, onDialog: (open: OpenPerson) => void): PersonActions {
  const sendsMail = useSendsMail() === true;
  const changeTickets = useChangeTickets(raffle);
  const send = useSendInvitation(raffle.id);
  const checkIn = useCheckIn(raffle);
  const allowed = {
    change_invitees: hostCan(raffle, 'change_invitees'),
    send_invitations: sendsMail && hostCan(raffle, 'send_invitations'),
    remove_participant: hostCan(raffle, 'remove_participant'),
    erase_person: hostCan(raffle, 'erase_person'),
    names: hostCan(raffle, 'lower_name') ? raffle.name_publications : [],
  };
  return {
    stepsFor: (person) => stepsFor(person, allowed),
    onTickets: hostCan(raffle, 'change_tickets') && raffle.max_tickets > 1 ? changeTickets : null,
    onStep(step, person) {
      switch (step) {
        case 'check_in':
        case 'undo_check_in':
          if (person.entry === null) return;
          checkIn.mutate({ action: step === 'check_in' ? 'check_in' : 'take_back', entry: person.entry });
          return;
        case 'copy_link':
          void copyLink(person.invitation?.url ?? '');
          return;
        case 'send':
        case 'send_again':
          send.mutate(person.invitee_id);
          return;
        case 'show_qr':
        case 'reissue':
        case 'revoke':
        case 'lower_name':
        case 'remove':
        case 'erase':
          onDialog({ step, person });
      }
    },
  };
}

async function copyLink(url: string): Promise<void> {
  if (await copyText(url)) toast({ title: m.console_link_copied(), tone: 'good' });
  else toast({ title: m.common_copy_failed(), description: m.common_copy_failed_hint(), tone: 'danger' });
}
