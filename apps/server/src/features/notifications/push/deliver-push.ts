/** Delivers a row of the outbox to all devices of an entry (R52); it counts as sent when one of them got it. */
import { createHash } from 'node:crypto';
import { claimTimeLeft } from '@glassdrum/raffle-rules';
import type { Delivery } from '../../../work/outbox-lane.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import type { PushNotice } from '../../../platform/web-push/push-sender.ts';
import { lapsedPrizeOf, ownHoldings } from '../../draws/holdings/queries.ts';
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
  if (raffle === null || entry === null) return null;
  if (entry.tickets === 0 && row.occasion !== 'lapsed') return null;
  if (row.occasion === 'starting') {
    const draw = await drawOfSeveral(database.query, raffle, row.draw_id);
    const words = draw === null ? raffle.title : `${calledIn(draw)}: ${raffle.title}`;
    return {
      payload: payloadOf(row, { title: 'The draw is starting', body: words, url: `/draw/${raffle.id}` }),
      ttl: STARTING_TTL_SECONDS,
      topic: topicOf(row),
    };
  }
  if (row.occasion === 'cancelled') {
    if (raffle.cancelled_at === null) return null;
    const body = `“${raffle.title}”: ${raffle.cancel_reason ?? ''}`;
    return {
      payload: payloadOf(row, { title: 'Raffle cancelled', body, url: `/draw/${raffle.id}` }),
      ttl: WON_TTL_SECONDS,
      topic: topicOf(row),
    };
  }
  const draw = await drawOfSeveral(database.query, raffle, row.draw_id);
  const where = draw === null ? `“${raffle.title}”` : `“${raffle.title}”, ${calledIn(draw)}`;
  const words = await wordsAboutPrize(parts, row, { entryNumber: entry.number, where });
  if (words === null) return null;
  const url = await resultsPath(database.query, raffle, row.draw_id);
  return { payload: payloadOf(row, { ...words, url }), ttl: words.ttl, topic: topicOf(row) };
}

interface PrizeWords {
  title: string;
  body: string;
  /** Seconds for which it is worth showing. */
  ttl: number;
}

/** Null where it is over: the entry has no such prize, or has claimed it. */
async function wordsAboutPrize(
  parts: PushParts,
  row: OutboxRow,
  { entryNumber, where }: { entryNumber: number; where: string },
): Promise<PrizeWords | null> {
  const { query } = parts.database;
  const of = { raffleId: row.raffle_id, drawId: row.draw_id, entryNumber };
  const prize = row.prize ?? 1;
  const now = parts.clock.now();
  if (row.occasion === 'lapsed') {
    const lapsed = await lapsedPrizeOf(query, { ...of, prize });
    if (lapsed === null) return null;
    const what = lapsed.name ?? 'Your prize';
    const body = `${what} in ${where} goes to the next in line, because it was not claimed in time.`;
    return { title: 'Your prize was not claimed in time', body, ttl: WON_TTL_SECONDS };
  }
  const { held } = await ownHoldings(query, of);
  const open = held.filter((one) => !one.isClaimed && one.claimBy !== null && one.claimBy > now);
  if (row.occasion === 'claim_reminder') {
    const own = open.find((one) => one.prize === prize);
    if (own === undefined || own.claimBy === null) return null;
    const what = own.name ?? 'your prize';
    return {
      title: 'Please claim your prize',
      body: `Number ${entryNumber}: claim ${what} in ${where} ${timeLeft(own.claimBy, now)}.`,
      ttl: secondsUntil(own.claimBy, now),
    };
  }
  const won = await wonWords(parts, row, entryNumber);
  if (won === null) return null;
  const concerned = row.occasion === 'moved_up' ? open.filter((one) => one.prize === prize) : open;
  const ends = concerned.flatMap((one) => one.claimBy ?? []);
  const until = ends.length === 0 ? null : Math.min(...ends);
  const claim = until === null ? '' : ` Claim it ${timeLeft(until, now)}.`;
  return {
    title: 'You won!',
    body: `Number ${entryNumber} has won ${won === '' ? '' : `${won} `}in ${where}.${claim}`,
    ttl: until === null ? WON_TTL_SECONDS : Math.min(WON_TTL_SECONDS, secondsUntil(until, now)),
  };
}

/** A device's time zone is unknown: how long, not until when. */
function timeLeft(until: number, now: number): string {
  const left = claimTimeLeft(until, now);
  return left === null ? 'now' : `within ${left}`;
}

const secondsUntil = (until: number, now: number): number => Math.ceil((until - now) / 1000);

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

/** The form that the service worker reads. A notification replaces an older one of the same occasion, draw and prize only. */
function payloadOf(
  row: OutboxRow,
  { title, body, url }: { title: string; body: string; url: string },
): string {
  return JSON.stringify({ title, body, url, tag: topicOf(row) });
}

/** What a later notification has to be about to replace this one, on its way or on the device; at most 32 base64url characters. */
function topicOf({ occasion, raffle_id: raffleId, draw_id: drawId, prize }: OutboxRow): string {
  const about = [occasion, raffleId, drawId ?? '', prize ?? ''].join(' ');
  return createHash('sha256').update(about).digest('base64url').slice(0, 32);
}
