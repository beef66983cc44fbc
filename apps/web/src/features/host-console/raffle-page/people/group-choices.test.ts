import { LIMITS } from '@glassdrum/raffle-rules';
import { describe, expect, it } from 'vitest';
import {
  type TickedGroups,
  groupChange,
  groupChoices,
  planChange,
  withPress,
  withPrizeGroups,
  withTyped,
} from './group-choices.ts';
import { type Person, countLabels } from './people.ts';

function person(id: string, groups: readonly string[]): Person {
  return {
    invitee_id: id,
    display_name: id,
    email: null,
    entry_number: null,
    state: 'invited',
    groups,
    presence: null,
    entry: null,
    invitation: null,
  };
}

const ada = person('ada', ['VIP', 'Staff']);
const bob = person('bob', ['vip']);
const cy = person('cy', ['Other']);
const LABELS = countLabels([ada, bob, cy]);
const NOTHING: TickedGroups = new Map();

/** The choices after presses on the group with this name, one after the other. */
function pressed(people: readonly Person[], ...labels: string[]) {
  let ticked = NOTHING;
  for (const label of labels) {
    const choice = groupChoices(people, LABELS, ticked).find((one) => one.label === label);
    if (choice !== undefined) ticked = withPress(ticked, choice);
  }
  return groupChoices(people, LABELS, ticked);
}

describe('R63: groups of selected people', () => {
  it('show whether all, some or none of them have each', () => {
    expect(groupChoices([ada, bob], LABELS, NOTHING)).toEqual([
      { key: 'other', label: 'Other', people: 0, now: 'none', wanted: 'none' },
      { key: 'staff', label: 'Staff', people: 1, now: 'some', wanted: 'some' },
      { key: 'vip', label: 'VIP', people: 2, now: 'all', wanted: 'all' },
    ]);
  });

  it('change with each press, and come back to how they are', () => {
    const wanted = (label: string, presses: number) =>
      pressed([ada, bob], ...Array.from({ length: presses }, () => label)).find((one) => one.label === label)
        ?.wanted;
    expect([1, 2, 3].map((presses) => wanted('Staff', presses))).toEqual(['all', 'none', 'some']);
    expect([1, 2].map((presses) => wanted('VIP', presses))).toEqual(['none', 'all']);
    expect([1, 2].map((presses) => wanted('Other', presses))).toEqual(['all', 'none']);
  });

  it('send only what changes', () => {
    expect(groupChange(pressed([ada, bob]))).toEqual({ add: [], remove: [] });
    expect(groupChange(pressed([ada, bob], 'Staff', 'VIP'))).toEqual({ add: ['Staff'], remove: ['VIP'] });
    expect(groupChange(pressed([ada, bob], 'Other', 'Other'))).toEqual({ add: [], remove: [] });
  });

  it('take a typed name: a known one as it is written already, a new one at the end of the list', () => {
    expect([...withTyped(NOTHING, ' vip', LABELS)]).toEqual([['vip', { label: 'VIP', share: 'all' }]]);
    expect(withTyped(NOTHING, '  ', LABELS)).toBe(NOTHING);
    const named = groupChoices([ada], LABELS, withTyped(NOTHING, ' Table  4 ', LABELS));
    expect(named.at(-1)).toEqual({ key: 'table 4', label: 'Table 4', people: 0, now: 'none', wanted: 'all' });
    expect(groupChange(named)).toEqual({ add: ['Table 4'], remove: [] });
  });

  it('offer those that only prizes have so far', () => {
    const offered = withPrizeGroups(LABELS, [
      { label: 'staff', people: 1 },
      { label: 'Members', people: 0 },
    ]);
    expect(offered.map(({ key }) => key)).toEqual(['other', 'staff', 'vip', 'members']);
  });

  it('are changed for those only for whom something changes', () => {
    expect(planChange([ada, bob, cy], { add: ['vip'], remove: [] })).toEqual({ people: ['cy'], overfull: 0 });
    expect(planChange([ada, bob, cy], { add: [], remove: ['VIP'] })).toEqual({
      people: ['ada', 'bob'],
      overfull: 0,
    });
  });

  it('are at most ten for one person', () => {
    const full = person(
      'full',
      Array.from({ length: LIMITS.groupsOfEntry.max }, (_, index) => `Group ${index}`),
    );
    expect(planChange([full, cy], { add: ['More'], remove: [] }).overfull).toBe(1);
    expect(planChange([full, cy], { add: ['More'], remove: ['Group 0'] }).overfull).toBe(0);
  });
});
