/** The seal's words: the sentences of draw protocol §10 and its closed list of reasons, from the catalogue. */
import type { EntryField, ProofMember, Reason } from '@glassdrum/fair-draw';
import { m } from '../../messages/generated/messages.js';
import type { DeviceView } from './device-view.ts';

export function greenSentence({ beacon, assurance }: Pick<DeviceView, 'beacon' | 'assurance'>): string {
  switch (beacon) {
    case 'public':
      return m.seal_green_text();
    case 'room':
      return m.seal_green_room();
    case 'test':
      return `${levelSentence(assurance)} ${m.checking_test_chain()}`;
    case 'none':
      return levelSentence(assurance);
  }
}

/** Without a public number and without numbers made in the room the sentence is the level's. */
function levelSentence(assurance: DeviceView['assurance']): string {
  return assurance === 'participants'
    ? m.checking_level_participants_text()
    : m.checking_level_operator_text();
}

const FIELDS: Record<EntryField, () => string> = {
  state: m.seal_field_state,
  source: m.seal_field_source,
  weights: m.seal_field_weights,
  name: m.seal_field_name,
  device_key: m.seal_field_device_key,
  entropy_commit: m.seal_field_entropy_commit,
};

const MEMBERS: Record<ProofMember, () => string> = {
  opening: m.seal_reason_proof_differs_opening,
  freeze: m.seal_reason_proof_differs_freeze,
  seed: m.seal_reason_proof_differs_seed,
  random_number: m.seal_reason_proof_differs_random_number,
};

const STATES: Readonly<Record<string, () => string>> = {
  in: m.seal_state_in,
  withdrawn: m.seal_state_withdrawn,
  removed: m.seal_state_removed,
};

type Visitor = Pick<DeviceView, 'isVisitor' | 'hasLeft' | 'noKey'>;

/** A reason as a line of its own where it makes the seal yellow or keeps it open, and after "This check failed: " where red. */
export function reasonText(reason: Reason, view: Visitor): string {
  switch (reason.code) {
    case 'receipt_not_signed':
      return m.seal_reason_receipt_not_signed();
    case 'opening_hashes_differ':
      return m.seal_reason_opening_hashes_differ();
    case 'freeze_malformed':
      return m.seal_reason_freeze_malformed();
    case 'records_do_not_chain':
      return m.seal_reason_records_do_not_chain();
    case 'opening_differs':
      return m.seal_reason_opening_differs();
    case 'freeze_not_signed':
      return m.seal_reason_freeze_not_signed();
    case 'second_freeze':
      return m.seal_reason_second_freeze();
    case 'lead_too_short':
      return m.seal_reason_lead_too_short({ seconds: reason.seconds });
    case 'show_time_differs': {
      const seconds = Math.round(Math.abs(reason.startedAt - reason.showAt)).toLocaleString();
      return reason.startedAt < reason.showAt
        ? m.seal_reason_show_early({ seconds })
        : m.seal_reason_show_late({ seconds });
    }
    case 'own_entry_missing':
      return m.seal_reason_own_entry_missing({ number: reason.entryNumber });
    case 'own_entry_differs': {
      const fields = reason.fields.map((field) => FIELDS[field]()).join(', ');
      return m.seal_reason_own_entry_differs({ number: reason.entryNumber, fields });
    }
    case 'entry_changed_by_host': {
      const { state, weights, reasonCode } = reason;
      return m.seal_reason_entry_changed_by_host({
        state: STATES[state]?.() ?? state,
        tickets: weights.join(', '),
        reason: reasonCode,
      });
    }
    case 'own_change_not_logged':
      return m.seal_reason_own_change_not_logged();
    case 'contributions_differ':
      return m.seal_reason_contributions_differ();
    case 'plan_changed_unrecorded':
      return m.seal_reason_plan_changed_unrecorded();
    case 'absent_after_check_in':
      return m.seal_reason_absent_after_check_in({ number: reason.entryNumber });
    case 'earlier_draw_dropped':
      return m.seal_reason_earlier_draw_dropped();
    case 'own_contribution_missing':
      return m.seal_reason_own_contribution_missing();
    case 'seed_differs':
      return m.seal_reason_seed_differs();
    case 'round_signature_wrong':
      return m.seal_reason_round_signature_wrong();
    case 'room_text_differs':
      return m.seal_reason_room_text_differs();
    case 'result_differs':
      return m.seal_reason_result_differs();
    case 'proof_differs':
      return MEMBERS[reason.member]();
    case 'proof_failed':
      return m.seal_reason_proof_failed({ checks: reason.checks.join(', ') });
    case 'record_after_draw_wrong':
      return m.seal_reason_record_after_draw_wrong({ problem: reason.problem });
    case 'checkpoint_not_signed':
      return m.seal_reason_checkpoint_not_signed();
    case 'checkpoints_inconsistent':
      return m.seal_reason_checkpoints_inconsistent();
    case 'freeze_not_seen':
      return m.seal_late_freeze_not_seen();
    case 'freeze_late':
      return m.seal_late_freeze_late({ seconds: reason.seconds.toLocaleString() });
    case 'clock_differs': {
      const seconds = Math.round(Math.abs(reason.seconds)).toLocaleString();
      return reason.seconds > 0
        ? m.seal_late_clock_behind({ seconds })
        : m.seal_late_clock_ahead({ seconds });
    }
    case 'show_not_seen':
      return m.seal_late_show_not_seen();
    case 'key_not_stored':
    case 'opening_not_stored':
    case 'receipt_not_stored':
      return notStoredText(reason.code, view);
    case 'absence_not_told':
      return m.seal_late_absence_not_told();
    case 'check_in_taken_back':
      return m.seal_late_check_in_taken_back();
    case 'own_changes_not_seen':
      return m.seal_late_own_changes_not_seen();
    case 'plan_changes_not_seen':
      return m.seal_late_plan_changes_not_seen();
    case 'earlier_draw_not_followed':
      return m.seal_late_earlier_draw_not_followed();
    case 'seed_late':
      return m.seal_late_seed_late({ seconds: reason.seconds.toLocaleString() });
    case 'seed_not_seen':
      return m.seal_late_seed_not_seen();
    case 'seen_not_sent':
      return notSentText(view);
    case 'seen_not_listed':
      return m.seal_late_seen_not_listed();
    case 'later_records_not_seen':
      return m.seal_late_later_records_not_seen();
    case 'consistency_not_shown':
      return m.seal_late_consistency_not_shown();
    case 'waiting':
      return m.seal_waiting();
    case 'random_number_not_checked':
      return m.seal_waiting_random_number();
    case 'draw_voided':
      return m.seal_voided();
  }
}

type NotStored = 'key_not_stored' | 'opening_not_stored' | 'receipt_not_stored';

function notStoredText(code: NotStored, { isVisitor, noKey }: Visitor): string {
  if (isVisitor) return m.seal_late_watching();
  if (noKey === 'storage') return m.seal_late_no_key_storage();
  switch (code) {
    case 'key_not_stored':
      return m.seal_late_key_not_stored();
    case 'opening_not_stored':
      return m.seal_late_opening_not_stored();
    case 'receipt_not_stored':
      return m.seal_late_receipt_not_stored();
  }
}

function notSentText({ isVisitor, hasLeft, noKey }: Visitor): string {
  if (isVisitor) return m.seal_late_watching();
  if (hasLeft) return m.seal_late_left();
  switch (noKey) {
    case 'storage':
      return m.seal_late_no_key_storage();
    case 'elsewhere':
      return m.seal_late_no_key_elsewhere();
    case null:
      return m.seal_late_seen_not_sent();
  }
}
