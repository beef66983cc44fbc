/** R75: when the holder of a prize that is not claimed yet is reminded, and how. */
import { claimBy, type HeldPrize, lapsesAt } from './claims.ts';

/** An email may take minutes: in shorter windows only devices are reminded, and the page itself. */
export const QUICK_CLAIM_MS = 30 * 60_000;

/**
 * Half way through the time that the holder has, an extension included, epoch ms; null where nothing can lapse (any more). Whoever
 * was reminded before an extension is not reminded again.
 */
export function claimReminderAt(held: HeldPrize): number | null {
  const end = lapsesAt(held);
  return end === null || held.since === null ? null : held.since + Math.floor((end - held.since) / 2);
}

export function remindsByEmail(held: HeldPrize): boolean {
  const end = claimBy(held);
  return end !== null && held.since !== null && end - held.since > QUICK_CLAIM_MS;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SMALLEST = ['minute', MINUTE_MS] as const;
/** The first of which at least two are left is used. */
const UNITS = [['day', DAY_MS], ['hour', HOUR_MS], SMALLEST] as const;

/**
 * How long a prize can still be claimed, in words without a time zone, never more than what is left: "5 days", "3 hours",
 * "12 minutes", "1 minute"; null once less than a minute is left.
 */
export function claimTimeLeft(until: number, now: number): string | null {
  const left = until - now;
  const [unit, size] = UNITS.find(([, one]) => left >= 2 * one) ?? SMALLEST;
  const count = Math.floor(left / size);
  return count < 1 ? null : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
