import type { Invitation, ParticipantRow } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import {
  EVERYONE,
  NO_GROUP,
  type PeopleFilter,
  type Person,
  canBeGrouped,
  countPeople,
  entrySources,
  filteredPeople,
  filterOfAddress,
  isErased,
  mergePeople,
  personStates,
  withKnownGroup,
} from './people.ts';
import { slipsOf } from './printed-links.ts';

function entry(number: number, more: Partial<ParticipantRow> = {}): ParticipantRow {
  return {
    invitee_id: `person-${number}`,
    entry_number: number,
    display_name: `Person ${number}`,
    name_publication: 'full',
    rules_accepted_at: null,
    email: null,
    joined_at: number,
    tickets: 1,
    state: 'in',
    source: 'self',
    groups: [],
    sits_out: false,
    check_ins: [],
    absent_in: [],
    ...more,
  };
}

function invitation(id: string, more: Partial<Invitation> = {}): Invitation {
  return {
    invitee_id: id,
    display_name: `Invitee ${id}`,
    email: `${id}@example.org`,
    notes: null,
    state: 'invited',
    groups: [],
    url: `https://raffle.example/r/${id}`,
    token: id,
    redeemed_at: null,
    mail: null,
    ...more,
  };
}

const ids = (people: readonly Person[]): string[] => people.map(({ invitee_id: id }) => id);

describe('R66: personal links on paper', () => {
  it('are those that can still be used, of people who are in the raffle or invited', () => {
    const people = mergePeople(
      [
        entry(1, { source: 'host' }),
        entry(2),
        entry(3, { source: 'host', state: 'removed', tickets: 0 }),
        entry(4),
      ],
      [
        invitation('person-1', { state: 'entered' }),
        invitation('person-2', { state: 'joined' }),
        invitation('person-3', { state: 'entered' }),
        invitation('guest'),
        invitation('revoked', { state: 'revoked', url: null }),
      ],
    );
    const { slips, without } = slipsOf(people);
    expect(slips).toEqual([
      { id: 'person-1', name: 'Person 1', number: 1, url: 'https://raffle.example/r/person-1' },
      { id: 'guest', name: 'Invitee guest', number: null, url: 'https://raffle.example/r/guest' },
    ]);
    expect(without).toBe(4);
  });
});

describe('R60: invitees and entries as one list', () => {
  it('has one row for each person: entries by number, then the invited in the order of their list', () => {
    const people = mergePeople(
      [entry(1), entry(2), entry(3, { source: 'host' })],
      [invitation('late'), invitation('person-2', { state: 'joined' }), invitation('early')],
    );
    expect(ids(people)).toEqual(['person-1', 'person-2', 'person-3', 'late', 'early']);
    expect(people.map(({ entry_number: number }) => number)).toEqual([1, 2, 3, null, null]);
    expect(people[1]).toMatchObject({ display_name: 'Person 2', email: 'person-2@example.org' });
  });

  it('knows what became of each of them', () => {
    const people = mergePeople(
      [
        entry(1),
        entry(2, { state: 'withdrawn', tickets: 0 }),
        entry(3, { state: 'removed', tickets: 0 }),
        entry(4, { state: 'absent' }),
      ],
      [invitation('a'), invitation('b', { state: 'revoked', url: null })],
    );
    expect(people.map(({ state }) => state)).toEqual([
      'joined',
      'withdrawn',
      'removed',
      'joined',
      'invited',
      'revoked',
    ]);
  });

  it('takes the entry for true where the invitation was read earlier', () => {
    const [joined] = mergePeople([entry(1)], [invitation('person-1')]);
    expect(joined?.invitation?.state).toBe('joined');
    const [early] = mergePeople([], [invitation('person-1', { state: 'joined' })]);
    expect(early).toMatchObject({ state: 'invited', entry: null });
  });

  it('R53: an address that was erased does not come back with an older invitation', () => {
    const [person] = mergePeople([entry(7, { display_name: '' })], [invitation('person-7')]);
    expect(person).toMatchObject({ display_name: '', email: null, entry_number: 7, invitation: null });
    expect(person !== undefined && isErased(person) && !canBeGrouped(person)).toBe(true);
  });

  it('a paper ticket without a holder is not erased', () => {
    const [ticket] = mergePeople([entry(7, { display_name: '', source: 'paper', tickets: 0 })], []);
    expect(ticket !== undefined && !isErased(ticket) && canBeGrouped(ticket)).toBe(true);
  });
});

describe('R60: people of a filter', () => {
  const people = mergePeople(
    [
      entry(1, { display_name: 'Ada', groups: ['VIP', 'Staff'] }),
      entry(2, { display_name: 'Bob', source: 'host', groups: ['vip '] }),
      entry(12, { display_name: 'Cy', state: 'withdrawn', tickets: 0 }),
    ],
    [
      invitation('d', { display_name: 'Dora', groups: ['Staff'] }),
      invitation('e', { display_name: 'Null', state: 'revoked' }),
    ],
  );
  const names = (filter: Partial<PeopleFilter>): string =>
    filteredPeople(people, { ...EVERYONE, ...filter })
      .map(({ display_name: name }) => name)
      .join(' ');

  it('are found by number, name or address', () => {
    expect(names({ words: '#2' })).toBe('Bob');
    expect(names({ words: ' do' })).toBe('Dora');
    expect(names({ words: 'D@EXAMPLE' })).toBe('Dora');
    expect(names({ words: 'null' })).toBe('Null');
    expect(filteredPeople(people, { ...EVERYONE, words: '  ' })).toBe(people);
  });

  it('are filtered by state, source and group, together with words', () => {
    expect(names({ state: 'joined' })).toBe('Ada Bob');
    expect(names({ state: 'revoked' })).toBe('Null');
    expect(names({ source: 'host' })).toBe('Bob');
    expect(names({ group: 'vip' })).toBe('Ada Bob');
    expect(names({ group: NO_GROUP })).toBe('Cy Null');
    expect(names({ group: 'staff', words: 'a' })).toBe('Ada Dora');
    expect(names({ group: 'staff', state: 'invited' })).toBe('Dora');
  });

  it('R63: are counted by group, in whatever way it is written', () => {
    const { labels, withoutGroup } = countPeople(people);
    expect(labels).toEqual([
      { key: 'staff', label: 'Staff', people: 2 },
      { key: 'vip', label: 'VIP', people: 2 },
    ]);
    expect(withoutGroup).toBe(2);
  });

  it('are counted by where the entries that are in come from', () => {
    expect(countPeople(people)).toMatchObject({
      all: 5,
      states: { joined: 2, invited: 1, withdrawn: 1, removed: 0, revoked: 1, left_out: 0 },
      sources: { self: 2, host: 1, paper: 0 },
      joinedFrom: { self: 1, host: 1, paper: 0 },
    });
  });

  it('are all of them again once nobody has the group any more', () => {
    const { labels } = countPeople(people);
    const staff = { ...EVERYONE, group: 'staff' };
    expect(withKnownGroup(staff, labels)).toBe(staff);
    expect(withKnownGroup({ ...EVERYONE, group: 'gone' }, labels)).toEqual(EVERYONE);
    expect(withKnownGroup({ ...EVERYONE, group: NO_GROUP }, [])).toEqual(EVERYONE);
  });
});

describe('R60: 10,000 people', () => {
  const GROUPS = [[], ['A'], ['A', 'B'], ['b']];
  const STATES = ['in', 'in', 'withdrawn', 'removed', 'absent'] as const;
  const INVITED = 7000;
  const ENTRIES = 6500;
  // Every second invitee has an entry; the other entries came by the public link.
  const invitations = Array.from({ length: INVITED }, (_, index) =>
    invitation(`person-${index % 2 === 0 ? index / 2 + 1 : `only-invited-${index}`}`, {
      state: index % 11 === 1 ? 'revoked' : 'invited',
      groups: GROUPS[index % GROUPS.length] ?? [],
    }),
  );
  const entries = Array.from({ length: ENTRIES }, (_, index) =>
    entry(index + 1, {
      state: STATES[index % STATES.length] ?? 'in',
      source: entrySources[index % entrySources.length] ?? 'self',
      groups: GROUPS[index % GROUPS.length] ?? [],
    }),
  );
  const people = mergePeople(entries, invitations);
  const counts = countPeople(people);
  const found = (filter: Partial<PeopleFilter>): readonly Person[] =>
    filteredPeople(people, { ...EVERYONE, ...filter });

  it('each is there once, with everything that is known', () => {
    const expected = new Set([...entries, ...invitations].map(({ invitee_id: id }) => id));
    expect(people).toHaveLength(10_000);
    expect(new Set(ids(people))).toEqual(expected);
    for (const person of people) {
      expect(person.entry !== null || person.invitation !== null).toBe(true);
      expect(person.entry_number).toBe(person.entry?.entry_number ?? null);
    }
    expect(
      people.filter(({ entry: own, invitation: invite }) => own !== null && invite !== null),
    ).toHaveLength(INVITED / 2);
  });

  it('each count is how many its filter finds, and states divide everyone', () => {
    expect(counts.all).toBe(people.length);
    for (const state of personStates) expect(found({ state })).toHaveLength(counts.states[state]);
    for (const source of entrySources) expect(found({ source })).toHaveLength(counts.sources[source]);
    for (const { key, people: count } of counts.labels) expect(found({ group: key })).toHaveLength(count);
    expect(found({ group: NO_GROUP })).toHaveLength(counts.withoutGroup);
    expect(personStates.reduce((sum, state) => sum + counts.states[state], 0)).toBe(people.length);
    expect(new Set(personStates.flatMap((state) => ids(found({ state }))))).toEqual(new Set(ids(people)));
  });

  it('filters keep the order, and together find what each of them finds', () => {
    const both = ids(found({ state: 'joined', group: 'b' }));
    const inGroup = new Set(ids(found({ group: 'b' })));
    expect(both).toEqual(ids(found({ state: 'joined' })).filter((id) => inGroup.has(id)));
    expect(both.length).toBeGreaterThan(0);
    expect(ids(found({ words: '4711' }))).toContain('person-4711');
  });
});

describe('R70, R71: who is here, sits out or was absent', () => {
  const here = { draw: 3, way: 'desk', at: 0 } as const;
  const people = (checkInDraw: number | null): readonly Person[] =>
    mergePeople(
      [
        entry(1, { check_ins: [here] }),
        entry(2, { check_ins: [{ ...here, draw: 2 }] }),
        entry(3, { sits_out: true, check_ins: [here] }),
        entry(4, { absent_in: [1] }),
        entry(5, { tickets: 0, state: 'withdrawn', check_ins: [here], absent_in: [1, 2] }),
      ],
      [invitation('invited')],
      checkInDraw,
    );
  const find = (presence: PeopleFilter['presence'], checkInDraw: number | null = 3): string[] =>
    ids(filteredPeople(people(checkInDraw), { ...EVERYONE, presence }));

  it('follows the draw that people check in for', () => {
    expect(people(3).map(({ presence }) => presence)).toEqual([
      'here',
      'not_here',
      'sits_out',
      'not_here',
      null,
      null,
    ]);
    expect(people(null).map(({ presence }) => presence)).toEqual([null, null, 'sits_out', null, null, null]);
  });

  it('is counted and found', () => {
    expect(countPeople(people(3)).presences).toEqual({ here: 1, not_here: 2, sits_out: 1, absent: 2 });
    expect(find('here')).toEqual(['person-1']);
    expect(find('not_here')).toEqual(['person-2', 'person-4']);
    expect(find('sits_out', null)).toEqual(['person-3']);
    expect(find('absent', null)).toEqual(['person-4', 'person-5']);
  });

  it('is asked for by the address of the section', () => {
    expect(filterOfAddress('presence=absent')).toEqual({ ...EVERYONE, presence: 'absent' });
    expect(filterOfAddress('presence=nonsense')).toBe(EVERYONE);
    expect(filterOfAddress('')).toBe(EVERYONE);
  });
});
