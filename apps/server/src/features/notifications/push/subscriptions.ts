/** Push subscriptions of an entry's devices (R52): stored sealed, deleted when a push service reports them as expired. */
import { createHash } from 'node:crypto';
import type { PushSubscriptionBody } from '@glassdrum/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import { pushPurpose } from '../../../platform/keys/purposes.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { PushSender, PushSubscription } from '../../../platform/web-push/push-sender.ts';

export interface PushParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  sender: PushSender;
}

/** Per entry; a further one replaces the oldest. */
const MAX_DEVICES = 5;

interface EntryKey {
  raffleId: string;
  inviteeId: string;
}

function idOf({ raffleId, inviteeId }: EntryKey, endpoint: string): string {
  return createHash('sha256').update(`${raffleId}:${inviteeId}:${endpoint}`).digest('hex');
}

/** Replaces an earlier subscription of the device. @throws RefusalError invalid_input for an address that is not allowed */
export async function storeSubscription(
  { database, keys, clock, sender }: PushParts,
  entry: EntryKey,
  { endpoint, keys: secrets }: PushSubscriptionBody,
): Promise<void> {
  if (!sender.allows(endpoint)) {
    const message = 'Notifications cannot be sent to this push service.';
    throw new RefusalError('invalid_input', { message, fields: { endpoint: message } });
  }
  const id = idOf(entry, endpoint);
  const subscription: PushSubscription = { endpoint, ...secrets };
  await database.transaction(async (trx) => {
    const row = {
      subscription_sealed: keys.seal(pushPurpose(id), JSON.stringify(subscription)),
      created_at: clock.now(),
    };
    await trx
      .insertInto('push_subscriptions')
      .values({ id, raffle_id: entry.raffleId, invitee_id: entry.inviteeId, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const devices = await trx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('raffle_id', '=', entry.raffleId)
      .where('invitee_id', '=', entry.inviteeId)
      .orderBy('created_at', 'desc')
      .execute();
    const tooMany = devices.slice(MAX_DEVICES).map((device) => device.id);
    if (tooMany.length > 0) await trx.deleteFrom('push_subscriptions').where('id', 'in', tooMany).execute();
  });
}

export async function deleteSubscription(
  { database }: Pick<PushParts, 'database'>,
  entry: EntryKey,
  endpoint: string,
): Promise<void> {
  await database.query.deleteFrom('push_subscriptions').where('id', '=', idOf(entry, endpoint)).execute();
}

export async function subscriptionsOf(
  { database, keys }: Pick<PushParts, 'database' | 'keys'>,
  row: Pick<OutboxRow, 'raffle_id' | 'invitee_id'>,
): Promise<PushSubscription[]> {
  const rows = await database.query
    .selectFrom('push_subscriptions')
    .select(['id', 'subscription_sealed'])
    .where('raffle_id', '=', row.raffle_id)
    .where('invitee_id', '=', row.invitee_id)
    .execute();
  return rows.map(
    ({ id, subscription_sealed: sealed }) =>
      JSON.parse(keys.unseal(pushPurpose(id), sealed)) as PushSubscription,
  );
}
