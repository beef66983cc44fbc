/**
 * M4: a refused call is `{error: {code, message, fields?}}` with a plain sentence; what went wrong inside
 * is logged and never leaves.
 */
import type { CallErrorCode, ErrorBody, ErrorCode, LineProblem } from '@glassdrum/contract';
import { type Decision, refusalHttpStatus, refusalMessage } from '@glassdrum/raffle-rules';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '../database/database.ts';

const CALL_ERRORS: Record<CallErrorCode, readonly [status: number, message: string]> = {
  invalid_input: [400, 'Please check what you entered.'],
  invalid_json: [400, 'The body of this call is not valid JSON.'],
  unsupported_media_type: [415, 'The body of this call must be JSON.'],
  payload_too_large: [413, 'This is too large.'],
  request_timeout: [408, 'The call took too long to arrive.'],
  not_found: [404, 'There is nothing here.'],
  not_signed_in: [401, 'Please sign in.'],
  not_a_participant: [401, 'Please join the raffle first.'],
  wrong_identity: [403, 'This entry belongs to somebody else.'],
  forbidden: [403, 'This is not allowed.'],
  cross_site: [403, 'This call came from another site.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  invalid_credentials: [401, 'Invalid email or password'],
  email_taken: [409, 'An account with this email already exists.'],
  password_too_common: [422, 'This password is among the most common ones. Please choose another.'],
  password_wrong: [403, 'This is not your password.'],
  reset_link_invalid: [404, 'This link is not valid any more. Please ask for a new one.'],
  sign_in_expired: [401, 'This sign-in took too long. Please start again.'],
  code_wrong: [403, 'This code is not right. Please enter the one that is shown now.'],
  two_factor_on: [409, 'Two-factor codes are on already.'],
  passkey_refused: [403, 'This passkey was not accepted.'],
  too_many_passkeys: [409, 'An account has at most 20 passkeys.'],
  invite_invalid: [404, 'This invitation link is invalid, expired, or has already been used.'],
  public_link_invalid: [
    404,
    'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
  ],
  passphrase_required: [403, 'This raffle asks for a passphrase.'],
  passphrase_wrong: [403, 'This is not the passphrase of this raffle.'],
  email_already_joined: [409, 'Somebody with this e-mail address has already joined this raffle.'],
  already_joined: [409, 'You have already joined this raffle. Thank you for participating!'],
  invite_not_used: [409, 'Nobody has joined with this invitation yet. You can join with it right here.'],
  continue_code_invalid: [
    404,
    'This code is wrong, was used already, or has expired. Please ask for a new one.',
  ],
  continue_request_over: [409, 'This request was answered already, or has expired.'],
  continue_mail_impossible: [
    409,
    'A code cannot be sent by e-mail here. Please use the other device, or ask the host.',
  ],
  mail_not_configured: [
    409,
    'This installation sends no mail. Please copy the personal links and send them yourself.',
  ],
  no_mail_address: [
    409,
    'There is no e-mail address for this person. Please copy the personal link instead.',
  ],
  unsubscribe_link_invalid: [404, 'This link is not valid any more. No more mail comes from this raffle.'],
  entry_withdrawn: [409, 'This entry was withdrawn. It keeps its number but takes no part in the draw.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used for another call.'],
  invitees_have_problems: [422, 'Some lines of the list need mending. Nobody was added.'],
  beacon_unreachable: [
    409,
    'The public random beacon cannot be reached right now. Wait and try again, or draw at the operator level, which every screen will name.',
  ],
  results_not_available: [
    404,
    "The draw results for this raffle are not yet available or the raffle doesn't exist.",
  ],
  image_invalid: [422, 'This is not an image that can be shown.'],
  upload_used: [409, 'This upload address was used already. Please start the upload again.'],
  chat_off: [409, 'The chat of this raffle is off.'],
  chat_host_only: [409, 'Only the host may write at the moment.'],
  chat_muted: [403, 'The host has muted you in this chat.'],
  chat_slow: [429, 'Slow mode is on. Please wait a moment before your next message.'],
  chat_word_blocked: [422, 'This message holds a word that the host does not allow here.'],
  recipient_unknown: [404, 'This person is not in the raffle.'],
  voting_off: [409, 'There is no vote for the animation of this raffle.'],
  voting_closed: [409, 'The vote is over: the draw has started.'],
  image_too_large: [413, 'Please select an image smaller than 20MB'],
  image_wrong_type: [415, 'Please select an image file'],
  draw_not_complete: [409, 'Nobody can be passed over before the draw is complete.'],
  draw_running: [409, 'One of your draws is running. Please wait until it is complete.'],
  not_a_prize_holder: [409, 'This entry holds no prize in this draw.'],
  passed_over_already: [409, 'This entry was passed over already, for another reason.'],
  unavailable: [503, 'The service is busy or being looked after. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
};

const isCallErrorCode = (code: ErrorCode): code is CallErrorCode => Object.hasOwn(CALL_ERRORS, code);

const RETRY_AFTER_SECONDS = 5;

export interface CallErrorOptions {
  /** Field path → sentence, for forms. */
  fields?: Record<string, string>;
  lines?: LineProblem[];
  /** Seconds. */
  retryAfter?: number;
  /** Instead of the code's own sentence. */
  message?: string;
}

/** An expected refusal of a call. Throw it anywhere below a route. */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly #details: Pick<CallErrorOptions, 'fields' | 'lines'>;

  constructor(code: ErrorCode, options: CallErrorOptions = {}) {
    const [status, message] = isCallErrorCode(code)
      ? CALL_ERRORS[code]
      : [refusalHttpStatus(code), refusalMessage(code)];
    super(options.message ?? message);
    this.code = code;
    this.status = status;
    this.retryAfter = options.retryAfter ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
    const { fields, lines } = options;
    this.#details = { ...(fields && { fields }), ...(lines && { lines }) };
  }

  body(): ErrorBody {
    return { error: { code: this.code, message: this.message, ...this.#details } };
  }
}

/** The value of a rule's decision. @throws CallError with the rule's refusal */
export function orRefuse<T>(decision: Decision<T>): T {
  if (!decision.ok) throw new CallError(decision.refusal);
  return decision.value;
}

/** Fastify's own complaints about a call. */
const FASTIFY_CODES: Record<string, CallErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
};

/** What the caller may hear of anything that was thrown; a bug is `internal`. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  if (isDatabaseAway(error)) return new CallError('unavailable');
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known !== undefined) return new CallError(known);
  if (error instanceof SyntaxError && statusCode === 400) return new CallError('invalid_json');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new CallError('invalid_input');
  return new CallError('internal');
}

/** An id of the wrong shape in the path is simply unknown (I4); anything else names its fields. */
function invalidInput(
  error: FastifyError & { validation: { instancePath: string; message?: string | undefined }[] },
): CallError {
  if (error.validationContext === 'params') return new CallError('not_found');
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (path !== '') fields[path] ??= fieldSentence(message);
  }
  const first = Object.values(fields).find((sentence) => sentence !== REQUIRED);
  return new CallError('invalid_input', { fields, ...(first !== undefined && { message: first }) });
}

const REQUIRED = 'Required';

/** The contract's own sentence; the validator's standard ones speak of types, to programmers. */
function fieldSentence(message: string | undefined): string {
  if (message === undefined || message.endsWith('received undefined')) return REQUIRED;
  return /^(?:Invalid|Too small|Too big|Unrecognized)/.test(message) ? 'Please check this value.' : message;
}

/** What may be logged of an error: never its data, which may hold names and addresses (M2). */
export function loggable(error: unknown): {
  type: string;
  code: unknown;
  message: string;
  stack: string | undefined;
} {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: name, code: (error as { code?: unknown } | null)?.code, message, stack };
}

export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toCallError(error);
  if (refusal.status >= 500) {
    request.log.error({ route: request.routeOptions.url, error: loggable(error) }, 'call failed');
  }
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', Math.ceil(refusal.retryAfter));
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body()));
}
