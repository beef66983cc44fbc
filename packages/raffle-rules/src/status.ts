/** The status machine, R10–R16: draft → open → closed → drawn, closed → open until a draw was started, nothing else. */
import { allowed, type Decision, refused } from './refusals.ts';
import { LIMITS } from './limits.ts';

export type RaffleStatus = 'draft' | 'open' | 'closed' | 'drawn';

/** What the rules need to know about a raffle. Times are epoch ms. */
export interface RaffleFacts {
  /** As stored; see effectiveStatus for what holds at a given time. */
  status: RaffleStatus;
  deadlineAt: number | null;
  /** The draw was frozen (R13). */
  drawStarted: boolean;
  maxEntries: number | null;
  /** Numbers given out so far, withdrawn ones included (R22). */
  entryCount: number;
  ticketTotal: number;
  maxTickets: number;
  allowPublicJoin: boolean;
}

/** R12: an open raffle whose deadline has come counts as closed, whether or not anybody has written that down yet. */
export function effectiveStatus(
  facts: Pick<RaffleFacts, 'status' | 'deadlineAt'>,
  now: number,
): RaffleStatus {
  return facts.status === 'open' && deadlineHasPassed(facts, now) ? 'closed' : facts.status;
}

function deadlineHasPassed(facts: Pick<RaffleFacts, 'deadlineAt'>, now: number): boolean {
  return facts.deadlineAt !== null && now >= facts.deadlineAt;
}

/** R10 */
export function decideEdit(facts: RaffleFacts): Decision {
  return facts.status === 'draft' ? allowed() : refused('raffle_not_draft');
}

/** R16, also for the deadline of a new raffle. */
export function decideDeadline(deadlineAt: number | null, now: number): Decision {
  return deadlineAt !== null && deadlineAt <= now ? refused('deadline_in_past') : allowed();
}

/** R10, R16 */
export function decideOpen(facts: RaffleFacts & { title: string }, now: number): Decision {
  if (facts.status !== 'draft') return refused('raffle_not_draft');
  if (facts.title.trim() === '') return refused('title_blank');
  return decideDeadline(facts.deadlineAt, now);
}

/** R12. Closing a raffle that is closed already is allowed and changes nothing. */
export function decideClose(facts: RaffleFacts): Decision {
  if (facts.status === 'draft') return refused('raffle_is_draft');
  return facts.drawStarted || facts.status === 'drawn' ? refused('draw_started') : allowed();
}

/** closed → open, until a draw was started and while the deadline lies ahead. */
export function decideReopen(facts: RaffleFacts, now: number): Decision {
  if (facts.status === 'draft') return refused('raffle_is_draft');
  if (facts.drawStarted || facts.status === 'drawn') return refused('draw_started');
  if (effectiveStatus(facts, now) === 'open') return refused('raffle_not_closed');
  return deadlineHasPassed(facts, now) ? refused('deadline_passed') : allowed();
}

/** R13. A draw that was started already is not refused here: the caller answers with that same draw. */
export function decideDraw(facts: RaffleFacts): Decision {
  if (facts.status === 'draft') return refused('raffle_is_draft');
  if (facts.drawStarted || facts.status === 'drawn') return refused('draw_started');
  return facts.ticketTotal < 1 ? refused('no_entries') : allowed();
}

/** Joining at `now`, by the server's clock inside the transaction (R12, R23). */
export function decideJoin(facts: RaffleFacts, now: number, via: 'invite' | 'public'): Decision {
  if (facts.drawStarted || facts.status === 'drawn') return refused('draw_started');
  if (via === 'public' && !facts.allowPublicJoin) return refused('public_join_off');
  if (facts.status !== 'draft' && deadlineHasPassed(facts, now)) return refused('deadline_passed');
  if (facts.status !== 'open') return refused('raffle_not_open');
  const full = facts.maxEntries !== null && facts.entryCount >= facts.maxEntries;
  return full || facts.entryCount >= LIMITS.maxEntries.max ? refused('raffle_full') : allowed();
}

/** R45: a participant may leave before the freeze; R12: but changes nothing once entries are closed except that. */
export function decideLeave(facts: RaffleFacts): Decision {
  return decideHostChange(facts);
}

/** R11, R20: the host sets 1 … maxTickets. */
export function decideTicketChange(facts: RaffleFacts, tickets: number): Decision {
  const change = decideHostChange(facts);
  if (!change.ok) return change;
  if (!Number.isSafeInteger(tickets) || tickets < 1) return refused('tickets_invalid');
  return tickets > facts.maxTickets ? refused('tickets_over_limit') : allowed();
}

/** R11: removing a participant, while open or closed and before the freeze. */
export function decideRemoveParticipant(facts: RaffleFacts): Decision {
  return decideHostChange(facts);
}

/** R11: adding invitees, revoking and re-issuing invites; in a draft too. */
export function decideInviteeChange(facts: RaffleFacts): Decision {
  return facts.drawStarted || facts.status === 'drawn' ? refused('draw_started') : allowed();
}

function decideHostChange(facts: RaffleFacts): Decision {
  if (facts.status === 'draft') return refused('raffle_is_draft');
  return facts.drawStarted || facts.status === 'drawn' ? refused('draw_started') : allowed();
}
