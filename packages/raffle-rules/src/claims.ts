/**
 * R73: claiming prizes after the draw. Whoever holds a prize claims it, and then gets it; a prize with a claim window that
 * nobody claims in time lapses and goes on. Times are arguments, epoch milliseconds; windows are durations in whole seconds.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { LIMITS } from './limits.ts';
import { isLate } from './schedule.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Whether a prize can have this claim window: 1 to 30 minutes, or 1 to 60 days. @param seconds whole ones */
export function isClaimWindow(seconds: number): boolean {
  const { claimMinutes, claimDays } = LIMITS;
  const is = (unit: number, { min, max }: { min: number; max: number }): boolean =>
    seconds % unit === 0 && seconds >= min * unit && seconds <= max * unit;
  return is(MINUTE_S, claimMinutes) || is(DAY_S, claimDays);
}

/** A prize as one entry holds it. */
export interface HeldPrize {
  /** Since when; the winners of a draw hold their prizes from the end of its show. Null before. */
  since: number | null;
  /** Seconds; null for a prize that never lapses. */
  windowSeconds: number | null;
  /** Seconds; null without an extension. */
  extensionSeconds: number | null;
  claimedAt: number | null;
  handedOverAt: number | null;
}

/** Until when the prize can be claimed; in this very millisecond it can't any more. Null where it never lapses. */
export function claimBy({ since, windowSeconds, extensionSeconds }: HeldPrize): number | null {
  if (since === null || windowSeconds === null) return null;
  return since + (windowSeconds + (extensionSeconds ?? 0)) * 1000;
}

/** The claim window has ended without a claim. */
export function isLapsed(held: HeldPrize, now: number): boolean {
  const end = lapsesAt(held);
  return end !== null && now >= end;
}

/** When the prize lapses unless it is claimed; null where it can't lapse (any more). */
export function lapsesAt(held: HeldPrize): number | null {
  return held.claimedAt === null ? claimBy(held) : null;
}

/** How far the holder has come with it. */
export function heldState({ claimedAt, handedOverAt }: HeldPrize): 'drawn' | 'claimed' | 'handed_over' {
  if (handedOverAt !== null) return 'handed_over';
  return claimedAt === null ? 'drawn' : 'claimed';
}

/** R73: claimed noticeably too late to count, or lapsed after downtime: later than its time. @param at when it lapsed */
export function isLapseLate(held: HeldPrize, at: number): boolean {
  return isLate({ scheduledAt: claimBy(held), startedAt: at });
}

/** False: it was claimed before, which changes nothing. */
export function decideClaim(held: HeldPrize, now: number): Decision<boolean> {
  if (held.since === null) return refuse('claim_not_begun');
  if (held.claimedAt !== null) return accept(false);
  return isLapsed(held, now) ? refuse('claim_over') : accept(true);
}

/** What handing the prize over changes: a prize that was not claimed is claimed in the same moment. */
export function decideHandOver(held: HeldPrize, now: number): Decision<{ claims: boolean; hands: boolean }> {
  const claim = decideClaim(held, now);
  if (!claim.ok) return claim;
  return accept({ claims: claim.value, hands: held.handedOverAt === null });
}

/** Once for each winner, while the prize can still be claimed. */
export function decideExtension(held: HeldPrize, now: number): Decision {
  if (held.since === null) return refuse('claim_not_begun');
  if (held.windowSeconds === null) return refuse('no_claim_window');
  if (held.claimedAt !== null) return refuse('claimed_already');
  if (isLapsed(held, now)) return refuse('claim_over');
  return held.extensionSeconds === null ? accept(undefined) : refuse('claim_extended');
}

/** Who passes a holder over: the winner by giving the prize back, the host, or the clock when it lapses. */
export type PassOverActor = 'winner' | 'host' | 'clock';
export type PassOverReason = 'absent' | 'declined' | 'unclaimed' | 'ineligible';

/**
 * R14, R73: whether the prize may go on. After a claim only its winner gives it back, or the host says in public why the person
 * is not eligible. For somebody who has the entry on a device, nobody else declines.
 */
export function decidePassOver(
  held: HeldPrize,
  { reason, by, hasDevice }: { reason: PassOverReason; by: PassOverActor; hasDevice: boolean },
  now: number,
): Decision {
  switch (reason) {
    case 'unclaimed':
      return isLapsed(held, now) ? accept(undefined) : refuse('claim_still_possible');
    case 'absent':
      return held.claimedAt === null ? accept(undefined) : refuse('claimed_already');
    case 'declined':
      return by === 'host' && hasDevice ? refuse('declines_on_device') : accept(undefined);
    case 'ineligible':
      return accept(undefined);
  }
}
