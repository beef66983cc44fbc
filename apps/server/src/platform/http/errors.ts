/**
 * M4: a refused call is `{error: {code, message, fields?}}` with a plain sentence; what went wrong inside
 * is logged and never leaves.
 */
import type { CallErrorCode } from '@glassdrum/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '../database/database.ts';
import { loggable } from '../loggable.ts';
import { RefusalError } from '../refusal.ts';
import { REFUSAL_STATUS } from './refusal-status.ts';

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
export function toRefusal(error: unknown): RefusalError {
  if (error instanceof RefusalError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  if (isDatabaseAway(error)) return new RefusalError('unavailable');
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known !== undefined) return new RefusalError(known);
  if (error instanceof SyntaxError && statusCode === 400) return new RefusalError('invalid_json');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new RefusalError('invalid_input');
  return new RefusalError('internal');
}

/** An id of the wrong shape in the path is simply unknown (I4); anything else names its fields. */
function invalidInput(
  error: FastifyError & { validation: { instancePath: string; message?: string | undefined }[] },
): RefusalError {
  if (error.validationContext === 'params') return new RefusalError('not_found');
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (path !== '') fields[path] ??= fieldSentence(message);
  }
  const first = Object.values(fields).find((sentence) => sentence !== REQUIRED);
  return new RefusalError('invalid_input', { fields, ...(first !== undefined && { message: first }) });
}

const REQUIRED = 'Required';

/** The contract's own sentence; the validator's standard ones speak of types, to programmers. */
function fieldSentence(message: string | undefined): string {
  if (message === undefined || message.endsWith('received undefined')) return REQUIRED;
  return /^(?:Invalid|Too small|Too big|Unrecognized)/.test(message) ? 'Please check this value.' : message;
}

const refusedWith = new WeakMap<FastifyRequest, RefusalError>();

/** The refusal that this call was answered with; undefined for a call that was not refused. */
export function refusalOf(request: FastifyRequest): RefusalError | undefined {
  return refusedWith.get(request);
}

export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error);
  refusedWith.set(request, refusal);
  const status = REFUSAL_STATUS[refusal.code];
  if (status >= 500) {
    request.log.error({ route: request.routeOptions.url, error: loggable(error) }, 'call failed');
  }
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', Math.ceil(refusal.retryAfter));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body()));
}
