/** What the host can do for one person: the steps that the dialogs of entries and invitations offer for them. Pure. */
import { lowerPublications, type NamePublication } from '@glassdrum/raffle-rules';
import type { Person } from './people.ts';

export type PersonStep =
  | 'check_in'
  | 'undo_check_in'
  | 'copy_link'
  | 'show_qr'
  | 'send'
  | 'send_again'
  | 'reissue'
  | 'revoke'
  | 'lower_name'
  | 'remove'
  | 'erase';

/** Steps that ask or show something first. */
export type DialogStep = Exclude<
  PersonStep,
  'check_in' | 'undo_check_in' | 'copy_link' | 'send' | 'send_again'
>;

/** What the raffle's state and the installation allow. */
export interface AllowedSteps {
  change_invitees: boolean;
  send_invitations: boolean;
  remove_participant: boolean;
  erase_person: boolean;
  /** R78: the forms of names that the raffle allows; none while a draw runs. */
  names: readonly NamePublication[];
}

/** In the order of the menu. */
export function stepsFor(person: Person, allowed: AllowedSteps): PersonStep[] {
  return [
    ...checkInSteps(person),
    ...invitationSteps(person, allowed),
    ...nameSteps(person, allowed),
    ...entrySteps(person, allowed),
  ];
}

/** R71: while people check in. A check-in with their own phone is theirs, and nobody takes it back. */
function checkInSteps({ presence, entry }: Person): PersonStep[] {
  if (presence === 'not_here') return ['check_in'];
  const isByPhone = entry?.check_ins.at(-1)?.way === 'code';
  return presence === 'here' && !isByPhone ? ['undo_check_in'] : [];
}

function invitationSteps({ invitation }: Person, allowed: AllowedSteps): PersonStep[] {
  if (invitation === null || !allowed.change_invitees) return [];
  const { state, url, email, mail } = invitation;
  const isOpen = state === 'invited';
  const steps: PersonStep[] = [];
  if (url !== null) steps.push('copy_link');
  if (url !== null && (isOpen || state === 'entered')) steps.push('show_qr');
  if (isOpen && allowed.send_invitations && email !== null && mail?.state !== 'waiting') {
    steps.push(mail === null ? 'send' : 'send_again');
  }
  // R80: recent winners are left out of this raffle.
  if (state !== 'left_out') steps.push('reissue');
  if (isOpen) steps.push('revoke');
  return steps;
}

/** R78: as long as there is a form that shows less. */
function nameSteps({ display_name: name, entry }: Person, { names }: AllowedSteps): PersonStep[] {
  const isNamed = entry !== null && name !== '';
  return isNamed && lowerPublications(names, entry.name_publication).length > 0 ? ['lower_name'] : [];
}

/** Removing offers to erase, too; who is only invited is revoked first. */
function entrySteps({ display_name: name, state, entry }: Person, allowed: AllowedSteps): PersonStep[] {
  if (state === 'joined' && entry !== null && entry.tickets > 0 && allowed.remove_participant) {
    return ['remove'];
  }
  return allowed.erase_person && state !== 'invited' && name !== '' ? ['erase'] : [];
}
