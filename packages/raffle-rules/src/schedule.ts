/**
 * Draws by themselves (R15, R31) and postponed deadlines (R12, R16). Times are the server's, in epoch milliseconds; rules
 * get them as arguments.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { decideReplan, effectiveStatus } from './status.ts';
import type { RaffleFacts } from './status.ts';

/**
 * R93: which kind of beacon a raffle's draws may have. `wait`: drand only, a draw waits for it as long as it takes. `lower`:
 * drand, or none if it cannot be reached before the freeze. `room`: numbers made in the room. `none`: no beacon.
 */
export const beaconPolicies = ['wait', 'lower', 'room', 'none'] as const;
export type BeaconPolicy = (typeof beaconPolicies)[number];

export type BeaconKind = 'drand' | 'room' | 'none';

/** Whether a draw under this policy needs to know if the public beacon answers. */
export function asksBeacon(policy: BeaconPolicy): boolean {
  return policy === 'wait' || policy === 'lower';
}

/**
 * R31, R93: which kind of beacon a draw gets when its host starts it now. The policy says what is allowed at all; where it
 * allows a draw without a beacon, the host can choose that only while the server finds the beacon out of reach.
 */
export function decideKind(
  requested: 'beacon' | 'room' | 'operator',
  { policy, reachable }: { policy: BeaconPolicy; reachable: boolean },
): Decision<BeaconKind> {
  switch (policy) {
    case 'room':
      return requested === 'operator' ? refuse('kind_not_allowed') : accept('room');
    case 'none':
      return requested === 'room' ? refuse('kind_not_allowed') : accept('none');
    case 'wait':
      if (requested !== 'beacon') return refuse('kind_not_allowed');
      return reachable ? accept('drand') : refuse('beacon_unreachable');
    case 'lower':
      if (requested === 'room') return refuse('kind_not_allowed');
      if (requested === 'operator') return reachable ? refuse('beacon_reachable') : accept('none');
      return reachable ? accept('drand') : refuse('beacon_unreachable');
  }
}

/** Between two checks of the beacon. */
const LOOK_EVERY_MS = 30_000;
/** An automatic draw that starts this long after its time is marked late: the server, or the beacon, was unavailable. */
const LATE_AFTER_MS = 30_000;

/** R15. `scheduledAt` is the deadline that started the draw, null when its host did; `startedAt` is its close. Epoch ms. */
export function isLate(draw: { scheduledAt: number | null; startedAt: number }): boolean {
  return draw.scheduledAt !== null && draw.startedAt - draw.scheduledAt > LATE_AFTER_MS;
}

/** What becomes of a raffle at its deadline, or at a later check (R15, R31). */
export type AtDeadline =
  /** Not due (any more): postponed, drawn, or not to be drawn automatically. */
  | { step: 'nothing' }
  /** It stays closed: no one holds a ticket. */
  | { step: 'no_tickets' }
  /** R71: it waits for its host: people must be present, and nobody is. */
  | { step: 'nobody_present' }
  | { step: 'draw'; kind: BeaconKind }
  | { step: 'wait'; since: number; lookAgainAt: number };

/** @param beacon.waitsSince when the first check found none; null before */
export function atDeadline(
  facts: RaffleFacts & { autoDraw: boolean; nobodyPresent: boolean },
  beacon: { reachable: boolean; policy: BeaconPolicy; waitsSince: number | null },
  now: number,
): AtDeadline {
  const due = facts.deadlineAt !== null && now >= facts.deadlineAt;
  const running = effectiveStatus(facts, now) === 'closed' && !facts.drawStarted && facts.cancelled !== true;
  if (!facts.autoDraw || !due || !running) return { step: 'nothing' };
  if (facts.ticketTotal < 1) return { step: 'no_tickets' };
  if (facts.nobodyPresent) return { step: 'nobody_present' };
  switch (beacon.policy) {
    case 'room':
    case 'none':
      return { step: 'draw', kind: beacon.policy };
    case 'lower':
      return { step: 'draw', kind: beacon.reachable ? 'drand' : 'none' };
    case 'wait':
      if (beacon.reachable) return { step: 'draw', kind: 'drand' };
      return { step: 'wait', since: beacon.waitsSince ?? now, lookAgainAt: now + LOOK_EVERY_MS };
  }
}

/**
 * The host gives people more time: later than the present deadline and in the future. One that had closed the raffle opens
 * it again; one that the host closed earlier stays closed (`reopens`).
 * @param closedAtSeconds when it was closed, unix seconds; null while it is open
 */
export function decidePostpone(
  facts: RaffleFacts,
  input: { deadlineAt: number; closedAtSeconds: number | null },
  now: number,
): Decision<{ reopens: boolean }> {
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  const { deadlineAt } = facts;
  if (deadlineAt === null) return refuse('no_deadline');
  if (input.deadlineAt <= now) return refuse('deadline_in_past');
  if (input.deadlineAt <= deadlineAt) return refuse('deadline_not_later');
  const byDeadline = input.closedAtSeconds === Math.floor(deadlineAt / 1000);
  return accept({ reopens: facts.status === 'closed' && byDeadline });
}
