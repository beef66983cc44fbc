/** The audit log as its host reads it: what was done to an account and its raffles, by whom, when. */
import { z } from 'zod';
import { epochMs, opaqueId } from './primitives.ts';

/** What is recorded, in the past tense. */
export const auditActions = [
  'account_registered',
  'signed_in',
  'signed_in_with_passkey',
  'signed_out_everywhere',
  'password_changed',
  'password_reset',
  'reset_link_made',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'passkey_kept',
  'two_factor_kept',
  'address_confirmed',
  'session_ended',
  'other_sessions_ended',
  'operator_added',
  'operator_removed',
  'sign_up_policy_changed',
  'sign_up_link_created',
  'sign_up_link_revoked',
  'host_suspended',
  'host_unsuspended',
  'host_signed_out',
  'mail_limit_changed',
  'retention_changed',
  'raffle_created',
  'raffle_duplicated',
  'template_saved',
  'template_renamed',
  'template_deleted',
  'raffle_made_from_template',
  'recurrence_set',
  'recurrence_changed',
  'recurrence_paused',
  'recurrence_resumed',
  'recurrence_stopped',
  'recurrence_ended',
  'recurrence_skipped',
  'recurrence_failed',
  'recurring_raffle_made',
  'winners_left_out',
  'raffle_edited',
  'prizes_changed',
  'prize_image_changed',
  'claim_form_changed',
  'draft_deleted',
  'raffle_opened',
  'raffle_closed',
  'raffle_reopened',
  'raffle_cancelled',
  'deadline_postponed',
  'draw_started',
  'draw_waits_for_beacon',
  'draw_without_entries',
  'draw_without_presence',
  'winner_passed_over',
  'prize_claimed',
  'prize_handed_over',
  'prize_declined',
  'prize_lapsed',
  'claim_extended',
  'claim_too_late',
  'raffle_cleaned_up',
  'public_link_made',
  'public_link_renewed',
  'stage_link_renewed',
  'raffle_erased',
  'person_erased',
  'public_join_switched',
  'stage_link_made',
  'invitees_added',
  'people_entered',
  'invite_revoked',
  'invite_reissued',
  'invitation_sent',
  'invitations_sent',
  'entry_joined',
  'entry_requested',
  'entry_approved',
  'entries_declined',
  'request_canceled',
  'join_checks_changed',
  'hall_code_renewed',
  'entry_left',
  'entry_continued',
  'participant_removed',
  'tickets_changed',
  'name_lowered',
  'chat_rules_changed',
  'chat_line_deleted',
  'chat_reports_settled',
  'chat_muted',
  'chat_unmuted',
  'winners_changed',
  'groups_changed',
  'tickets_placed',
  'draw_renamed',
  'draw_time_changed',
  'draw_skipped',
  'pause_announced',
  'pause_ended',
  'presence_required',
  'presence_lifted',
  'check_in_opened',
  'entry_checked_in',
  'entries_checked_in',
  'check_ins_taken_back',
  'draw_voided',
  'paper_run_added',
  'paper_tickets_sold',
  'paper_tickets_unsold',
  'paper_ticket_kept',
  'desk_link_made',
  'desk_link_renewed',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntry = z.object({
  id: opaqueId,
  /** One of `auditActions`, or what an earlier version wrote. */
  action: z.string(),
  actor: z.string(),
  ts: epochMs,
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which records of the audit log: of one raffle, or of everything; `after` is the page before's `next`. */
export const auditQuery = z.object({ raffle_id: opaqueId.optional(), after: z.string().max(100).optional() });

export const auditPage = z.object({
  /** Newest first. */
  entries: z.array(
    auditEntry.extend({
      raffle_id: opaqueId.nullable(),
      /** Null for the account, and for a raffle that was deleted. */
      raffle_title: z.string().nullable(),
      /** The person concerned, by their current name: the name is null once erased, the number for anyone who didn't join. */
      person: z
        .object({ display_name: z.string().nullable(), entry_number: z.number().int().positive().nullable() })
        .nullable(),
      /** R69: of several draws the one concerned, as it is called now, and why it was skipped; else null. */
      draw: z
        .object({
          number: z.number().int().positive(),
          name: z.string().nullable(),
          skip_reason: z.string().nullable(),
        })
        .nullable(),
      /** Short fingerprint of the network address (I5), another one in each raffle; null where there is none. */
      place: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;
