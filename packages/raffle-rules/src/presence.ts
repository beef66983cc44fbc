/**
 * R71: draws in which only those can win who are present. Before such a draw the host opens check-in; entrants check in with
 * the code on the stage, or at the desk. Time is an argument, epoch milliseconds.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import type { PlannedDrawState } from './planned-draws.ts';
import { decideReplan, type RaffleFacts } from './status.ts';

/** How long a code is shown on the stage. It is accepted for as long again. */
const CODE_PERIOD_MS = 30_000;

/** How somebody checked in: with the code on the stage, at the desk, or through the host. */
export type CheckInWay = 'code' | 'desk' | 'host';

/** The presence of the next draw. */
export interface PresenceFacts {
  /** Whether people must be present. */
  required: boolean;
  /** Since when people can check in; null before. */
  openedAt: number | null;
}

/** R71: the host decides for each draw, until its list closes. */
export function decidePresence(
  facts: RaffleFacts,
  draws: readonly PlannedDrawState[],
  number: number,
): Decision {
  const state = facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
  if (!state.ok) return state;
  return draws[number - 1] === 'planned' ? accept(undefined) : refuse('draw_not_planned');
}

/** R71: for the next draw, where people must be present. Opening it again changes nothing. */
export function decideOpenCheckIn(facts: RaffleFacts, { required }: PresenceFacts): Decision {
  const state = decideReplan(facts);
  if (!state.ok) return state;
  return required ? accept(undefined) : refuse('presence_not_required');
}

/** R71: from the opening of check-in until the draw starts, also while nobody can join any more. */
export function decideCheckIn(facts: RaffleFacts, { required, openedAt }: PresenceFacts): Decision {
  const state = decideReplan(facts);
  if (!state.ok) return state.refusal === 'raffle_still_draft' ? refuse('check_in_not_open') : state;
  return required && openedAt !== null ? accept(undefined) : refuse('check_in_not_open');
}

/**
 * R71: a draw in which nobody who can win is present does not start.
 * @param present tickets of those on its list that are checked in and can win one of its prizes
 */
export function decidePresentDraw({ required, openedAt }: PresenceFacts, present: number): Decision {
  if (!required || present > 0) return accept(undefined);
  return refuse(openedAt === null ? 'check_in_not_opened' : 'nobody_present');
}

/** An entry that may check in. */
export interface PresentEntry {
  state: 'in' | 'withdrawn' | 'removed' | 'absent';
  tickets: number;
  /** How it checked in for the next draw; null if it didn't. */
  checkedIn: CheckInWay | null;
}

export type CheckInAction = 'check_in' | 'take_back';

/**
 * What a check-in at the desk does to an entry. 'unsold': a paper ticket without a buyer. 'own': the entrant checked in with the
 * code on the stage, which nobody takes back.
 */
export type CheckInResult =
  'checked_in' | 'already_checked_in' | 'taken_back' | 'not_checked_in' | 'own' | 'unsold' | 'gone';

export function resultOfCheckIn(action: CheckInAction, entry: PresentEntry): CheckInResult {
  if (entry.state !== 'in') return 'gone';
  if (action === 'check_in') {
    if (entry.tickets === 0) return 'unsold';
    return entry.checkedIn === null ? 'checked_in' : 'already_checked_in';
  }
  if (entry.checkedIn === null) return 'not_checked_in';
  return entry.checkedIn === 'code' ? 'own' : 'taken_back';
}

/** Whether it changed something. */
export function isCheckInMade(result: CheckInResult): boolean {
  return result === 'checked_in' || result === 'taken_back';
}

/** R71: who takes part, and did not check in where it is required. Holders of earlier prizes sit out anyway. */
export function isAbsent(
  entry: Pick<PresentEntry, 'state' | 'tickets'>,
  facts: { isHolder: boolean; isCheckedIn: boolean },
): boolean {
  return entry.state === 'in' && entry.tickets > 0 && !facts.isHolder && !facts.isCheckedIn;
}

/** The number of the code that is shown at this time. */
export function checkInSlot(now: number): number {
  return Math.floor(now / CODE_PERIOD_MS);
}

/** When the next code follows. */
export function slotEndsAt(slot: number): number {
  return (slot + 1) * CODE_PERIOD_MS;
}

/** The numbers of the codes that are accepted at this time: 60 seconds from when each was first shown. */
export function acceptedSlots(now: number): number[] {
  const slot = checkInSlot(now);
  return [slot, slot - 1];
}
