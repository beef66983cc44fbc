/** Why a watching device's check is not green: a closed list of codes, each with its sentence (draw protocol §10). */

/** What of an own entry can differ from the receipt. */
export type EntryField = 'state' | 'source' | 'weights' | 'name' | 'device_key' | 'entropy_commit';

/** What of a proof can differ from what this device saw. */
export type ProofMember = 'opening' | 'freeze' | 'seed' | 'random_number';

/** Something is wrong. Times are Unix seconds, by this device's own clock where it noted them. */
export type RedReason =
  | { code: 'receipt_not_signed' }
  | { code: 'opening_hashes_differ' }
  | { code: 'freeze_malformed' }
  | { code: 'records_do_not_chain' }
  | { code: 'opening_differs' }
  | { code: 'freeze_not_signed' }
  | { code: 'second_freeze'; first: string; second: string }
  | { code: 'lead_too_short'; seconds: number }
  | { code: 'show_time_differs'; showAt: number; startedAt: number }
  | { code: 'own_entry_missing'; entryNumber: number }
  | { code: 'own_entry_differs'; entryNumber: number; fields: EntryField[] }
  | { code: 'absent_after_check_in'; entryNumber: number }
  | { code: 'entry_changed_by_host'; state: string; weights: number[]; reasonCode: string; changedAt: number }
  | { code: 'own_change_not_logged' }
  | { code: 'plan_changed_unrecorded' }
  | { code: 'earlier_draw_dropped' }
  | { code: 'contributions_differ' }
  | { code: 'own_contribution_missing' }
  | { code: 'seed_differs' }
  | { code: 'round_signature_wrong' }
  | { code: 'room_text_differs' }
  | { code: 'result_differs' }
  | { code: 'proof_differs'; member: ProofMember }
  | { code: 'proof_failed'; checks: string[] }
  | { code: 'record_after_draw_wrong'; problem: string }
  | { code: 'checkpoint_not_signed' }
  | { code: 'checkpoints_inconsistent' };

/** Something was late or could not be checked. */
export type YellowReason =
  | { code: 'freeze_not_seen' }
  | { code: 'freeze_late'; seconds: number }
  | { code: 'clock_differs'; seconds: number }
  | { code: 'show_not_seen' }
  | { code: 'key_not_stored' }
  | { code: 'receipt_not_stored' }
  | { code: 'opening_not_stored' }
  | { code: 'absence_not_told' }
  | { code: 'check_in_taken_back' }
  | { code: 'own_changes_not_seen' }
  | { code: 'plan_changes_not_seen' }
  | { code: 'earlier_draw_not_followed' }
  | { code: 'seed_late'; seconds: number }
  | { code: 'seed_not_seen' }
  | { code: 'seen_not_sent' }
  | { code: 'seen_not_listed' }
  | { code: 'later_records_not_seen' }
  | { code: 'consistency_not_shown' };

/** What the check waits for. */
export type PendingReason =
  { code: 'waiting' } | { code: 'random_number_not_checked' } | { code: 'draw_voided'; reasonCode: string };

export type Reason = RedReason | YellowReason | PendingReason;

/** The first of several reasons is named on screen: in this order. */
const RED_ORDER: readonly RedReason['code'][] = [
  'second_freeze',
  'freeze_malformed',
  'freeze_not_signed',
  'records_do_not_chain',
  'opening_hashes_differ',
  'opening_differs',
  'earlier_draw_dropped',
  'plan_changed_unrecorded',
  'receipt_not_signed',
  'entry_changed_by_host',
  'own_entry_missing',
  'absent_after_check_in',
  'own_entry_differs',
  'own_change_not_logged',
  'own_contribution_missing',
  'contributions_differ',
  'lead_too_short',
  'show_time_differs',
  'seed_differs',
  'round_signature_wrong',
  'room_text_differs',
  'proof_differs',
  'proof_failed',
  'result_differs',
  'record_after_draw_wrong',
  'checkpoint_not_signed',
  'checkpoints_inconsistent',
];

const RED: ReadonlySet<string> = new Set(RED_ORDER);

export function isRed(reason: Reason): reason is RedReason {
  return RED.has(reason.code);
}

/** The most telling first. */
export function sortRed(reasons: readonly RedReason[]): RedReason[] {
  return reasons.toSorted((one, other) => RED_ORDER.indexOf(one.code) - RED_ORDER.indexOf(other.code));
}

const ENTRY_FIELDS: Record<EntryField, string> = {
  state: 'state',
  source: 'source',
  weights: 'tickets',
  name: 'name',
  device_key: 'device key',
  entropy_commit: 'committed contribution',
};

const PROOF_MEMBERS: Record<ProofMember, string> = {
  opening: 'opening',
  freeze: 'list',
  seed: 'seed',
  random_number: 'random number',
};

/**
 * A reason in plain English: a part of a sentence, without capital letter and full stop, that fits after
 * "This check failed: ". Numbers and codes from records are in it, no other text from anyone.
 */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'receipt_not_signed':
      return 'your receipt is not signed with the key that was stored when you joined';
    case 'opening_hashes_differ':
      return 'the rules or prizes shown when you joined are not those that the draw was opened with';
    case 'freeze_malformed':
      return 'the freeze of the list has no valid form';
    case 'records_do_not_chain':
      return 'the records of opening, close and freeze do not belong together';
    case 'opening_differs':
      return 'the draw does not have the opening that was stored when you joined';
    case 'freeze_not_signed':
      return 'the freeze of the list is not signed with the key that was stored when you joined';
    case 'second_freeze':
      return 'the list of this draw was frozen twice';
    case 'lead_too_short':
      return `the list was frozen only ${reason.seconds} seconds before the draw`;
    case 'show_time_differs':
      return `the show started ${Math.round(Math.abs(reason.startedAt - reason.showAt))} seconds ${
        reason.startedAt < reason.showAt ? 'before' : 'after'
      } the recorded time`;
    case 'own_entry_missing':
      return `your entry ${reason.entryNumber} is not in the list`;
    case 'own_entry_differs': {
      const fields = reason.fields.map((field) => ENTRY_FIELDS[field]).join(', ');
      return `your entry ${reason.entryNumber} differs from your receipt in the list: ${fields}`;
    }
    case 'absent_after_check_in':
      return `your entry ${reason.entryNumber} checked in for this draw, and the list calls it absent`;
    case 'entry_changed_by_host':
      return `the host changed your entry to the state "${reason.state}" with tickets ${reason.weights.join(
        ', ',
      )} (${reason.reasonCode})`;
    case 'own_change_not_logged':
      return 'a change that you made to your entry is not in the public log';
    case 'contributions_differ':
      return 'the contributions are not those that the list was frozen with';
    case 'plan_changed_unrecorded':
      return 'the prizes were changed after the opening without a record in the public log';
    case 'earlier_draw_dropped':
      return 'an earlier draw of this raffle was dropped after its list was fixed';
    case 'own_contribution_missing':
      return 'the contribution that this device sent in time was left out';
    case 'seed_differs':
      return 'the seed is not the one promised when the draw was opened';
    case 'round_signature_wrong':
      return 'the public random number does not have a valid signature';
    case 'room_text_differs':
      return 'the numbers in the proof are not those shown in the room';
    case 'result_differs':
      return 'the result shown is not the one that was computed';
    case 'proof_differs':
      return `the proof has another ${PROOF_MEMBERS[reason.member]} than this device saw`;
    case 'proof_failed':
      return `the proof fails ${reason.checks.join(', ')}`;
    case 'record_after_draw_wrong':
      return reason.problem;
    case 'checkpoint_not_signed':
      return 'a checkpoint of the public log is not signed with its key';
    case 'checkpoints_inconsistent':
      return 'the public log was changed after this device saw it';
    case 'freeze_not_seen':
      return 'this device did not see the freeze of the list';
    case 'freeze_late':
      return `this device saw the freeze ${reason.seconds} seconds too late`;
    case 'clock_differs':
      return `this device's clock is wrong by ${Math.round(Math.abs(reason.seconds))} seconds`;
    case 'show_not_seen':
      return 'this device did not see the show start';
    case 'key_not_stored':
      return 'this device did not store a key when you joined';
    case 'receipt_not_stored':
      return 'this device has no receipt';
    case 'opening_not_stored':
      return 'this device did not store the opening of this draw';
    case 'absence_not_told':
      return 'your entry is listed as absent, and this device was not told before that people must be present';
    case 'check_in_taken_back':
      return 'your entry is listed as absent: the desk took your check-in back';
    case 'own_changes_not_seen':
      return 'this device did not see the records of your changes';
    case 'plan_changes_not_seen':
      return 'this device did not see the records of the changed prizes';
    case 'earlier_draw_not_followed':
      return 'this device did not see in time how an earlier draw of this raffle ended';
    case 'seed_late':
      return `this device saw the seed ${reason.seconds} seconds too late`;
    case 'seed_not_seen':
      return 'this device did not see the seed before the result';
    case 'seen_not_sent':
      return 'this device did not sign that it had the list';
    case 'seen_not_listed':
      return "this device's signature is not in the record of the audience";
    case 'later_records_not_seen':
      return 'this device did not see the records of prizes that went on to others';
    case 'consistency_not_shown':
      return 'the public log did not show that it continues what this device saw';
    case 'waiting':
      return 'the result is not there yet';
    case 'random_number_not_checked':
      return 'the signature of the public random number is not checked yet';
    case 'draw_voided':
      return `the draw was given up (${reason.reasonCode})`;
  }
}
