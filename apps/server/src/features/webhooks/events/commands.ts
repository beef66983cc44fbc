/**
 * What receivers of webhooks are told of (R85), written in the transaction of what happened: one event, and a delivery for each
 * active receiver of the raffle's workspace that wants it. Without one, nothing is written. Rows hold ids and numbers only.
 */
import { randomBytes } from 'node:crypto';
import { type EntryRange, JOINED_BATCH_MS, type WebhookEvent, withNumbers } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { type Database, lockRaffle, type Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

/** What an event is about: numbers of the draw's plan and list, counts and codes. */
type About = Readonly<Record<string, string | number>>;

/** `about` of entries: their numbers, and how many entries took part when the batch was closed. */
export interface JoinedAbout {
  ranges: EntryRange[];
  entries: number | null;
}

interface NewEvent {
  event: Exclude<WebhookEvent, 'raffle.joined'>;
  raffleId: string;
  drawId?: string;
  about?: About;
  /** When it happened, epoch ms. */
  at: number;
}

/** In the caller's transaction. The lane of deliveries wakes up with the message that tells others of it after the commit. */
export async function recordWebhookEvent(
  trx: Trx,
  { event, raffleId, drawId, about = {}, at }: NewEvent,
): Promise<void> {
  const receivers = await receiversOf(trx, raffleId, event);
  await insertEvent(trx, receivers, { event, raffleId, drawId: drawId ?? null, about, at, dueAt: at });
}

/**
 * New entries, in batches: a receiver is told of a raffle's entries at most every ten seconds. In the caller's transaction, under the
 * raffle's lock. @param now epoch ms
 */
export async function recordJoined(
  trx: Trx,
  raffleId: string,
  { numbers, now }: { numbers: readonly number[]; now: number },
): Promise<void> {
  if (numbers.length === 0) return;
  const receivers = await receiversOf(trx, raffleId, 'raffle.joined');
  if (receivers.length === 0) return;
  const open = await openBatchOf(trx, raffleId);
  if (open !== undefined && now < open.at + JOINED_BATCH_MS) {
    const { ranges, ...rest } = JSON.parse(open.about) as JoinedAbout;
    await setAbout(trx, open.id, { ...rest, ranges: withNumbers(ranges, numbers) });
    return;
  }
  // Nothing was delivered of it yet; what joins now belongs to the next one.
  if (open !== undefined) await closeBatch(trx, raffleId, open);
  await insertEvent(trx, receivers, {
    event: 'raffle.joined',
    raffleId,
    drawId: null,
    about: { ranges: withNumbers([], numbers), entries: null } satisfies JoinedAbout,
    at: now,
    dueAt: now + JOINED_BATCH_MS,
    openBatch: raffleId,
  });
}

/**
 * Before a batch is delivered: what joins from now on belongs to the next one. Idempotent; the next one, which a join may have
 * begun meanwhile, stays open.
 * @param batch the event and its raffle
 */
export async function closeJoinedBatch(
  database: Database,
  { id, raffleId }: { id: string; raffleId: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    // Joins add to it under this lock.
    await lockRaffle(database, trx, raffleId);
    const open = await openBatchOf(trx, raffleId);
    if (open?.id === id) await closeBatch(trx, raffleId, open);
  });
}

type OpenBatch = NonNullable<Awaited<ReturnType<typeof openBatchOf>>>;

async function closeBatch(trx: Trx, raffleId: string, open: OpenBatch): Promise<void> {
  const { active_count: entries } = await trx
    .selectFrom('raffles')
    .select('active_count')
    .where('id', '=', raffleId)
    .executeTakeFirstOrThrow();
  await setAbout(trx, open.id, { ...(JSON.parse(open.about) as JoinedAbout), entries });
  await trx.updateTable('webhook_events').set({ open_batch: null }).where('id', '=', open.id).execute();
}

function openBatchOf(trx: Trx, raffleId: string) {
  return trx
    .selectFrom('webhook_events')
    .select(['id', 'about', 'at'])
    .where('open_batch', '=', raffleId)
    .executeTakeFirst();
}

async function setAbout(trx: Trx, id: string, about: JoinedAbout): Promise<void> {
  await trx
    .updateTable('webhook_events')
    .set({ about: JSON.stringify(about) })
    .where('id', '=', id)
    .execute();
}

interface Receiver {
  id: string;
  workspaceId: string;
}

async function receiversOf(
  query: Kysely<Tables>,
  raffleId: string,
  event: WebhookEvent,
): Promise<Receiver[]> {
  const rows = await query
    .selectFrom('webhooks as w')
    .innerJoin('raffles as r', 'r.workspace_id', 'w.workspace_id')
    .select(['w.id', 'w.workspace_id', 'w.events'])
    .where('r.id', '=', raffleId)
    .where('w.state', '=', 'active')
    .execute();
  return rows
    .filter(({ events }) => events.split(',').includes(event))
    .map(({ id, workspace_id: workspaceId }) => ({ id, workspaceId }));
}

/** For a receiver's test too, which has no raffle. @returns the event's id; null where nobody is told */
export async function insertEvent(
  trx: Trx,
  receivers: readonly Receiver[],
  event: {
    event: WebhookEvent | 'webhook.test';
    raffleId: string | null;
    drawId: string | null;
    about: About | JoinedAbout;
    at: number;
    dueAt: number;
    openBatch?: string;
  },
): Promise<string | null> {
  const [first] = receivers;
  if (first === undefined) return null;
  const id = `msg_${randomBytes(18).toString('base64url')}`;
  await trx
    .insertInto('webhook_events')
    .values({
      id,
      workspace_id: first.workspaceId,
      raffle_id: event.raffleId,
      event: event.event,
      draw_id: event.drawId,
      about: JSON.stringify(event.about),
      at: event.at,
      open_batch: event.openBatch ?? null,
    })
    .execute();
  await trx
    .insertInto('webhook_deliveries')
    .values(
      receivers.map((receiver) => ({
        webhook_id: receiver.id,
        event_id: id,
        state: 'waiting' as const,
        due_at: event.dueAt,
        claim: null,
        claimed_until: null,
        settled_at: null,
      })),
    )
    .execute();
  return id;
}

/** Events with their deliveries, once nobody looks at them any more. @param before epoch ms */
export async function deleteOldWebhookEvents(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('webhook_events').where('at', '<', before).execute();
}
