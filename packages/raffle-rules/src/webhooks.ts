/**
 * Webhooks (R85): what receivers can be told of, when a delivery is tried again, and when a receiver is given up.
 * Time and chance are arguments.
 */

/** What a receiver can be told of; the names are those of payloads (`type`). */
export const webhookEvents = [
  'raffle.opened',
  'raffle.joined',
  'draw.frozen',
  'draw.result',
  'prize.claimed',
  'raffle.cancelled',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** 'standard': signed JSON as Standard Webhooks has it. The others are messages of these two services. */
export const webhookFormats = ['standard', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long after the first, second … try the next one follows, milliseconds: ten tries in less than 22 hours. */
export const WEBHOOK_WAITS_MS: readonly number[] = [
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS + 20 * MINUTE_MS,
];

/** A delivery is tried this often. */
export const WEBHOOK_TRIES = WEBHOOK_WAITS_MS.length + 1;

/** The part of a wait by which it may be longer, so that what failed together does not come back together. All fit into 24 h. */
export const WEBHOOK_JITTER = 0.1;

/** A receiver is not asked to wait for longer than this, milliseconds. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * When a delivery that has failed is tried again, epoch ms; null for never.
 * @param tries so far, 1 or more
 * @param retryAfterMs how long the receiver asks to be left alone, or null
 * @param chance from 0 to 1
 */
export function nextTryAt({
  tries,
  now,
  retryAfterMs,
  chance,
}: {
  tries: number;
  now: number;
  retryAfterMs: number | null;
  chance: number;
}): number | null {
  const wait = WEBHOOK_WAITS_MS[tries - 1];
  if (wait === undefined) return null;
  const asked = Math.min(Math.max(retryAfterMs ?? 0, 0), MAX_RETRY_AFTER_MS);
  return now + Math.max(Math.round(wait * (1 + WEBHOOK_JITTER * chance)), asked);
}

/** Header `Retry-After` in milliseconds: seconds, also with a fraction, or a date. Null for anything else. @param now epoch ms */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Math.ceil(Number(text) * SECOND_MS);
  // Dates of HTTP name the day of the week; a bare number is no date.
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** For so long nothing may have arrived before a receiver is paused, milliseconds. */
export const PAUSE_FAILING_AFTER_MS = 3 * DAY_MS;

/**
 * Whether a receiver is paused when a delivery has used up its tries: nothing has arrived for days.
 * @param failingSince when the first try failed after which none succeeded, epoch ms
 */
export function pausesReceiver(failingSince: number | null, now: number): boolean {
  return failingSince !== null && now - failingSince >= PAUSE_FAILING_AFTER_MS;
}

/** How long entries are collected before a receiver is told of them, milliseconds. */
export const JOINED_BATCH_MS = 10 * SECOND_MS;

/** R85: for so long after its secret was changed a receiver gets signatures with both, milliseconds. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Deliveries are listed and stored this long, milliseconds; of each receiver at most `LIMITS.webhookLog` are listed. */
export const DELIVERIES_STORED_MS = 30 * DAY_MS;

/** Entry numbers from the first to the last. */
export type EntryRange = readonly [first: number, last: number];

/** Adds numbers to ranges; the ranges stay ascending and as few as possible. Numbers that are in already change nothing. */
export function withNumbers(ranges: readonly EntryRange[], numbers: readonly number[]): EntryRange[] {
  const all = [...ranges, ...numbers.map((number): EntryRange => [number, number])].toSorted(
    (one, other) => one[0] - other[0],
  );
  const joined: [number, number][] = [];
  for (const [first, last] of all) {
    const previous = joined.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** How many numbers ascending ranges hold. */
export function numbersInRanges(ranges: readonly EntryRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
