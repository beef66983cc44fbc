/**
 * A refused command: a code of the contract and a plain sentence for people (M4). Thrown anywhere below a route or a socket; which
 * HTTP status a code gets is decided in `http/refusal-status.ts`.
 */
import type { CallErrorCode, ErrorBody, ErrorCode, LineProblem } from '@glassdrum/contract';
import { type Decision, LIMITS, refusalMessage } from '@glassdrum/raffle-rules';

const MESSAGES: Record<CallErrorCode, string> = {
  invalid_input: 'Please check what you entered.',
  invalid_json: 'The body of this call is not valid JSON.',
  unsupported_media_type: 'The body of this call must be JSON.',
  payload_too_large: 'This is too large.',
  request_timeout: 'The call took too long to arrive.',
  not_found: 'There is nothing here.',
  not_signed_in: 'Please sign in.',
  not_a_participant: 'Please join the raffle first.',
  wrong_identity: 'This entry belongs to somebody else.',
  forbidden: 'This is not allowed.',
  role_not_allowed: 'Your role in this workspace does not allow this. Ask one of its owners.',
  cross_site: 'This call came from another site.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  joins_busy: 'Many people are joining from this network right now. Please try again in a moment.',
  invalid_credentials: 'Invalid email or password',
  email_taken: 'An account with this email already exists.',
  password_too_common: 'This password is among the most common ones. Please choose another.',
  password_wrong: 'This is not your password.',
  reset_link_invalid: 'This link is not valid any more. Please ask for a new one.',
  fresh_sign_in_needed: 'This needs a sign-in from the last 10 minutes. Please sign in again.',
  address_not_confirmed:
    'Please confirm your email address first: open the link in the email that we sent you. On your account page you can have it sent again.',
  confirm_link_invalid: 'This link is not valid any more. Please sign in and have a new one sent.',
  sign_in_expired: 'This sign-in took too long. Please start again.',
  code_wrong: 'This code is not right. Please enter the one that is shown now.',
  two_factor_on: 'Two-factor codes are on already.',
  passkey_refused: 'This passkey was not accepted.',
  too_many_passkeys: 'An account has at most 20 passkeys.',
  passwords_off: 'Passwords and passkeys are switched off here. Please sign in through the provider.',
  provider_off: 'This installation has no sign-in provider.',
  provider_down: 'The sign-in provider cannot be reached right now. Please try again in a moment.',
  provider_refused: 'The answer of the sign-in provider was not accepted. Please sign in again.',
  provider_declined: 'The sign-in at the provider was not finished. You can try again.',
  provider_flow_over:
    'This sign-in was used already, took too long, or was started in another browser. Please start again.',
  provider_without_time:
    'The provider does not say when you signed in there, so what needs a fresh sign-in cannot be done. Please tell the operator of this installation.',
  provider_without_address:
    'The provider sent no email address for you, and an account here needs one. Please ask the people who run the provider.',
  provider_unknown:
    'Nobody here signs in with this account of the provider. Please choose the account that you signed in with before.',
  provider_not_linked:
    'There is an account with your email address already. Sign in to it as you did before, and connect it on your account page.',
  provider_taken: 'This account of the provider is connected to another account here.',
  last_sign_in_way: 'This is the only way to sign in to your account. Please set a password first.',
  sign_in_link_invalid: 'This link is not valid any more. Please ask the operator for a new one.',
  account_suspended: 'This account is suspended. Please contact the operator of this installation.',
  own_account: 'You cannot do this to your own account.',
  sign_up_closed: 'New host accounts are not accepted here.',
  sign_up_needs_link: 'You need a sign-up link from the operator to create an account here.',
  sign_up_domain: 'Accounts here need an email address of one of the accepted domains.',
  sign_up_link_invalid:
    'This sign-up link is not valid, has expired, or was already used. Please ask the operator for a new one.',
  too_many_links: 'There are too many sign-up links. Please revoke some that are not needed.',
  invite_invalid: 'This invitation link is invalid, expired, or has already been used.',
  public_link_invalid:
    'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
  passphrase_required: 'This raffle asks for a passphrase.',
  passphrase_wrong: 'This is not the passphrase of this raffle.',
  email_already_joined: 'Somebody with this email address has already joined this raffle.',
  email_required: 'This raffle confirms every entry by email. Please enter your address.',
  device_mark_required:
    'This raffle takes one entry per device, and this browser stores nothing to recognize it by. Allow site data, or use another browser.',
  device_already_joined: 'This device already has an entry in this raffle, and one per device is allowed.',
  hall_code_required: 'This raffle asks for the code that is shown in the hall.',
  hall_code_wrong: 'This is not the code that is shown now. Please enter the one on the screen.',
  too_many_waiting:
    'Too many people are waiting for this raffle right now. Please try again later, or ask the host.',
  join_confirm_invalid:
    'This link is not valid any more. If you still want to join, please ask to join again.',
  already_joined: 'You have already joined this raffle. Thank you for participating!',
  invite_not_used: 'Nobody has joined with this invitation yet. You can join with it right here.',
  continue_code_invalid: 'This code is wrong, was used already, or has expired. Please ask for a new one.',
  continue_request_over: 'This request was answered already, or has expired.',
  continue_mail_impossible:
    'A code cannot be sent by email here. Please use the other device, or ask the host.',
  mail_not_configured:
    'This installation sends no mail. Please copy the personal links and send them yourself.',
  too_many_recipients: `At most ${LIMITS.mailRecipients.max.toLocaleString('en')} people get mail about one raffle. Nothing was sent: please copy the personal links instead.`,
  no_mail_address: 'There is no email address for this person. Please copy the personal link instead.',
  unsubscribe_link_invalid: 'This link is not valid any more. No more mail comes from this raffle.',
  entry_withdrawn: 'This entry was withdrawn. It keeps its number but takes no part in the draw.',
  ticket_invalid: 'There is no ticket behind this address. Please scan the code on the ticket again.',
  ticket_unknown: 'This is no ticket of this raffle.',
  winner_code_unknown:
    "This is no winner's code of this raffle. Scan it again, or type it as it stands on the winner's phone.",
  ticket_of_other_raffle: 'This ticket belongs to another raffle.',
  check_in_code_wrong: 'This code has expired or is not right. Scan the one that is on the screen now.',
  entry_unknown: 'These numbers are no entries of this raffle.',
  device_key_invalid:
    'The key of this device is not a valid Ed25519 public key. Please reload the page and join again.',
  device_key_taken:
    'Another entry of this raffle has the same device key, and each entry needs its own. Please reload the page and join again.',
  no_device_key: 'This entry was joined without a device key, so nothing can be signed for it.',
  signature_wrong: 'This signature is not by the device key of this entry.',
  contribution_wrong: 'This is not what your device committed to when you joined.',
  idempotency_mismatch: 'This Idempotency-Key was used for another call.',
  invitees_have_problems: 'Some lines of the list need fixing. Nobody was added.',
  room_numbers_invalid: 'Please enter all the numbers that were thrown, in order, separated by spaces.',
  room_numbers_closed: 'Numbers can be entered only while a draw waits for them.',
  results_not_available:
    "The draw results for this raffle are not yet available or the raffle doesn't exist.",
  image_invalid: 'This is not an image that can be shown.',
  upload_used: 'This upload address was used already. Please start the upload again.',
  chat_off: 'The chat of this raffle is off.',
  chat_host_only: 'Only the host may write at the moment.',
  chat_muted: 'The host has muted you in this chat.',
  chat_slow: 'Slow mode is on. Please wait a moment before your next message.',
  chat_word_blocked: 'This message holds a word that the host does not allow here.',
  recipient_unknown: 'This person is not in the raffle.',
  voting_off: 'There is no vote for the animation of this raffle.',
  voting_closed: 'The vote is over: the draw has started.',
  image_too_large: 'Please select an image smaller than 20MB',
  image_wrong_type: 'Please select an image file',
  token_invalid: 'This API token is wrong, has ended or has expired. Make a new one in the workspace.',
  token_not_allowed: 'API tokens cannot do this. A person has to sign in for it.',
  token_scope_missing: 'This API token lacks the scope that this call needs.',
  too_many_tokens: `A workspace has at most ${LIMITS.apiTokens.max} API tokens. End one that is not needed.`,
  embed_origin_invalid: 'Please enter origins such as https://club.example: https, a name, and no path.',
  prizes_changed:
    'The prizes were changed in the meantime, perhaps in another window. Load the new list, then make your changes again.',
  placement_changed:
    'Your tickets were changed in the meantime, perhaps on another device. Look at them again, then make your changes.',
  several_prizes: 'This raffle has a list of prizes. Change how many people win on its page, under Prizes.',
  too_many_templates: 'You have as many templates as one host can have. Delete one that you no longer need.',
  too_many_webhooks: `A workspace has at most ${LIMITS.webhooks.max} receivers. Remove one that you no longer need.`,
  webhook_paused: 'This receiver is paused. Resume it first.',
  webhook_without_secret: 'Messages to Discord and Slack are not signed, so this receiver has no secret.',
  left_out:
    'This person won recently, and the rules of this raffle leave out recent winners. They are on the list of the next one.',
  draw_not_complete: 'Passing over is possible only once the draw is complete.',
  draw_running: 'One of your draws is running. Please wait until it is complete.',
  workspace_invitation_invalid:
    'This invitation to a workspace is not valid any more. Ask the person who invited you for a new one.',
  member_already: 'You belong to this workspace already. The invitation stays unused.',
  too_many_members: `A workspace has at most ${LIMITS.workspaceMembers.max} people.`,
  too_many_workspaces: `One person belongs to at most ${LIMITS.workspacesOfPerson.max} workspaces. Leave one first.`,
  too_many_invitations:
    'This workspace has as many open invitations as one can have. Revoke some that are not needed.',
  workspace_in_use:
    'Some raffles of this workspace are open or closed and not drawn yet. Draw or cancel them first, then delete the workspace.',
  workspace_to_hand_over:
    'You are the only owner of a workspace that other people belong to. Make one of them an owner first, or delete the workspace.',
  start_asked_already:
    'Somebody has asked for this draw to start. Confirm it, or wait until the 60 seconds are over.',
  not_a_prize_holder: 'This entry holds no prize in this draw.',
  holds_a_prize:
    "You hold a prize, so you don't take part in the draws that follow, and stay on the list. To give the prize back, talk to the host.",
  passed_over_already: 'This entry was passed over already, for another reason.',
  prize_moved_on: 'This prize went on to somebody else, so nothing more can be done with it here.',
  unavailable: 'The service is busy or being looked after. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
};

const RETRY_AFTER_SECONDS = 5;

const isCallErrorCode = (code: ErrorCode): code is CallErrorCode => Object.hasOwn(MESSAGES, code);

export interface RefusalDetails {
  /** Field path → sentence, for forms. */
  fields?: Record<string, string>;
  lines?: LineProblem[];
  /** Seconds. */
  retryAfter?: number;
  /** Instead of the code's own sentence. */
  message?: string;
}

/** An expected refusal. */
export class RefusalError extends Error {
  override name = 'RefusalError';
  readonly code: ErrorCode;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly #details: Pick<RefusalDetails, 'fields' | 'lines'>;

  constructor(code: ErrorCode, { message, retryAfter, ...details }: RefusalDetails = {}) {
    super(message ?? (isCallErrorCode(code) ? MESSAGES[code] : refusalMessage(code)));
    this.code = code;
    this.retryAfter = retryAfter ?? (code === 'unavailable' ? RETRY_AFTER_SECONDS : undefined);
    this.#details = details;
  }

  body(): ErrorBody {
    return { error: { code: this.code, message: this.message, ...this.#details } };
  }
}

/** The value of a rule's decision. @throws RefusalError with the rule's refusal */
export function orRefuse<T>(decision: Decision<T>): T {
  if (!decision.ok) throw new RefusalError(decision.refusal);
  return decision.value;
}
