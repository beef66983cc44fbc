/**
 * Delivers webhooks (R85): every node has this lane, and the claim gives each delivery to one of them.
 *
 * 1. A delivery that is due is claimed, its batch of entries closed, and its receiver called once.
 * 2. 2xx means delivered. Anything else, a redirection too, is tried again as the rules say, or as the receiver asks.
 * 3. 410 turns the receiver off. One to which nothing got through for days is paused, and the workspace's owners are told.
 * 4. What came of it counts only while the claim is still the newest. A process that dies leaves a claim behind, which ends; then
 *    the delivery is made again, with the same id.
 */
import type { DeliveryTry } from '@glassdrum/contract';
import { nextTryAt, pausesReceiver } from '@glassdrum/raffle-rules';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { createLane, type Lane, type LaneParts } from '../../../work/lane.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { closeJoinedBatch } from '../events/commands.ts';
import type { WebhookEventRow } from '../payloads/queries.ts';
import { enqueuePausedEmails } from './paused-emails.ts';
import { claimDeliveries, type DeliveryRow, nextDeliveryDue } from './queue.ts';
import { sendToReceiver, type SendParts, type WebhookRow } from './send.ts';

export interface WebhookLaneParts extends SendParts, Pick<LaneParts<DeliveryRow>, 'report'> {
  bus: Bus;
  /** From 0 to 1; for the pauses between tries. */
  random: () => number;
  /** Hears whether each try was taken. */
  onTry?: ((isTaken: boolean) => void) | undefined;
}

export interface WebhookLane {
  start(): void;
  /** Lets the calls that are under way end. */
  stop(): Promise<void>;
}

/** Deliveries of one node at the same time. */
const CONCURRENCY = 32;
/** Joins come in storms, and their batches wait for seconds anyway. */
const WAKE_SPAN_MS = 500;
const GONE = 410;
/** Tries of a delivery that are stored; "send again" adds to them. */
const STORED_TRIES = 30;

export function createWebhookLane(parts: WebhookLaneParts): WebhookLane {
  const { database, clock, bus, report } = parts;
  /** When something was last claimed, epoch ms. */
  let claimedAt = 0;

  const lane: Lane = createLane({
    clock,
    report,
    concurrency: CONCURRENCY,
    wakeSpanMs: WAKE_SPAN_MS,
    source: {
      claim(limit) {
        claimedAt = clock.now();
        return claimDeliveries(database.query, { limit, now: claimedAt });
      },
      nextDue: () => nextDeliveryDue(database.query, claimedAt),
    },
    handle: deliver,
  });

  async function deliver(row: DeliveryRow): Promise<void> {
    const found = await receiverAndEvent(row);
    if (found === null) return;
    const { webhook, event } = found;
    const sent = await sendToReceiver(parts, webhook, event).catch((error: unknown) => {
      report(error);
      const result = { at: clock.now(), status: null, error: 'internal', duration_ms: 0 } as const;
      return { result, retryAfterMs: null };
    });
    const { status } = sent.result;
    parts.onTry?.(status !== null && status >= 200 && status < 300);
    const paused = await database.transaction((trx) => settle(trx, { row, event, ...sent }));
    if (paused) bus.publish({ topic: 'jobs-changed' });
  }

  /** Null where one of them was deleted since. */
  async function receiverAndEvent(
    row: DeliveryRow,
  ): Promise<{ webhook: WebhookRow; event: WebhookEventRow } | null> {
    const eventOf = () =>
      database.query
        .selectFrom('webhook_events')
        .selectAll()
        .where('id', '=', row.event_id)
        .executeTakeFirst();
    let event = await eventOf();
    if (event !== undefined && event.open_batch !== null) {
      await closeJoinedBatch(database, { id: event.id, raffleId: event.open_batch });
      event = await eventOf();
    }
    const webhook = await database.query
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', row.webhook_id)
      .executeTakeFirst();
    return event === undefined || webhook === undefined ? null : { webhook, event };
  }

  /** @returns whether the receiver was paused because nothing gets through */
  async function settle(
    trx: Trx,
    {
      row,
      event,
      result,
      retryAfterMs,
    }: { row: DeliveryRow; event: WebhookEventRow; result: DeliveryTry; retryAfterMs: number | null },
  ): Promise<boolean> {
    const now = clock.now();
    const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
    const isGone = result.status === GONE;
    const isTest = event.event === 'webhook.test';
    const again =
      isDelivered || isGone || isTest
        ? null
        : nextTryAt({ tries: row.attempts, now, retryAfterMs, chance: parts.random() });
    const tries = [...(JSON.parse(row.tries) as DeliveryTry[]), result].slice(-STORED_TRIES);
    const settled = await trx
      .updateTable('webhook_deliveries')
      .set({
        claim: null,
        claimed_until: null,
        tries: JSON.stringify(tries),
        ...(again === null
          ? { state: isDelivered ? ('delivered' as const) : ('failed' as const), settled_at: now }
          : { due_at: again }),
      })
      .where('webhook_id', '=', row.webhook_id)
      .where('event_id', '=', row.event_id)
      .where('claim', '=', row.claim)
      .returning('event_id')
      .execute();
    // Another process has it by now, or somebody asked for it to be sent again.
    if (settled.length === 0) return false;
    if (isDelivered) {
      await setFailingSince(trx, row.webhook_id, null);
      return false;
    }
    if (isGone) {
      await turnOff(trx, row.webhook_id, now);
      return false;
    }
    if (isTest) return false;
    const failingSince = await setFailingSince(trx, row.webhook_id, now);
    return again === null && pausesReceiver(failingSince, now) ? pause(trx, row.webhook_id, now) : false;
  }

  const unsubscribe = bus.subscribe(
    ['webhooks-changed', 'raffle-changed', 'entries-changed', 'draw-advanced', 'resync'],
    () => lane.wake(),
  );
  return {
    start: lane.wake,
    async stop() {
      unsubscribe();
      await lane.stop();
    },
  };
}

/** A failure after a success begins a new count; others go on. @returns since when nothing got through, epoch ms */
async function setFailingSince(trx: Trx, webhookId: string, since: number | null): Promise<number | null> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: since })
    .where('id', '=', webhookId)
    .where('failing_since', since === null ? 'is not' : 'is', null)
    .execute();
  if (since === null) return null;
  const row = await trx
    .selectFrom('webhooks')
    .select('failing_since')
    .where('id', '=', webhookId)
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** R85: a receiver that says that it is gone gets nothing any more. */
async function turnOff(trx: Trx, webhookId: string, now: number): Promise<void> {
  if ((await setState(trx, webhookId, 'gone', now)) === null) return;
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'dropped', settled_at: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

async function pause(trx: Trx, webhookId: string, now: number): Promise<boolean> {
  const workspaceId = await setState(trx, webhookId, 'failing', now);
  if (workspaceId === null) return false;
  await enqueuePausedEmails(trx, { webhookId, workspaceId, now });
  return true;
}

/** Of an active receiver. @returns its workspace; null where it is not active any more */
async function setState(
  trx: Trx,
  webhookId: string,
  state: 'gone' | 'failing',
  now: number,
): Promise<string | null> {
  const row = await trx
    .updateTable('webhooks')
    .set({ state, state_since: now })
    .where('id', '=', webhookId)
    .where('state', '=', 'active')
    .returning('workspace_id')
    .executeTakeFirst();
  if (row === undefined) return null;
  await writeAudit(trx, {
    raffleId: null,
    hostId: null,
    actor: 'system',
    action: 'webhook_paused',
    ts: now,
    details: { webhook_id: webhookId, reason: state },
  });
  return row.workspace_id;
}
