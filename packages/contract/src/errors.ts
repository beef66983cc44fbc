/** M4: every refused call answers `{error: {code, message, fields?}}` with a plain sentence and a code of this closed union. */
import { z } from 'zod';
import type { Refusal } from '@glassdrum/raffle-rules';

/** Codes that are not a raffle rule's refusal. */
export const callErrorCodes = [
  'invalid_input',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
  'request_timeout',
  'not_found',
  'not_signed_in',
  'not_a_participant',
  'wrong_identity',
  'forbidden',
  'cross_site',
  'too_many_requests',
  'joins_busy',
  'invalid_credentials',
  'email_taken',
  'password_too_common',
  'password_wrong',
  'reset_link_invalid',
  'fresh_sign_in_needed',
  'address_not_confirmed',
  'confirm_link_invalid',
  'sign_in_expired',
  'code_wrong',
  'two_factor_on',
  'passkey_refused',
  'too_many_passkeys',
  'account_suspended',
  'own_account',
  'sign_up_closed',
  'sign_up_needs_link',
  'sign_up_domain',
  'sign_up_link_invalid',
  'too_many_links',
  'invite_invalid',
  'public_link_invalid',
  'passphrase_required',
  'passphrase_wrong',
  'email_already_joined',
  'email_required',
  'device_mark_required',
  'device_already_joined',
  'hall_code_required',
  'hall_code_wrong',
  'too_many_waiting',
  'join_confirm_invalid',
  'already_joined',
  'invite_not_used',
  'continue_code_invalid',
  'continue_request_over',
  'continue_mail_impossible',
  'entry_withdrawn',
  'device_key_invalid',
  'device_key_taken',
  'no_device_key',
  'signature_wrong',
  'contribution_wrong',
  'mail_not_configured',
  'too_many_recipients',
  'no_mail_address',
  'unsubscribe_link_invalid',
  'idempotency_mismatch',
  'invitees_have_problems',
  'room_numbers_invalid',
  'room_numbers_closed',
  'results_not_available',
  'image_invalid',
  'upload_used',
  'chat_off',
  'chat_host_only',
  'chat_muted',
  'chat_slow',
  'chat_word_blocked',
  'recipient_unknown',
  'voting_off',
  'voting_closed',
  'image_too_large',
  'image_wrong_type',
  'draw_not_complete',
  'draw_running',
  'not_a_prize_holder',
  'passed_over_already',
  'claim_still_possible',
  'unavailable',
  'internal',
] as const;

export type CallErrorCode = (typeof callErrorCodes)[number];
export type ErrorCode = CallErrorCode | Refusal;

/** One line of a pasted list that could not be taken. `line` counts from 1. */
export const lineProblem = z.object({
  line: z.number().int().positive(),
  text: z.string(),
  message: z.string(),
});
export type LineProblem = z.infer<typeof lineProblem>;

export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** Field path → sentence, for forms. */
    fields: z.record(z.string(), z.string()).optional(),
    /** With `invitees_have_problems`: every line that needs fixing. */
    lines: z.array(lineProblem).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
