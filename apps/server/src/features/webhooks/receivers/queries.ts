/** Receivers of webhooks and their logs (R85), without addresses and secrets. */
import type { Webhook, WebhookDelivery } from '@glassdrum/contract';
import { DELIVERIES_STORED_MS, LIMITS } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { OwnWorkspace } from '../../workspaces/workspace-gate.ts';
import type { DeliveryRow } from '../deliveries/queue.ts';
import type { WebhookRow } from '../deliveries/send.ts';
import type { WebhookEventRow } from '../payloads/queries.ts';

/** In the order in which they were added. @param now epoch ms */
export async function webhooksOf(
  query: Kysely<Tables>,
  workspaceId: string,
  now: number,
): Promise<Webhook[]> {
  const rows = await query
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const settled = await query
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.webhook_id', 'd.state'])
    .select(({ fn }) => fn.max('d.settled_at').as('at'))
    .where('w.workspace_id', '=', workspaceId)
    .where('d.state', 'in', ['delivered', 'failed'])
    .groupBy(['d.webhook_id', 'd.state'])
    .execute();
  return rows.map((row) => {
    const [last] = settled
      .filter(({ webhook_id: id }) => id === row.id)
      .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
    return presentWebhook(row, {
      now,
      last: last === undefined ? null : { at: last.at ?? 0, ok: last.state === 'delivered' },
    });
  });
}

export function presentWebhook(
  row: WebhookRow,
  { now, last }: { now: number; last: Webhook['last'] },
): Webhook {
  const { previous_until: until } = row;
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    format: row.format,
    events: row.events.split(',') as Webhook['events'],
    state: row.state,
    state_since: row.state_since,
    previous_secret_until: until === null || until <= now ? null : until,
    created_at: row.created_at,
    last,
  };
}

/** @throws RefusalError not_found, also for one of another workspace */
export async function requireWebhook(
  { query }: Database,
  workspace: OwnWorkspace,
  webhookId: string,
): Promise<WebhookRow> {
  const row = await query
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  return row;
}

/** The newest first. @param now epoch ms */
export async function deliveriesOf(
  query: Kysely<Tables>,
  webhook: WebhookRow,
  now: number,
): Promise<WebhookDelivery[]> {
  const rows = await query
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .leftJoin('raffles as r', 'r.id', 'e.raffle_id')
    .selectAll('d')
    .select(['e.event', 'e.at', 'e.raffle_id', 'r.title'])
    .where('d.webhook_id', '=', webhook.id)
    .where('e.at', '>', now - DELIVERIES_STORED_MS)
    .orderBy('e.at', 'desc')
    .orderBy('e.id')
    .limit(LIMITS.webhookLog.max)
    .execute();
  return rows.map((row) => presentDelivery(row, webhook));
}

function presentDelivery(
  row: DeliveryRow & Pick<WebhookEventRow, 'event' | 'at' | 'raffle_id'> & { title: string | null },
  { state }: WebhookRow,
): WebhookDelivery {
  const isSent = state === 'active' || row.event === 'webhook.test';
  return {
    id: row.event_id,
    event: row.event,
    raffle: row.raffle_id === null ? null : { id: row.raffle_id, title: row.title ?? '' },
    at: row.at,
    state: row.state,
    tries: JSON.parse(row.tries) as WebhookDelivery['tries'],
    next_at: row.state === 'waiting' && isSent ? row.due_at : null,
  };
}

/** The event of a delivery to this receiver. @throws RefusalError not_found */
export async function requireDelivery(
  query: Kysely<Tables>,
  webhook: WebhookRow,
  eventId: string,
): Promise<WebhookEventRow> {
  const row = await query
    .selectFrom('webhook_events as e')
    .innerJoin('webhook_deliveries as d', 'd.event_id', 'e.id')
    .selectAll('e')
    .where('e.id', '=', eventId)
    .where('d.webhook_id', '=', webhook.id)
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  return row;
}
