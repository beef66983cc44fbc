/** What events, formats, states and failures of webhooks are called. */
import type { DeliveryError, DeliveryTry, WebhookDelivery, WebhookState } from '@glassdrum/contract';
import type { WebhookEvent, WebhookFormat } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const EVENTS: Record<WebhookEvent, { label: () => string; hint?: () => string }> = {
  'raffle.opened': { label: m.webhooks_event_opened },
  'raffle.joined': { label: m.webhooks_event_joined, hint: m.webhooks_event_joined_hint },
  'draw.frozen': { label: m.webhooks_event_frozen },
  'draw.result': { label: m.webhooks_event_result, hint: m.webhooks_event_result_hint },
  'prize.claimed': { label: m.webhooks_event_claimed },
  'raffle.cancelled': { label: m.webhooks_event_cancelled },
};

export function eventLabel(event: WebhookDelivery['event']): string {
  return event === 'webhook.test' ? m.webhooks_event_test() : EVENTS[event].label();
}

export const FORMATS: Record<WebhookFormat, { label: () => string; hint: () => string }> = {
  standard: { label: m.webhooks_format_standard, hint: m.webhooks_format_standard_hint },
  discord: { label: m.webhooks_format_discord, hint: m.webhooks_format_discord_hint },
  slack: { label: m.webhooks_format_slack, hint: m.webhooks_format_slack_hint },
};

interface Look {
  label: () => string;
  tone: BadgeTone;
}

export const STATES: Record<WebhookState, Look> = {
  active: { label: m.webhooks_state_active, tone: 'good' },
  paused: { label: m.webhooks_state_paused, tone: 'neutral' },
  failing: { label: m.webhooks_state_failing, tone: 'danger' },
  gone: { label: m.webhooks_state_gone, tone: 'warn' },
};

export const DELIVERY_STATES: Record<WebhookDelivery['state'], Look> = {
  waiting: { label: m.webhooks_waiting, tone: 'info' },
  delivered: { label: m.webhooks_delivered, tone: 'good' },
  failed: { label: m.webhooks_not_delivered, tone: 'danger' },
  dropped: { label: m.webhooks_dropped, tone: 'neutral' },
};

const ERRORS: Record<DeliveryError, () => string> = {
  address_not_allowed: m.webhooks_error_address,
  name_not_found: m.webhooks_error_name,
  connection_refused: m.webhooks_error_refused,
  connection_closed: m.webhooks_error_closed,
  certificate_invalid: m.webhooks_error_certificate,
  timeout: m.webhooks_error_timeout,
  internal: m.webhooks_error_internal,
};

/** What came of a try. */
export function tryText({ status, error }: DeliveryTry): string {
  if (error !== null) return ERRORS[error]();
  const answer = m.webhooks_try_status({ status: status ?? 0 });
  const isRedirect = status !== null && status >= 300 && status < 400;
  return isRedirect ? `${answer}. ${m.webhooks_error_redirect()}` : answer;
}
