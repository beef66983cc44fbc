import type { Invitation, ParticipantRow } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { mergePeople } from './people.ts';
import { type AllowedSteps, type PersonStep, stepsFor } from './person-steps.ts';

const ALL: AllowedSteps = {
  change_invitees: true,
  send_invitations: true,
  remove_participant: true,
  erase_person: true,
  names: ['full'],
};
/** Once it is drawn. */
const DRAWN: AllowedSteps = {
  change_invitees: false,
  send_invitations: false,
  remove_participant: false,
  erase_person: true,
  names: ['full'],
};

const ENTRY: ParticipantRow = {
  invitee_id: 'ada',
  entry_number: 1,
  display_name: 'Ada',
  name_publication: 'full',
  rules_accepted_at: null,
  email: null,
  joined_at: 0,
  tickets: 1,
  state: 'in',
  source: 'self',
  groups: [],
  sits_out: false,
  check_ins: [],
  absent_in: [],
};
const INVITATION: Invitation = {
  invitee_id: 'ada',
  display_name: 'Ada',
  email: 'ada@example.org',
  notes: null,
  state: 'invited',
  groups: [],
  url: 'https://raffle.example/r/ada',
  token: 'ada',
  redeemed_at: null,
  mail: null,
};

interface Known {
  entry?: Partial<ParticipantRow>;
  invitation?: Partial<Invitation>;
}

function steps({ entry, invitation }: Known, allowed = ALL, checkInDraw: number | null = null): PersonStep[] {
  const people = mergePeople(
    entry === undefined ? [] : [{ ...ENTRY, ...entry }],
    invitation === undefined ? [] : [{ ...INVITATION, ...invitation }],
    checkInDraw,
  );
  return people.flatMap((person) => stepsFor(person, allowed));
}

describe('R60: what the table offers for a person', () => {
  it('R66: entered by the host: the link that opens the entry, a new one, and removing', () => {
    const entered = { entry: { source: 'host' }, invitation: { state: 'entered' } } as const;
    expect(steps(entered)).toEqual(['copy_link', 'show_qr', 'reissue', 'remove']);
    expect(steps({ ...entered, invitation: { state: 'joined' } })).toEqual([
      'copy_link',
      'reissue',
      'remove',
    ]);
  });

  it('invited: the link, sending it, and revoking it', () => {
    expect(steps({ invitation: {} })).toEqual(['copy_link', 'show_qr', 'send', 'reissue', 'revoke']);
  });

  it('R51: sends again what was sent, and nothing without an address, a mail server or while an email waits', () => {
    const sent = { state: 'sent', at: 0, reason: null } as const;
    expect(steps({ invitation: { mail: sent } })).toContain('send_again');
    const none: [Partial<Invitation>, AllowedSteps][] = [
      [{ email: null }, ALL],
      [{}, { ...ALL, send_invitations: false }],
      [{ mail: { ...sent, state: 'waiting' } }, ALL],
    ];
    for (const [invitation, allowed] of none) {
      const offered = steps({ invitation }, allowed);
      expect(offered).not.toContain('send');
      expect(offered).not.toContain('send_again');
    }
  });

  it('joined by an invitation: the link for another device, and removing', () => {
    expect(steps({ entry: {}, invitation: {} })).toEqual(['copy_link', 'reissue', 'remove']);
  });

  it('joined by the public link: removing, and erasing once the list is closed for good', () => {
    expect(steps({ entry: {} })).toEqual(['remove']);
    expect(steps({ entry: {} }, DRAWN)).toEqual(['erase']);
  });

  it('R71 while people check in: checking in, and undoing what no phone did', () => {
    const at = (draw: number, way: 'code' | 'desk' | 'host') => ({ draw, way, at: 0 });
    const offered = (entry: Partial<ParticipantRow>, draw: number | null = 2) =>
      steps({ entry }, ALL, draw).filter((step) => step !== 'remove');
    expect(offered({})).toEqual(['check_in']);
    expect(offered({ check_ins: [at(1, 'desk')] })).toEqual(['check_in']);
    expect(offered({ check_ins: [at(1, 'code'), at(2, 'desk')] })).toEqual(['undo_check_in']);
    expect(offered({ check_ins: [at(1, 'desk'), at(2, 'code')] })).toEqual([]);
    expect(offered({ sits_out: true })).toEqual([]);
    expect(offered({}, null)).toEqual([]);
    // A paper ticket that is not sold.
    expect(offered({ source: 'paper', tickets: 0 })).toEqual(['erase']);
  });

  it('without a ticket: erasing', () => {
    expect(steps({ entry: { state: 'withdrawn', tickets: 0 } })).toEqual(['erase']);
  });

  it('revoked: a new link, and erasing', () => {
    expect(steps({ invitation: { state: 'revoked', url: null } })).toEqual(['reissue', 'erase']);
  });

  it('erased: nothing', () => {
    expect(steps({ entry: { display_name: '', state: 'removed', tickets: 0 }, invitation: {} })).toEqual([]);
    expect(steps({ entry: { display_name: '' } }, DRAWN)).toEqual([]);
  });

  it('invited and drawn meanwhile: nothing', () => {
    expect(steps({ invitation: {} }, DRAWN)).toEqual([]);
  });
});
