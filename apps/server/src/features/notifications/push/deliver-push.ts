/** Delivers a row of the outbox to all devices of an entry (R52); it counts as sent when one of them got it. */
import type { Delivery } from '../../../work/outbox-lane.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import type { PushNotice } from '../../../platform/web-push/push-sender.ts';
import { resultOfEntry } from '../../draws/results/queries.ts';
import { entryWithReceipt } from '../../entries/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import type { PushParts } from './subscriptions.ts';
import { deleteSubscription, subscriptionsOf } from './subscriptions.ts';

const STARTING_TTL_SECONDS = 300;
const WON_TTL_SECONDS = 24 * 3600;

export function pushDelivery(parts: PushParts): (row: OutboxRow) => Promise<Delivery> {
  return async (row) => {
    const notification = await notificationFor(parts, row);
    const devices = notification === null ? [] : await subscriptionsOf(parts, row);
    if (notification === null || devices.length === 0) return { state: 'dropped', reason: 'gone' };
    const results = await Promise.all(
      devices.map(async (device) => {
        const result = await parts.sender.send(device, notification);
        if (result === 'gone') {
          const entry = { raffleId: row.raffle_id, inviteeId: row.invitee_id };
          await deleteSubscription(parts, entry, device.endpoint);
        }
        return result;
      }),
    );
    if (results.includes('sent')) return { state: 'sent' };
    if (results.includes('again')) return { state: 'retry', reason: 'server_away', isOutage: false };
    return { state: 'dropped', reason: 'gone' };
  };
}

/** Null when there is nothing to send: the entry was withdrawn, or has not won. */
async function notificationFor(parts: PushParts, row: OutboxRow): Promise<PushNotice | null> {
  const { database, clock } = parts;
  const raffle = await findRaffle(database, row.raffle_id);
  const entry = await entryWithReceipt(parts, row.raffle_id, row.invitee_id);
  if (raffle === null || entry === null || entry.tickets === 0) return null;
  if (row.occasion === 'starting') {
    return {
      payload: payloadOf('The draw is starting', raffle.title, `/draw/${raffle.id}`),
      ttl: STARTING_TTL_SECONDS,
      topic: 'starting',
    };
  }
  const of = { raffleId: raffle.id, drawId: row.draw_id };
  const result = await resultOfEntry(database, of, entry.number, clock.now());
  const hasWon = row.occasion === 'moved_up' || (row.occasion === 'result' && result?.kind === 'winner');
  if (!hasWon) return null;
  const [own] = result?.kind === 'winner' ? result.places : [];
  const prize = own?.prize ?? null;
  const words = `Number ${entry.number} has won ${prize === null ? '' : `${prize} `}in “${raffle.title}”.`;
  return {
    payload: payloadOf('You won!', words, `/results/${raffle.id}`),
    ttl: WON_TTL_SECONDS,
    topic: 'won',
  };
}

/** The form that the service worker reads. A newer notification for the same page replaces the older one. */
function payloadOf(title: string, body: string, url: string): string {
  return JSON.stringify({ title, body, url, tag: url });
}
