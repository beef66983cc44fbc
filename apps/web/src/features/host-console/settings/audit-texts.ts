/** The audit log in words. An action that has none yet is shown by its name. */
import type { AuditPage } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

type Entry = AuditPage['entries'][number];

const ACTIONS: Readonly<Record<string, () => string>> = {
  account_registered: m.console_audit_account_registered,
  signed_in: m.console_audit_signed_in,
  signed_in_with_passkey: m.console_audit_signed_in_with_passkey,
  signed_out_everywhere: m.console_audit_signed_out_everywhere,
  password_changed: m.console_audit_password_changed,
  password_reset: m.console_audit_password_reset,
  reset_link_made: m.console_audit_reset_link_made,
  two_factor_enabled: m.console_audit_two_factor_enabled,
  two_factor_disabled: m.console_audit_two_factor_disabled,
  recovery_codes_renewed: m.console_audit_recovery_codes_renewed,
  passkey_added: m.console_audit_passkey_added,
  passkey_removed: m.console_audit_passkey_removed,
  retention_changed: m.console_audit_retention_changed,
  raffle_created: m.console_audit_raffle_created,
  raffle_duplicated: m.console_audit_raffle_duplicated,
  raffle_edited: m.console_audit_raffle_edited,
  draft_deleted: m.console_audit_draft_deleted,
  raffle_opened: m.console_audit_raffle_opened,
  raffle_closed: m.console_audit_raffle_closed,
  raffle_reopened: m.console_audit_raffle_reopened,
  deadline_postponed: m.console_audit_deadline_postponed,
  draw_started: m.console_audit_draw_started,
  draw_waits_for_beacon: m.console_audit_draw_waits_for_beacon,
  draw_without_entries: m.console_audit_draw_without_entries,
  winner_passed_over: m.console_audit_winner_passed_over,
  raffle_cleaned_up: m.console_audit_raffle_cleaned_up,
  public_link_made: m.console_audit_public_link_made,
  public_join_switched: m.console_audit_public_join_switched,
  stage_link_made: m.console_audit_stage_link_made,
  invitees_added: m.console_audit_invitees_added,
  invite_revoked: m.console_audit_invite_revoked,
  invite_reissued: m.console_audit_invite_reissued,
  invitation_sent: m.console_audit_invitation_sent,
  invitations_sent: m.console_audit_invitations_sent,
  entry_joined: m.console_audit_entry_joined,
  entry_left: m.console_audit_entry_left,
  entry_continued: m.console_audit_entry_continued,
  participant_removed: m.console_audit_participant_removed,
  tickets_changed: m.console_audit_tickets_changed,
  chat_rules_changed: m.console_audit_chat_rules_changed,
  chat_line_deleted: m.console_audit_chat_line_deleted,
  chat_reports_settled: m.console_audit_chat_reports_settled,
  chat_muted: m.console_audit_chat_muted,
  chat_unmuted: m.console_audit_chat_unmuted,
};

export function actionText({ action, details }: Pick<Entry, 'action' | 'details'>): string {
  const text = ACTIONS[action]?.() ?? action.replaceAll('_', ' ');
  return details?.['late'] === true ? `${text} (${m.common_drawn_late()})` : text;
}

export function actorText(actor: string): string {
  switch (actor) {
    case 'host':
      return m.console_audit_by_host();
    case 'participant':
      return m.console_audit_by_participant();
    default:
      return m.console_audit_by_system();
  }
}
