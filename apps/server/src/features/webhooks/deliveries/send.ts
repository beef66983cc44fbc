/** One call of a receiver (R85): the payload in its format, signed, and what came back, in codes only. */
import type { DeliveryError, DeliveryTry } from '@glassdrum/contract';
import { readRetryAfter } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { DestinationRule } from '../../../platform/http/outgoing/destinations.ts';
import { post } from '../../../platform/http/outgoing/post.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { webhookSecretPurpose, webhookUrlPurpose } from '../../../platform/keys/purposes.ts';
import { bodyOf, type PayloadParts, type WebhookEventRow } from '../payloads/queries.ts';
import { signatureHeaders } from '../payloads/signature.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

export interface SendParts extends PayloadParts {
  keys: Keys;
  clock: Clock;
  destinations: DestinationRule;
  /** Of the product, for the header `user-agent`. */
  version: string;
}

/** What came of a try, and how long the receiver asks to be left alone. */
interface Sent {
  result: DeliveryTry;
  retryAfterMs: number | null;
}

/** A receiver that needs longer does its work after its answer. */
const TIMEOUT_MS = 10_000;

/** @throws Error where the payload cannot be made */
export async function sendToReceiver(
  parts: SendParts,
  webhook: WebhookRow,
  event: WebhookEventRow,
): Promise<Sent> {
  const { keys, clock, destinations, version } = parts;
  const at = clock.now();
  const body = await bodyOf(parts, event, webhook.format, at);
  const signed = signatureHeaders({ id: event.id, body }, secretsOf(keys, webhook, at), at);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': `Glassdrum/${version}`,
    ...(webhook.format === 'standard' && signed),
  };
  const started = performance.now();
  const duration = (): number => Math.round(performance.now() - started);
  try {
    const url = keys.unseal(webhookUrlPurpose(webhook.id), webhook.url_sealed);
    const answer = await post(url, { headers, body, destinations, timeoutMs: TIMEOUT_MS });
    const result = { at, status: answer.status, error: null, duration_ms: duration() };
    return { result, retryAfterMs: readRetryAfter(answer.retryAfter, at) };
  } catch (error) {
    const result = { at, status: null, error: codeOf(error), duration_ms: duration() };
    return { result, retryAfterMs: null };
  }
}

/** The present secret, and for a while the one before. @param now epoch ms */
function secretsOf(keys: Keys, webhook: WebhookRow, now: number): string[] {
  const { secret_sealed: secret, previous_secret_sealed: previous, previous_until: until } = webhook;
  const unseal = (sealed: string): string => keys.unseal(webhookSecretPurpose(webhook.id), sealed);
  return [
    ...(secret === null ? [] : [unseal(secret)]),
    ...(previous === null || until === null || now >= until ? [] : [unseal(previous)]),
  ];
}

const CODES: Readonly<Record<string, DeliveryError>> = {
  EPRIVATE: 'address_not_allowed',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
};

const CERTIFICATE = /CERT|SSL|TLS|ISSUER|SIGNATURE/;

function codeOf(error: unknown): DeliveryError {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return 'connection_closed';
  return CODES[code] ?? (CERTIFICATE.test(code) ? 'certificate_invalid' : 'connection_closed');
}
