/**
 * Which delivery is next (R85). Each goes to one node only. Receivers share the lane fairly: each gets one delivery at a time, in
 * the order in which they are due, and the receivers of a workspace only some, so that slow ones hold up nobody else.
 */
import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** Longer than any try lasts; then the process that had it is dead. */
const CLAIM_MS = 60_000;
/** Deliveries of one workspace at the same time, on all nodes. */
const AT_ONCE_OF_WORKSPACE = 4;

/** Takes up to `limit` deliveries that are due. @param at.now epoch ms */
export async function claimDeliveries(
  query: Kysely<Tables>,
  { limit, now }: { limit: number; now: number },
): Promise<DeliveryRow[]> {
  const candidates = await query
    .with('free', (cte) =>
      cte
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
        .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
        .select(['d.webhook_id', 'd.event_id', 'd.due_at', 'w.workspace_id'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('d.webhook_id').orderBy('d.due_at').orderBy('e.at'))
            .as('own_turn'),
        )
        .where('d.state', '=', 'waiting')
        .where('d.due_at', '<=', now)
        .where(mayBeSent)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries as o')
                .select('o.event_id')
                .whereRef('o.webhook_id', '=', 'd.webhook_id')
                .where('o.claimed_until', '>', now),
            ),
          ),
        ),
    )
    .with('turns', (cte) =>
      cte
        .selectFrom('free')
        .select(['webhook_id', 'event_id', 'due_at'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('workspace_id').orderBy('due_at'))
            .as('turn'),
        )
        .select((from) =>
          from
            .selectFrom('webhook_deliveries as b')
            .innerJoin('webhooks as bw', 'bw.id', 'b.webhook_id')
            .select(({ fn }) => fn.countAll<number>().as('busy'))
            .whereRef('bw.workspace_id', '=', 'free.workspace_id')
            .where('b.claimed_until', '>', now)
            .as('busy'),
        )
        .where('own_turn', '=', 1),
    )
    .selectFrom('turns')
    .select(['webhook_id', 'event_id'])
    .where(sql<boolean>`turn + busy <= ${AT_ONCE_OF_WORKSPACE}`)
    .orderBy('turn')
    .orderBy('due_at')
    .limit(limit)
    .execute();
  const claimed: DeliveryRow[] = [];
  for (const { webhook_id: webhookId, event_id: eventId } of candidates) {
    const row = await query
      .updateTable('webhook_deliveries')
      .set((set) => ({
        claim: randomBytes(12).toString('base64url'),
        claimed_until: now + CLAIM_MS,
        attempts: set('attempts', '+', 1),
      }))
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

/**
 * When something may be claimed that could not be at `after`, epoch ms; null for nothing that is known yet. What waits only for
 * another delivery of the same receiver or workspace comes when that one ends.
 */
export async function nextDeliveryDue(query: Kysely<Tables>, after: number): Promise<number | null> {
  const { due } = await query
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(({ fn }) => fn.min('d.due_at').as('due'))
    .where('d.state', '=', 'waiting')
    .where('d.due_at', '>', after)
    .where(mayBeSent)
    .executeTakeFirstOrThrow();
  const { free } = await query
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.min('claimed_until').as('free'))
    .where('claimed_until', '>', after)
    .executeTakeFirstOrThrow();
  return due === null || free === null ? (due ?? free) : Math.min(due, free);
}

/** For a caller who knows that nothing is being delivered now: what a dead process had in its hands is due at once. */
export async function endDeliveryClaims(query: Kysely<Tables>): Promise<void> {
  await query
    .updateTable('webhook_deliveries')
    .set({ claim: null, claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute();
}

/** A paused receiver gets tests only. */
function mayBeSent({
  or,
  eb,
}: ExpressionBuilder<Tables & { d: DeliveryTable; w: WebhookTable; e: EventTable }, 'd' | 'w' | 'e'>) {
  return or([eb('w.state', '=', 'active'), eb('e.event', '=', 'webhook.test')]);
}

type DeliveryTable = Tables['webhook_deliveries'];
type WebhookTable = Tables['webhooks'];
type EventTable = Tables['webhook_events'];
