import { describe, expect, it } from 'vitest';
import { isOffered, phaseOf, raffleActions, type RaffleAction, type ShownRaffle } from './actions.ts';

const open: ShownRaffle = {
  title: 'Summer party',
  status: 'open',
  deadlineAt: Date.UTC(2020, 0, 1),
  drawStarted: false,
  maxEntries: null,
  entryCount: 0,
  ticketTotal: 0,
  maxTickets: 1,
  allowPublicJoin: true,
};
const raffles = {
  draft: { ...open, status: 'draft' },
  open,
  closed: { ...open, status: 'closed' },
  drawing: { ...open, status: 'closed', drawStarted: true },
  drawn: { ...open, status: 'drawn', drawStarted: true },
  cancelled: { ...open, status: 'closed', cancelled: true },
} as const satisfies Record<string, ShownRaffle>;

/** In which phases the one who holds the ability is offered an action. */
const OFFERED: Record<RaffleAction, readonly (keyof typeof raffles)[]> = {
  edit: ['draft'],
  open: ['draft'],
  cancel: ['open', 'closed'],
  delete: ['draft'],
  close: ['open'],
  approve: ['open'],
  join: ['open'],
  send_invitations: ['open'],
  enter_people: ['open'],
  see_hall_code: ['open'],
  add_paper_tickets: ['open'],
  sell_paper_tickets: ['open', 'closed'],
  reopen: ['closed'],
  change_winners: ['open', 'closed'],
  postpone: ['open', 'closed'],
  draw: ['open', 'closed'],
  review: ['open', 'closed'],
  change_tickets: ['open', 'closed'],
  lower_name: ['open', 'closed', 'drawn', 'cancelled'],
  remove_participant: ['open', 'closed'],
  leave: ['open', 'closed'],
  change_invitees: ['draft', 'open', 'closed'],
  change_prizes: ['draft', 'open', 'closed'],
  change_claim_form: ['draft', 'open', 'closed'],
  change_groups: ['draft', 'open', 'closed'],
  skip_draw: ['open', 'closed'],
  change_pause: ['open', 'closed'],
  change_presence: ['draft', 'open', 'closed'],
  check_in_people: ['open', 'closed'],
  change_public_link: ['draft', 'open', 'closed'],
  change_joining: ['draft', 'open', 'closed'],
  enter_room_numbers: ['drawing'],
  pass_over: ['drawn'],
  erase: ['open', 'closed', 'drawn', 'cancelled'],
  erase_person: ['draft', 'open', 'closed', 'drawn', 'cancelled'],
  see_entries: ['open', 'closed', 'drawing', 'drawn', 'cancelled'],
};

const phases = Object.keys(raffles) as (keyof typeof raffles)[];

describe('actions that screens offer', () => {
  it.each(raffleActions)('C1, R10-R16, R20, R45, R67: offers %s in the phases that allow it', (action) => {
    const viewer = action === 'leave' ? 'participant' : 'owner';
    const offered = phases.filter((phase) => isOffered(viewer, action, raffles[phase]));
    expect(offered).toEqual(phases.filter((phase) => OFFERED[action].includes(phase)));
  });

  it('C1: offers nothing of the host to anyone else', () => {
    for (const action of raffleActions.filter((one) => one !== 'join' && one !== 'leave')) {
      expect(isOffered('participant', action, raffles[OFFERED[action][0] ?? 'open'])).toBe(false);
    }
    expect(isOffered('visitor', 'leave', open)).toBe(false);
  });

  it('R12: offers no later deadline where there is none', () => {
    expect(isOffered('owner', 'postpone', { ...open, deadlineAt: null })).toBe(false);
  });

  it('R13: offers the draw of an empty raffle, so that its refusal says what is missing', () => {
    expect(isOffered('owner', 'draw', { ...open, ticketTotal: 0 })).toBe(true);
  });

  it('names the phase of each raffle', () => {
    for (const phase of phases) expect(phaseOf(raffles[phase])).toBe(phase);
  });
});
