import { expect, test } from 'vitest';
import { may, raffleAbilities, type RaffleAbility, type Viewer } from './permissions.ts';
import { workspaceRoles } from './workspaces.ts';

const VIEWERS: readonly Viewer[] = ['visitor', 'participant', ...workspaceRoles, 'other_host'];
const whoMay = (ability: RaffleAbility): Viewer[] =>
  VIEWERS.filter((viewer) => may(viewer, ability) === 'yes');

test.each<[RaffleAbility, Viewer[]]>([
  ['see_raffle', [...VIEWERS]],
  ['vote', ['participant']],
  ['see_full_names', ['participant', ...workspaceRoles]],
  ['chat', ['participant', 'owner', 'host']],
  ['see_raffle_as_host', [...workspaceRoles]],
  ['see_winners', [...workspaceRoles]],
  ['see_participants', ['owner', 'host', 'desk', 'observer']],
  ['see_audit_log', ['owner', 'host', 'observer']],
  ['draw_winners', ['owner', 'host', 'presenter']],
  ['change_pause', ['owner', 'host', 'presenter']],
  ['share_stage_link', ['owner', 'host', 'presenter']],
  ['see_hall_code', ['owner', 'host', 'desk', 'presenter']],
  ['enter_people', ['owner', 'host', 'desk']],
  ['sell_paper_tickets', ['owner', 'host', 'desk']],
  ['check_in_people', ['owner', 'host', 'desk']],
  ['hand_over_prizes', ['owner', 'host', 'desk']],
  ['see_addresses', ['owner', 'host']],
  ['export_raffle', ['owner', 'host']],
  ['see_claim_answers', ['owner', 'host']],
  ['see_invitees', ['owner', 'host']],
  ['erase_person', ['owner', 'host']],
])('C7, R81: who may %s', (ability, viewers) => {
  expect(whoMay(ability)).toEqual(viewers);
});

test('C7: another host may do only what everyone may', () => {
  const more = raffleAbilities.filter(
    (ability) => may('other_host', ability) === 'yes' && may('visitor', ability) !== 'yes',
  );
  expect(more).toEqual([]);
});

test('C7: what members alone may do looks to another host as if there were no such raffle', () => {
  const members = raffleAbilities.filter(
    (ability) => may('owner', ability) === 'yes' && may('participant', ability) !== 'yes',
  );
  expect(members).toContain('edit_raffle');
  expect(members.map((ability) => may('other_host', ability))).toEqual(members.map(() => 'not_found'));
});

test('R81: owners and hosts may do the same with a raffle, and every other role less', () => {
  for (const ability of raffleAbilities) expect(may('host', ability)).toBe(may('owner', ability));
  for (const role of ['desk', 'presenter', 'observer'] as const) {
    const more = raffleAbilities.filter(
      (ability) => may(role, ability) === 'yes' && may('owner', ability) !== 'yes',
    );
    expect(more).toEqual([]);
    expect(may(role, 'edit_raffle')).toBe('role_not_allowed');
  }
});

test('R81: a visitor and an entrant are told to sign in, a member that the role is not enough', () => {
  const answers = new Set(raffleAbilities.map((ability) => may('observer', ability)));
  expect([...answers].toSorted()).toEqual(['forbidden', 'role_not_allowed', 'yes']);
});

test('R81: an observer only reads', () => {
  const reading = /^(see|watch|read|verify|join)/;
  expect(raffleAbilities.filter((one) => may('observer', one) === 'yes' && !reading.test(one))).toEqual([]);
});
