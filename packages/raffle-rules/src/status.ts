/**
 * The raffle's status machine (R10–R16, R20, R22, R23, R45): `draft → open → closed → drawn`, and `closed → open` until a
 * draw was started. Each `decide…` function answers whether a command is allowed on the facts as they are inside the
 * caller's transaction; it changes nothing. `now` is the server's clock in epoch milliseconds.
 */
import { LIMITS } from './limits.ts';
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import type { Refusal } from './refusals.ts';

export type RaffleStatus = 'draft' | 'open' | 'closed' | 'drawn';

/** What the rules need to know of a raffle. */
export interface RaffleFacts {
  /** As stored; `effectiveStatus` is the one that counts. */
  status: RaffleStatus;
  /** Epoch milliseconds. */
  deadlineAt: number | null;
  /** The freeze record is written; the result may still be to come (R13). */
  drawStarted: boolean;
  maxEntries: number | null;
  /** Numbers given out, those of removed participants included (R22). */
  entryCount: number;
  /** Sum of all tickets held. */
  ticketTotal: number;
  /** Most tickets for one participant (R20). */
  maxTickets: number;
  allowPublicJoin: boolean;
  /** R79: nothing about it changes any more. Left out for no. */
  cancelled?: boolean;
}

/** R12: an open raffle counts as closed from the instant of its deadline, whether or not that is stored yet. */
export function effectiveStatus(
  facts: Pick<RaffleFacts, 'status' | 'deadlineAt'>,
  now: number,
): RaffleStatus {
  return facts.status === 'open' && deadlinePassed(facts, now) ? 'closed' : facts.status;
}

/** R10: only a draft is editable. */
export function decideEdit(facts: RaffleFacts): Decision {
  return facts.status === 'draft' ? accept(undefined) : refuse('raffle_not_draft');
}

/** R94: the number of winners can change until the draw starts; everyone sees the change. A draft is simply edited. */
export function decideReplan(facts: RaffleFacts): Decision {
  const notRunning = notRunningRefusal(facts);
  return notRunning === null ? accept(undefined) : refuse(notRunning);
}

/** R10, R16: a draft with a title and without a past deadline. */
export function decideOpen(facts: RaffleFacts & { title: string }, now: number): Decision {
  if (facts.status !== 'draft') return refuse('raffle_not_draft');
  if (facts.title.trim() === '') return refuse('title_blank');
  return deadlinePassed(facts, now) ? refuse('deadline_in_past') : accept(undefined);
}

/**
 * R12: by the host while it is open, or by the server once the deadline has passed; both with this rule.
 * `closedAt` is the instant it counts as closed from: the deadline, if that came first.
 */
export function decideClose(facts: RaffleFacts, now: number): Decision<{ closedAt: number }> {
  const frozen = frozenRefusal(facts);
  if (frozen !== null) return refuse(frozen);
  if (facts.status === 'draft') return refuse('raffle_still_draft');
  if (facts.status !== 'open') return refuse('raffle_closed');
  return accept({ closedAt: Math.min(now, facts.deadlineAt ?? now) });
}

/** `closed → open` until a draw was started. After its deadline it would close again at once: refused. */
export function decideReopen(facts: RaffleFacts, now: number): Decision {
  const frozen = frozenRefusal(facts);
  if (frozen !== null) return refuse(frozen);
  if (effectiveStatus(facts, now) !== 'closed') return refuse('raffle_not_closed');
  return deadlinePassed(facts, now) ? refuse('deadline_passed') : accept(undefined);
}

/**
 * R13: from open or closed, with at least one ticket. `closesFirst` says that the raffle is still open
 * and closes in the same transaction. A second draw is refused with `draw_started` or `already_drawn`.
 */
export function decideDraw(facts: RaffleFacts, now: number): Decision<{ closesFirst: boolean }> {
  const notRunning = notRunningRefusal(facts);
  if (notRunning !== null) return refuse(notRunning);
  if (facts.ticketTotal < 1) return refuse('no_entries');
  return accept({ closesFirst: effectiveStatus(facts, now) === 'open' });
}

/**
 * R79: by the host, in open and closed, as long as no draw that stands was frozen: what was promised or drawn is not taken back. Then
 * draws are skipped instead. The title is typed, so that nobody cancels the wrong raffle.
 * @param drawsHeld draws of the raffle that were frozen and not voided
 */
export function decideCancel(
  facts: RaffleFacts & { title: string },
  { drawsHeld, typedTitle }: { drawsHeld: number; typedTitle: string },
): Decision {
  const notRunning = notRunningRefusal(facts);
  if (notRunning !== null) return refuse(notRunning);
  if (drawsHeld > 0) return refuse('draws_held');
  return isTypedTitle(facts.title, typedTitle) ? accept(undefined) : refuse('title_not_typed');
}

/** Case, and how blanks are typed, don't matter. */
export function isTypedTitle(title: string, typed: string): boolean {
  const plain = (text: string): string =>
    text.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  return plain(title) === plain(typed);
}

/** R79: how long after its deadline, or after anything happened in it, the host is reminded of a raffle that was never drawn. */
const FORGOTTEN_DAYS = 90;

/** @param lastActivityAt when anything happened in it @param now both epoch ms */
export function isForgotten(
  facts: Pick<RaffleFacts, 'status' | 'deadlineAt' | 'cancelled' | 'drawStarted'>,
  lastActivityAt: number,
  now: number,
): boolean {
  const waits = facts.status === 'open' || facts.status === 'closed';
  if (!waits || facts.cancelled === true || facts.drawStarted) return false;
  const deadlineAt = facts.deadlineAt ?? 0;
  return now - Math.max(lastActivityAt, deadlineAt) >= FORGOTTEN_DAYS * 24 * 3_600_000;
}

/** Only a draft, which nobody has joined, can be deleted on its own; the others are erased by retention (R53, R54). */
export function decideDelete(facts: RaffleFacts): Decision {
  return facts.status === 'draft' ? accept(undefined) : refuse('raffle_not_draft');
}

/**
 * R11, R12, R23: a new entry. A switched-off public link is refused before anything else is revealed about the raffle (I4).
 * Without a capacity of its own a raffle is full at the product's limit.
 */
export function decideJoin(facts: RaffleFacts, now: number, via: 'invite' | 'public'): Decision {
  if (via === 'public' && !facts.allowPublicJoin) return refuse('public_join_off');
  if (facts.status === 'draft') return refuse('raffle_not_open');
  const frozen = frozenRefusal(facts);
  if (frozen !== null) return refuse(frozen);
  if (effectiveStatus(facts, now) !== 'open') {
    return refuse(deadlinePassed(facts, now) ? 'deadline_passed' : 'raffle_closed');
  }
  return placesLeft(facts) === 0 ? refuse('raffle_full') : accept(undefined);
}

function placesLeft({ maxEntries, entryCount }: RaffleFacts): number {
  const capacity = Math.min(maxEntries ?? LIMITS.maxEntries.max, LIMITS.maxEntries.max);
  return Math.max(0, capacity - entryCount);
}

/** R66: the host enters people while people can join: all of them, or none. @param people how many */
export function decideEnter(facts: RaffleFacts, now: number, people: number): Decision {
  if (facts.status === 'draft') return refuse('raffle_still_draft');
  const join = decideJoin(facts, now, 'invite');
  if (!join.ok) return refuse(join.refusal === 'raffle_closed' ? 'entering_closed' : join.refusal);
  return people > placesLeft(facts) ? refuse('too_few_places') : accept(undefined);
}

/** R45: at any time before the freeze, after closing too; the number stays, with 0 tickets. */
export function decideLeave(facts: RaffleFacts, now: number): Decision {
  switch (effectiveStatus(facts, now)) {
    case 'draft':
      return refuse('raffle_not_open');
    case 'open':
    case 'closed':
    case 'drawn': {
      const frozen = frozenRefusal(facts);
      return frozen === null ? accept(undefined) : refuse(frozen);
    }
  }
}

/** How far the time of a signed withdrawal may be away from the server's. */
const LEAVE_SECONDS = 10 * 60;

/** R94: a withdrawal that a device signed is of now, so that an old one cannot be shown as a new one. @param signedAt Unix seconds */
export function decideLeaveTime(signedAt: number, now: number): Decision {
  return Math.abs(now / 1000 - signedAt) <= LEAVE_SECONDS ? accept(undefined) : refuse('leave_time_wrong');
}

/** R11, R20: by the host, in open and closed, a whole number from 1 to the raffle's limit. */
export function decideTicketChange(facts: RaffleFacts, tickets: number): Decision {
  const notRunning = notRunningRefusal(facts);
  if (notRunning !== null) return refuse(notRunning);
  if (!Number.isSafeInteger(tickets) || tickets < 1) return refuse('tickets_invalid');
  return tickets > facts.maxTickets ? refuse('tickets_over_limit') : accept(undefined);
}

/** R11: by the host, in open and closed; the number stays taken, with 0 tickets (R22). */
export function decideRemoveParticipant(facts: RaffleFacts): Decision {
  const notRunning = notRunningRefusal(facts);
  return notRunning === null ? accept(undefined) : refuse(notRunning);
}

/** R11: adding invitees, revoking and re-issuing invites; a draft's list can be prepared too. */
export function decideInviteeChange(facts: RaffleFacts): Decision {
  const frozen = frozenRefusal(facts);
  return frozen === null ? accept(undefined) : refuse(frozen);
}

function deadlinePassed(facts: Pick<RaffleFacts, 'deadlineAt'>, now: number): boolean {
  return facts.deadlineAt !== null && now >= facts.deadlineAt;
}

/** R13: from the freeze on nothing changes. */
function frozenRefusal(facts: RaffleFacts): Refusal | null {
  if (facts.cancelled === true) return 'raffle_cancelled';
  if (facts.status === 'drawn') return 'already_drawn';
  return facts.drawStarted ? 'draw_started' : null;
}

/** What only the host does: participants exist and may still change, in open and closed, not frozen. */
function notRunningRefusal(facts: RaffleFacts): Refusal | null {
  return facts.status === 'draft' ? 'raffle_still_draft' : frozenRefusal(facts);
}
