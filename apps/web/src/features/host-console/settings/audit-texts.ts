/** The audit log in words. */
import { type AuditAction, auditActions, type AuditPage, type PassOverReason } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { counted } from '../counted.ts';
import { reasonText } from '../draw/pass-over-reasons.ts';
import { drawTitle } from '../raffle-page/draws/draws-data.ts';

type Entry = AuditPage['entries'][number];

const ACTIONS: Readonly<Record<AuditAction, () => string>> = {
  account_registered: m.console_audit_account_registered,
  signed_in: m.console_audit_signed_in,
  signed_in_with_passkey: m.console_audit_signed_in_with_passkey,
  signed_in_with_provider: m.console_audit_signed_in_with_provider,
  signed_in_with_link: m.console_audit_signed_in_with_link,
  sign_in_link_made: m.console_audit_sign_in_link_made,
  provider_connected: m.console_audit_provider_connected,
  provider_removed: m.console_audit_provider_removed,
  signed_out_everywhere: m.console_audit_signed_out_everywhere,
  password_changed: m.console_audit_password_changed,
  password_reset: m.console_audit_password_reset,
  reset_link_made: m.console_audit_reset_link_made,
  two_factor_enabled: m.console_audit_two_factor_enabled,
  two_factor_disabled: m.console_audit_two_factor_disabled,
  recovery_codes_renewed: m.console_audit_recovery_codes_renewed,
  passkey_added: m.console_audit_passkey_added,
  passkey_removed: m.console_audit_passkey_removed,
  passkey_kept: m.console_audit_passkey_kept,
  two_factor_kept: m.console_audit_two_factor_kept,
  address_confirmed: m.console_audit_address_confirmed,
  session_ended: m.console_audit_session_ended,
  other_sessions_ended: m.console_audit_other_sessions_ended,
  operator_added: m.console_audit_operator_added,
  operator_removed: m.console_audit_operator_removed,
  sign_up_policy_changed: m.console_audit_sign_up_policy_changed,
  sign_up_link_created: m.console_audit_sign_up_link_created,
  sign_up_link_revoked: m.console_audit_sign_up_link_revoked,
  host_suspended: m.console_audit_host_suspended,
  host_unsuspended: m.console_audit_host_unsuspended,
  host_signed_out: m.console_audit_host_signed_out,
  mail_limit_changed: m.console_audit_mail_limit_changed,
  retention_changed: m.console_audit_retention_changed,
  raffle_created: m.console_audit_raffle_created,
  raffle_duplicated: m.console_audit_raffle_duplicated,
  template_saved: m.console_audit_template_saved,
  template_renamed: m.console_audit_template_renamed,
  template_deleted: m.console_audit_template_deleted,
  raffle_made_from_template: m.console_audit_raffle_made_from_template,
  recurrence_set: m.console_audit_recurrence_set,
  recurrence_changed: m.console_audit_recurrence_changed,
  recurrence_paused: m.console_audit_recurrence_paused,
  recurrence_resumed: m.console_audit_recurrence_resumed,
  recurrence_stopped: m.console_audit_recurrence_stopped,
  recurrence_ended: m.console_audit_recurrence_ended,
  recurrence_skipped: m.console_audit_recurrence_skipped,
  recurrence_failed: m.console_audit_recurrence_failed,
  recurring_raffle_made: m.console_audit_recurring_raffle_made,
  winners_left_out: m.console_audit_winners_left_out,
  raffle_edited: m.console_audit_raffle_edited,
  prizes_changed: m.console_audit_prizes_changed,
  prize_image_changed: m.console_audit_prize_image_changed,
  claim_form_changed: m.console_audit_claim_form_changed,
  draft_deleted: m.console_audit_draft_deleted,
  raffle_opened: m.console_audit_raffle_opened,
  raffle_closed: m.console_audit_raffle_closed,
  raffle_reopened: m.console_audit_raffle_reopened,
  raffle_cancelled: m.console_audit_raffle_cancelled,
  deadline_postponed: m.console_audit_deadline_postponed,
  draw_started: m.console_audit_draw_started,
  draw_waits_for_beacon: m.console_audit_draw_waits_for_beacon,
  draw_without_entries: m.console_audit_draw_without_entries,
  draw_without_presence: m.console_audit_draw_without_presence,
  winner_passed_over: m.console_audit_winner_passed_over,
  prize_claimed: m.console_audit_prize_claimed,
  prize_handed_over: m.console_audit_prize_handed_over,
  prize_declined: m.console_audit_prize_declined,
  prize_lapsed: m.console_audit_prize_lapsed,
  claim_extended: m.console_audit_claim_extended,
  claim_too_late: m.console_audit_claim_too_late,
  raffle_cleaned_up: m.console_audit_raffle_cleaned_up,
  public_link_made: m.console_audit_public_link_made,
  public_link_renewed: m.console_audit_public_link_renewed,
  stage_link_renewed: m.console_audit_stage_link_renewed,
  raffle_erased: m.console_audit_raffle_erased,
  person_erased: m.console_audit_person_erased,
  public_join_switched: m.console_audit_public_join_switched,
  stage_link_made: m.console_audit_stage_link_made,
  invitees_added: m.console_audit_invitees_added,
  people_entered: m.console_audit_people_entered,
  invite_revoked: m.console_audit_invite_revoked,
  invite_reissued: m.console_audit_invite_reissued,
  invitation_sent: m.console_audit_invitation_sent,
  invitations_sent: m.console_audit_invitations_sent,
  entry_joined: m.console_audit_entry_joined,
  entry_requested: m.console_audit_entry_requested,
  entry_approved: m.console_audit_entry_approved,
  entries_declined: m.console_audit_entries_declined,
  request_canceled: m.console_audit_request_canceled,
  join_checks_changed: m.console_audit_join_checks_changed,
  hall_code_renewed: m.console_audit_hall_code_renewed,
  entry_left: m.console_audit_entry_left,
  entry_continued: m.console_audit_entry_continued,
  participant_removed: m.console_audit_participant_removed,
  tickets_changed: m.console_audit_tickets_changed,
  name_lowered: m.console_audit_name_lowered,
  chat_rules_changed: m.console_audit_chat_rules_changed,
  chat_line_deleted: m.console_audit_chat_line_deleted,
  chat_reports_settled: m.console_audit_chat_reports_settled,
  chat_muted: m.console_audit_chat_muted,
  chat_unmuted: m.console_audit_chat_unmuted,
  winners_changed: m.console_audit_winners_changed,
  groups_changed: m.console_audit_groups_changed,
  tickets_placed: m.console_audit_tickets_placed,
  draw_renamed: m.console_audit_draw_renamed,
  draw_time_changed: m.console_audit_draw_time_changed,
  draw_skipped: m.console_audit_draw_skipped,
  pause_announced: m.console_audit_pause_announced,
  pause_ended: m.console_audit_pause_ended,
  presence_required: m.console_audit_presence_required,
  presence_lifted: m.console_audit_presence_lifted,
  check_in_opened: m.console_audit_check_in_opened,
  entry_checked_in: m.console_audit_entry_checked_in,
  entries_checked_in: m.console_audit_entries_checked_in,
  check_ins_taken_back: m.console_audit_check_ins_taken_back,
  draw_voided: m.console_audit_draw_voided,
  paper_run_added: m.console_audit_paper_run_added,
  paper_tickets_sold: m.console_audit_paper_tickets_sold,
  paper_tickets_unsold: m.console_audit_paper_tickets_unsold,
  paper_ticket_kept: m.console_audit_paper_ticket_kept,
  desk_link_made: m.console_audit_desk_link_made,
  desk_link_renewed: m.console_audit_desk_link_renewed,
  api_token_created: m.console_audit_api_token_created,
  api_token_ended: m.console_audit_api_token_ended,
  embed_turned_on: m.console_audit_embed_turned_on,
  embed_changed: m.console_audit_embed_changed,
  embed_link_renewed: m.console_audit_embed_link_renewed,
  embed_turned_off: m.console_audit_embed_turned_off,
  workspace_created: m.console_audit_workspace_created,
  workspace_renamed: m.console_audit_workspace_renamed,
  workspace_deleted: m.console_audit_workspace_deleted,
  two_start_switched_on: m.console_audit_two_start_switched_on,
  two_start_switched_off: m.console_audit_two_start_switched_off,
  workspace_invitation_made: m.console_audit_workspace_invitation_made,
  workspace_invitation_revoked: m.console_audit_workspace_invitation_revoked,
  member_joined: m.console_audit_member_joined,
  member_role_changed: m.console_audit_member_role_changed,
  member_removed: m.console_audit_member_removed,
  member_left: m.console_audit_member_left,
  raffles_handed_over: m.console_audit_raffles_handed_over,
  draw_start_asked: m.console_audit_draw_start_asked,
  draw_start_withdrawn: m.console_audit_draw_start_withdrawn,
  webhook_added: m.console_audit_webhook_added,
  webhook_changed: m.console_audit_webhook_changed,
  webhook_removed: m.console_audit_webhook_removed,
  webhook_secret_changed: m.console_audit_webhook_secret_changed,
  webhook_paused: m.console_audit_webhook_paused,
  webhook_resumed: m.console_audit_webhook_resumed,
};

/** An action of an earlier version that there is none of any more is shown by its name. */
const isKnown = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action);

export function actionText({ action, details }: Pick<Entry, 'action' | 'details'>): string {
  const text = isKnown(action) ? ACTIONS[action]() : action.replaceAll('_', ' ');
  return details?.['late'] === true ? `${text} (${m.common_drawn_late()})` : text;
}

/** Who did it (R81): a member of the workspace by name, as long as there is the account. */
export function actorText({ actor, by, person }: Pick<Entry, 'actor' | 'by' | 'person'>): string {
  switch (actor) {
    case 'host':
      if (by === null) return m.console_audit_by_host();
      return by.token === null ? by.name : m.console_audit_by_token({ name: by.name, token: by.token });
    case 'participant':
      return person === null ? m.console_audit_by_participant() : personText(person);
    case 'desk':
      return m.console_audit_by_desk();
    default:
      return m.console_audit_by_system();
  }
}

/** To whom or what, and from what to what; null where the action says it all. */
export function detailText({ action, actor, details, person, draw }: Entry): string | null {
  const about = person === null || actor === 'participant' ? null : personText(person);
  const ofDraw = draw === null ? null : drawTitle(draw);
  const what = action === 'draw_skipped' ? (draw?.skip_reason ?? null) : whatText(action, details ?? {});
  const parts = [about, ofDraw, what].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

function personText({ display_name: name, entry_number: number }: NonNullable<Entry['person']>): string {
  const shown = name ?? m.console_name_erased();
  return number === null ? shown : m.console_audit_person({ name: shown, number });
}

function whatText(action: string, details: NonNullable<Entry['details']>): string | null {
  const { tickets_before: before, tickets, added, count, allow, fields, deadline_at: deadline } = details;
  const { retention_days: days, reason, planned_at: plannedAt } = details;
  switch (action) {
    case 'tickets_changed':
      return m.console_audit_what_tickets({ before: String(before), tickets: String(tickets) });
    case 'invitees_added':
      return counted(m.console_invitees_count, Number(added));
    case 'people_entered':
      return counted(m.people_count, Number(added));
    case 'winners_left_out':
      return counted(m.people_count, Number(count));
    case 'recurrence_skipped':
    case 'recurrence_failed':
    case 'recurring_raffle_made':
      return typeof details['at'] === 'number' ? formatDateTime(details['at']) : null;
    case 'raffle_duplicated':
      return Number(details['people']) > 0
        ? counted(m.console_invitees_count, Number(details['people']))
        : null;
    case 'invitations_sent':
      return counted(m.console_invitees_count, Number(count));
    case 'public_join_switched':
      return allow === true ? m.console_audit_what_on() : m.console_audit_what_off();
    case 'raffle_edited':
      return typeof fields === 'string' ? fields.replaceAll('_', ' ').replaceAll(',', ', ') : null;
    case 'deadline_postponed':
      return typeof deadline === 'number' ? formatDateTime(deadline) : null;
    case 'draw_time_changed':
      return typeof plannedAt === 'number' ? formatDateTime(plannedAt) : m.raffle_draw_time_open();
    case 'retention_changed':
      return m.console_audit_what_days({ days: String(days) });
    case 'raffle_cancelled':
      return typeof reason === 'string' ? reason : null;
    case 'winner_passed_over':
      return isReason(reason) ? reasonText(reason) : null;
    default:
      return null;
  }
}

function isReason(reason: unknown): reason is PassOverReason {
  return ['absent', 'declined', 'unclaimed', 'ineligible'].includes(String(reason));
}
