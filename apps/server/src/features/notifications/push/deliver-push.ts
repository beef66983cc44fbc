/** Delivers a row of the outbox to all devices of an entry (R52); it counts as sent when one of them got it. */
import type { Delivery } from '../../../work/outbox-lane.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import type { PushNotice } from '../../../platform/web-push/push-sender.ts';
import { drawOfSeveral, prizeMovedUpTo, resultOfEntry, resultsPath } from '../../draws/results/queries.ts';
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
  const { database } = parts;
  const raffle = await findRaffle(database, row.raffle_id);
  const entry = await entryWithReceipt(parts, row.raffle_id, row.invitee_id);
  if (raffle === null || entry === null || entry.tickets === 0) return null;
  if (row.occasion === 'starting') {
    const draw = await drawOfSeveral(database.query, raffle, row.draw_id);
    const words = draw === null ? raffle.title : `${calledIn(draw)}: ${raffle.title}`;
    return {
      payload: payloadOf('The draw is starting', words, `/draw/${raffle.id}`),
      ttl: STARTING_TTL_SECONDS,
      topic: 'starting',
    };
  }
  if (row.occasion === 'cancelled') {
    if (raffle.cancelled_at === null) return null;
    return {
      payload: payloadOf(
        'Raffle cancelled',
        `“${raffle.title}”: ${raffle.cancel_reason ?? ''}`,
        `/draw/${raffle.id}`,
      ),
      ttl: WON_TTL_SECONDS,
      topic: 'cancelled',
    };
  }
  const won = await wonWords(parts, row, entry.number);
  if (won === null) return null;
  const draw = await drawOfSeveral(database.query, raffle, row.draw_id);
  const where = draw === null ? `“${raffle.title}”` : `“${raffle.title}”, ${calledIn(draw)}`;
  const words = `Number ${entry.number} has won ${won === '' ? '' : `${won} `}in ${where}.`;
  return {
    payload: payloadOf('You won!', words, await resultsPath(database.query, raffle, row.draw_id)),
    ttl: WON_TTL_SECONDS,
    topic: 'won',
  };
}

const calledIn = ({ name, number }: { name: string | null; number: number }): string =>
  name ?? `draw ${number}`;

/** What was won: a prize's name, how many there are, or nothing where the only one has no name; null where nothing was. */
async function wonWords(
  { database, clock }: PushParts,
  row: OutboxRow,
  entryNumber: number,
): Promise<string | null> {
  const of = { raffleId: row.raffle_id, drawId: row.draw_id };
  if (row.occasion === 'moved_up') {
    const movedUp = await prizeMovedUpTo(database, { ...of, prize: row.prize ?? 1 }, entryNumber);
    return movedUp === null ? null : (movedUp.name ?? '');
  }
  const result = await resultOfEntry(database, of, entryNumber, clock.now());
  if (row.occasion !== 'result' || result?.kind !== 'winner') return null;
  return result.places.length > 1 ? `${result.places.length} prizes` : (result.places[0]?.prize ?? '');
}

/** The form that the service worker reads. A newer notification for the same page replaces the older one. */
function payloadOf(title: string, body: string, url: string): string {
  return JSON.stringify({ title, body, url, tag: url });
}
