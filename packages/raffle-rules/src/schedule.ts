/**
 * Draws by themselves (R15, R31) and postponed deadlines (R12, R16). Times are the server's, in epoch milliseconds; rules
 * get them as arguments.
 */
import { accept, refuse } from './refusals.ts';
import type { Decision } from './refusals.ts';
import { effectiveStatus } from './status.ts';
import type { RaffleFacts } from './status.ts';

/**
 * R31: what a draw that starts by itself does while the public beacon can't be reached: wait for 15 minutes and then draw
 * at the lower level, wait as long as it takes, or draw at the lower level at once.
 */
export const beaconPolicies = ['wait_then_lower', 'wait', 'lower'] as const;
export type BeaconPolicy = (typeof beaconPolicies)[number];

/** How long `wait_then_lower` waits, from the first look that found no beacon. */
export const BEACON_WAIT_MS = 15 * 60_000;
/** Between two looks. */
const LOOK_EVERY_MS = 30_000;
/** A draw that starts by itself this long after its time is marked late: the server, or the beacon, was away. */
const LATE_AFTER_MS = 30_000;

/** R15. `scheduledAt` is the deadline that started the draw; null when its host did. */
export function isLate({ scheduledAt, t0 }: { scheduledAt: number | null; t0: number }): boolean {
  return scheduledAt !== null && t0 - scheduledAt > LATE_AFTER_MS;
}

/** What becomes of a raffle at its deadline, or at a later look (R15, R31). */
export type AtDeadline =
  /** Not due (any more): postponed, drawn, or not to be drawn by itself. */
  | { step: 'nothing' }
  /** It stays closed: nobody holds a ticket. */
  | { step: 'nobody' }
  | { step: 'draw'; assurance: 'beacon' | 'operator' }
  | { step: 'wait'; since: number; lookAgainAt: number };

/** @param beacon.waitsSince when the first look found none; null before */
export function atDeadline(
  facts: RaffleFacts & { autoDraw: boolean },
  beacon: { reachable: boolean; policy: BeaconPolicy; waitsSince: number | null },
  now: number,
): AtDeadline {
  const due = facts.deadlineAt !== null && now >= facts.deadlineAt;
  const running = effectiveStatus(facts, now) === 'closed' && !facts.drawStarted;
  if (!facts.autoDraw || !due || !running) return { step: 'nothing' };
  if (facts.ticketTotal < 1) return { step: 'nobody' };
  if (beacon.reachable) return { step: 'draw', assurance: 'beacon' };
  const since = beacon.waitsSince ?? now;
  const giveUpAt = { wait_then_lower: since + BEACON_WAIT_MS, wait: Infinity, lower: now }[beacon.policy];
  if (now >= giveUpAt) return { step: 'draw', assurance: 'operator' };
  return { step: 'wait', since, lookAgainAt: Math.min(now + LOOK_EVERY_MS, giveUpAt) };
}

/**
 * The host gives people more time: later than the present deadline and still to come. One that had closed the raffle opens
 * it again; one that the host closed earlier stays closed (`reopens`).
 * @param closedAtSeconds when it was closed, unix seconds; null while it is open
 */
export function decidePostpone(
  facts: RaffleFacts,
  wish: { deadlineAt: number; closedAtSeconds: number | null },
  now: number,
): Decision<{ reopens: boolean }> {
  if (facts.status === 'draft') return refuse('raffle_not_open');
  if (facts.status === 'drawn') return refuse('already_drawn');
  if (facts.drawStarted) return refuse('draw_started');
  const { deadlineAt } = facts;
  if (deadlineAt === null) return refuse('no_deadline');
  if (wish.deadlineAt <= now) return refuse('deadline_in_past');
  if (wish.deadlineAt <= deadlineAt) return refuse('deadline_not_later');
  const byDeadline = wish.closedAtSeconds === Math.floor(deadlineAt / 1000);
  return accept({ reopens: facts.status === 'closed' && byDeadline });
}
