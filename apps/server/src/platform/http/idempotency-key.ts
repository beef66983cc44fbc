/** Calls that may be repeated with the same `Idempotency-Key`, after an answer that got lost: what identifies them. */
import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RefusalError } from '../refusal.ts';

/** Long enough to be a secret: anyone who repeats a call with its key gets its answer. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{16,200}$/;

/** Hashes, 64 hex each. */
export interface IdempotentCall {
  keyHash: string;
  /** Of what must be equal when the call is repeated. */
  requestHash: string;
}

/**
 * Null for a call without a key.
 * @param call what must be equal when it is repeated
 * @param secret keyed, because names and addresses can be guessed
 * @throws RefusalError invalid_input for a key of another shape
 */
export function idempotentCall(
  headers: IncomingHttpHeaders,
  call: readonly (string | boolean | null)[],
  secret: Uint8Array,
): IdempotentCall | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new RefusalError('invalid_input', {
      message: 'An Idempotency-Key has 16 to 200 visible characters, for example a UUID.',
    });
  }
  return {
    keyHash: hash('sha256', key),
    requestHash: createHmac('sha256', secret).update(JSON.stringify(call)).digest('hex'),
  };
}
