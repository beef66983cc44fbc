/**
 * Which buttons a screen shows for a raffle: those that `permissions.ts` gives to this viewer and `status.ts` allows in the
 * raffle's state. The server's commands decide by the same functions again when a button is pressed.
 */
import { decideClaimForm } from './claim-form.ts';
import { decideApproval } from './joining.ts';
import { decidePaperRun, decidePaperSales } from './paper/paper-tickets.ts';
import { may } from './permissions.ts';
import type { RaffleAbility, Viewer } from './permissions.ts';
import type { Decision } from './decision.ts';
import type { Refusal } from './refusals.ts';
import { decidePostpone } from './schedule.ts';
import {
  decideCancel,
  decideClose,
  decideDelete,
  decideDraw,
  decideEdit,
  decideInviteeChange,
  decideJoin,
  decideLeave,
  decideOpen,
  decideRemoveParticipant,
  decideReopen,
  decideReplan,
} from './status.ts';
import type { RaffleFacts, RaffleStatus } from './status.ts';

/** `drawing` lasts from the start of the draw to its result. A cancelled raffle is stored as closed (R79). */
export type RafflePhase = RaffleStatus | 'drawing' | 'cancelled';

export function phaseOf({
  status,
  drawStarted,
  cancelled,
}: Pick<RaffleFacts, 'status' | 'drawStarted' | 'cancelled'>): RafflePhase {
  if (cancelled === true) return 'cancelled';
  return drawStarted && status !== 'drawn' ? 'drawing' : status;
}

/** What a screen knows of a raffle. Its status is the effective one (R12), as the server presents it. */
export type ShownRaffle = RaffleFacts & { title: string };

/** The presented status says whether the deadline has passed, so no clock is needed here. */
const BEFORE_THE_DEADLINE = Number.NEGATIVE_INFINITY;

/** Refusals that do not depend on the state: the button stays, and its refusal says what to do first. */
const FIXABLE: ReadonlySet<Refusal> = new Set([
  'title_blank',
  'no_entries',
  'raffle_full',
  'paper_run_over_places',
]);

function isPossible(decision: Decision<unknown>): boolean {
  return decision.ok || FIXABLE.has(decision.refusal);
}

const isNotDrawing = (raffle: ShownRaffle): boolean => phaseOf(raffle) !== 'drawing';
const takesEntries = (raffle: ShownRaffle): boolean =>
  isPossible(decideJoin(raffle, BEFORE_THE_DEADLINE, 'invite'));
const canRemove = (raffle: ShownRaffle): boolean => isPossible(decideRemoveParticipant(raffle));
const canChangeInvitees = (raffle: ShownRaffle): boolean => isPossible(decideInviteeChange(raffle));

interface ActionRule {
  ability: RaffleAbility;
  isPossible: (raffle: ShownRaffle) => boolean;
}

const ACTIONS = {
  edit: { ability: 'edit_raffle', isPossible: (raffle) => isPossible(decideEdit(raffle)) },
  change_prizes: {
    ability: 'change_prizes',
    isPossible: (raffle) => raffle.status === 'draft' || isPossible(decideReplan(raffle)),
  },
  change_claim_form: {
    ability: 'change_claim_form',
    isPossible: (raffle) => isPossible(decideClaimForm(raffle)),
  },
  skip_draw: { ability: 'skip_draw', isPossible: (raffle) => isPossible(decideReplan(raffle)) },
  change_pause: {
    ability: 'change_pause',
    isPossible: (raffle) => raffle.status !== 'draft' && isPossible(decideReplan(raffle)),
  },
  change_presence: {
    ability: 'change_presence',
    isPossible: (raffle) => raffle.status === 'draft' || isPossible(decideReplan(raffle)),
  },
  check_in_people: {
    ability: 'check_in_people',
    isPossible: (raffle) => raffle.status !== 'draft' && isPossible(decideReplan(raffle)),
  },
  change_groups: {
    ability: 'change_groups',
    isPossible: (raffle) => raffle.status === 'draft' || isPossible(decideReplan(raffle)),
  },
  change_winners: { ability: 'edit_raffle', isPossible: (raffle) => isPossible(decideReplan(raffle)) },
  open: {
    ability: 'open_raffle',
    isPossible: (raffle) => isPossible(decideOpen(raffle, BEFORE_THE_DEADLINE)),
  },
  close: {
    ability: 'close_raffle',
    isPossible: (raffle) => isPossible(decideClose(raffle, BEFORE_THE_DEADLINE)),
  },
  reopen: {
    ability: 'reopen_raffle',
    isPossible: (raffle) => isPossible(decideReopen(raffle, BEFORE_THE_DEADLINE)),
  },
  postpone: {
    ability: 'postpone_deadline',
    isPossible: (raffle) =>
      isPossible(
        decidePostpone(raffle, { deadlineAt: Infinity, closedAtSeconds: null }, BEFORE_THE_DEADLINE),
      ),
  },
  draw: {
    ability: 'draw_winners',
    isPossible: (raffle) => isPossible(decideDraw(raffle, BEFORE_THE_DEADLINE)),
  },
  enter_room_numbers: { ability: 'draw_winners', isPossible: (raffle) => phaseOf(raffle) === 'drawing' },
  pass_over: { ability: 'pass_over_winner', isPossible: (raffle) => phaseOf(raffle) === 'drawn' },
  cancel: {
    ability: 'cancel_raffle',
    isPossible: (raffle) => isPossible(decideCancel(raffle, { drawsHeld: 0, typedTitle: raffle.title })),
  },
  delete: { ability: 'delete_raffle', isPossible: (raffle) => isPossible(decideDelete(raffle)) },
  erase: {
    ability: 'erase_raffle',
    isPossible: (raffle) => isNotDrawing(raffle) && !isPossible(decideDelete(raffle)),
  },
  see_entries: { ability: 'see_participants', isPossible: (raffle) => phaseOf(raffle) !== 'draft' },
  change_tickets: { ability: 'change_tickets', isPossible: canRemove },
  lower_name: {
    ability: 'lower_name',
    isPossible: (raffle) => raffle.status !== 'draft' && isNotDrawing(raffle),
  },
  remove_participant: { ability: 'remove_participant', isPossible: canRemove },
  add_paper_tickets: {
    ability: 'add_paper_tickets',
    isPossible: (raffle) => isPossible(decidePaperRun(raffle, { size: 1, printed: 0 }, BEFORE_THE_DEADLINE)),
  },
  sell_paper_tickets: {
    ability: 'sell_paper_tickets',
    isPossible: (raffle) => isPossible(decidePaperSales(raffle)),
  },
  erase_person: { ability: 'erase_person', isPossible: isNotDrawing },
  review: { ability: 'approve_entries', isPossible: canRemove },
  approve: {
    ability: 'approve_entries',
    isPossible: (raffle) => isPossible(decideApproval(raffle, BEFORE_THE_DEADLINE)),
  },
  change_invitees: { ability: 'change_invitees', isPossible: canChangeInvitees },
  enter_people: { ability: 'enter_people', isPossible: takesEntries },
  send_invitations: { ability: 'send_invitations', isPossible: takesEntries },
  change_public_link: { ability: 'share_public_link', isPossible: canChangeInvitees },
  change_joining: { ability: 'change_joining', isPossible: canChangeInvitees },
  see_hall_code: {
    ability: 'see_hall_code',
    isPossible: (raffle) => isPossible(decideJoin(raffle, BEFORE_THE_DEADLINE, 'public')),
  },
  join: { ability: 'join', isPossible: takesEntries },
  leave: {
    ability: 'leave',
    isPossible: (raffle) => isPossible(decideLeave(raffle, BEFORE_THE_DEADLINE)),
  },
} as const satisfies Record<string, ActionRule>;

export type RaffleAction = keyof typeof ACTIONS;

/** All actions, for tests that must not miss one. */
export const raffleActions = Object.keys(ACTIONS) as RaffleAction[];

/** Whether a screen offers this action to the viewer. */
export function isOffered(viewer: Viewer, action: RaffleAction, raffle: ShownRaffle): boolean {
  const rule: ActionRule = ACTIONS[action];
  return may(viewer, rule.ability) === 'yes' && rule.isPossible(raffle);
}
