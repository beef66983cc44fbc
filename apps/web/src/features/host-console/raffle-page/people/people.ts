/** Invitees and entries of a raffle as one list of people, what the host finds in it and how many there are (R60). Pure. */
import type { Invitation, ParticipantRow } from '@glassdrum/contract';
import { foldGroup } from '@glassdrum/raffle-rules';
import { matchingEntries } from '../../entries/sort-entries.ts';

/** In the order in which they are listed and counted. */
export const personStates = ['joined', 'invited', 'withdrawn', 'removed', 'revoked', 'left_out'] as const;
export type PersonState = (typeof personStates)[number];

/** In the order in which they are listed and counted. */
export const entrySources = ['self', 'host', 'paper'] as const satisfies readonly ParticipantRow['source'][];
export type EntrySource = ParticipantRow['source'];

/** R70, R71: how people stand with the next draw. In the order in which they are listed and counted. */
export const presences = ['here', 'not_here', 'sits_out'] as const;
export type Presence = (typeof presences)[number];

export interface Person {
  invitee_id: string;
  /** Empty once erased (R53), and for a paper ticket without a holder. */
  display_name: string;
  email: string | null;
  /** Null without an entry. */
  entry_number: number | null;
  state: PersonState;
  groups: readonly string[];
  /** Null while nobody checks in, for those who hold no prize, and without a ticket. */
  presence: Presence | null;
  entry: ParticipantRow | null;
  /** Null for anyone who is not on the host's list, and once erased. */
  invitation: Invitation | null;
}

/**
 * Entries by number, then those who are only invited, in the order of the host's list.
 * @param checkInDraw number of the draw that people check in for now (R71); null while they don't
 */
export function mergePeople(
  entries: readonly ParticipantRow[],
  invitations: readonly Invitation[],
  checkInDraw: number | null = null,
): readonly Person[] {
  const withoutEntry = new Map(invitations.map((invitation) => [invitation.invitee_id, invitation]));
  const people = entries.map((entry): Person => {
    const invitation = withoutEntry.get(entry.invitee_id) ?? null;
    withoutEntry.delete(entry.invitee_id);
    return personOfEntry(entry, invitation, checkInDraw);
  });
  for (const invitation of withoutEntry.values()) people.push(personOfInvitation(invitation));
  return people;
}

function personOfEntry(
  entry: ParticipantRow,
  invitation: Invitation | null,
  checkInDraw: number | null,
): Person {
  const current = currentInvitation(entry, invitation);
  return {
    invitee_id: entry.invitee_id,
    display_name: entry.display_name,
    email: entry.email ?? current?.email ?? null,
    entry_number: entry.entry_number,
    state: stateOfEntry(entry),
    groups: entry.groups,
    presence: presenceOf(entry, checkInDraw),
    entry,
    invitation: current,
  };
}

function presenceOf(entry: ParticipantRow, checkInDraw: number | null): Presence | null {
  if (entry.state !== 'in' || entry.tickets === 0) return null;
  if (entry.sits_out) return 'sits_out';
  if (checkInDraw === null) return null;
  return entry.check_ins.some(({ draw }) => draw === checkInDraw) ? 'here' : 'not_here';
}

/** R71: it could not win in a draw that is over, because nobody had checked it in. */
const wasAbsent = ({ entry }: Person): boolean => entry !== null && entry.absent_in.length > 0;

/** Invitations are read less often than entries: one may still show an erased person's address, or that nobody has joined. */
function currentInvitation(entry: ParticipantRow, invitation: Invitation | null): Invitation | null {
  if (invitation === null || entry.display_name === '') return null;
  return invitation.state === 'invited' ? { ...invitation, state: 'joined' } : invitation;
}

function stateOfEntry({ state }: ParticipantRow): PersonState {
  switch (state) {
    case 'in':
    case 'absent':
      return 'joined';
    case 'withdrawn':
    case 'removed':
      return state;
  }
}

/** Somebody who joined after the entries were read is still invited here; the entry comes with the next reading. */
function personOfInvitation(invitation: Invitation): Person {
  return {
    invitee_id: invitation.invitee_id,
    display_name: invitation.display_name,
    email: invitation.email,
    entry_number: null,
    state: invitation.state === 'revoked' || invitation.state === 'left_out' ? invitation.state : 'invited',
    groups: invitation.groups,
    presence: null,
    entry: null,
    invitation,
  };
}

export function isErased({ display_name: name, entry }: Person): boolean {
  return name === '' && entry?.source !== 'paper';
}

/** Groups of an entry that has left change nothing any more, and of erased people nothing is stored. */
export function canBeGrouped(person: Person): boolean {
  return person.state !== 'withdrawn' && person.state !== 'removed' && !isErased(person);
}

/** The `group` of a filter for people without one. */
export const NO_GROUP = '';

/** Null stands for all. */
export interface PeopleFilter {
  words: string;
  state: PersonState | null;
  source: EntrySource | null;
  /** `absent`: from a draw that is over. */
  presence: Presence | 'absent' | null;
  /** In comparing form, or `NO_GROUP`. */
  group: string | null;
}

export const EVERYONE: PeopleFilter = { words: '', state: null, source: null, presence: null, group: null };

/** What the address of the section asks for. */
export function filterOfAddress(search: string): PeopleFilter {
  return new URLSearchParams(search).get('presence') === 'absent'
    ? { ...EVERYONE, presence: 'absent' }
    : EVERYONE;
}

export function isEveryone({ words, state, source, presence, group }: PeopleFilter): boolean {
  return words.trim() === '' && state === null && source === null && presence === null && group === null;
}

/** A group that nobody has any more filters nothing. */
export function withKnownGroup(filter: PeopleFilter, labels: readonly LabelCount[]): PeopleFilter {
  const { group } = filter;
  const isKnown = group === NO_GROUP ? labels.length > 0 : labels.some(({ key }) => key === group);
  return group === null || isKnown ? filter : { ...filter, group: null };
}

export function filteredPeople(people: readonly Person[], filter: PeopleFilter): readonly Person[] {
  if (isEveryone(filter)) return people;
  const { state, source, presence, group } = filter;
  const found = people.filter(
    (person) =>
      (state === null || person.state === state) &&
      (source === null || person.entry?.source === source) &&
      (presence === null || isPresent(person, presence)) &&
      (group === null || isInGroup(person, group)),
  );
  return matchingEntries(found, filter.words);
}

function isPresent(person: Person, presence: Presence | 'absent'): boolean {
  return presence === 'absent' ? wasAbsent(person) : person.presence === presence;
}

function isInGroup({ groups }: Person, group: string): boolean {
  return group === NO_GROUP ? groups.length === 0 : groups.some((label) => foldGroup(label) === group);
}

/** A group that is in use. */
export interface LabelCount {
  /** In comparing form. */
  key: string;
  /** As first written. */
  label: string;
  people: number;
}

export interface PeopleCounts {
  all: number;
  states: Record<PersonState, number>;
  /** Of all entries. */
  sources: Record<EntrySource, number>;
  /** Of entries whose state is `joined`. */
  joinedFrom: Record<EntrySource, number>;
  presences: Record<Presence | 'absent', number>;
  labels: readonly LabelCount[];
  withoutGroup: number;
}

export function countPeople(people: readonly Person[]): PeopleCounts {
  const states: PeopleCounts['states'] = {
    joined: 0,
    invited: 0,
    withdrawn: 0,
    removed: 0,
    revoked: 0,
    left_out: 0,
  };
  const sources: PeopleCounts['sources'] = { self: 0, host: 0, paper: 0 };
  const joinedFrom: PeopleCounts['joinedFrom'] = { self: 0, host: 0, paper: 0 };
  const here: PeopleCounts['presences'] = { here: 0, not_here: 0, sits_out: 0, absent: 0 };
  let withoutGroup = 0;
  for (const person of people) {
    const { state, entry, groups, presence } = person;
    if (presence !== null) here[presence] += 1;
    if (wasAbsent(person)) here.absent += 1;
    states[state] += 1;
    if (entry !== null) sources[entry.source] += 1;
    if (entry !== null && state === 'joined') joinedFrom[entry.source] += 1;
    if (groups.length === 0) withoutGroup += 1;
  }
  return {
    all: people.length,
    states,
    sources,
    joinedFrom,
    presences: here,
    labels: countLabels(people),
    withoutGroup,
  };
}

const byText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** In the order of the alphabet. */
export function countLabels(people: readonly Pick<Person, 'groups'>[]): readonly LabelCount[] {
  const counts = new Map<string, LabelCount>();
  // Thousands of people share a few labels.
  const keys = new Map<string, string>();
  for (const { groups } of people) {
    for (const label of groups) {
      const key = keys.get(label) ?? foldGroup(label);
      keys.set(label, key);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { key, label, people: 1 });
      else known.people += 1;
    }
  }
  return [...counts.values()].toSorted((a, b) => byText.compare(a.label, b.label));
}
