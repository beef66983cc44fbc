/** The groups that the host ticks for selected people: what all of them get, and what they lose (R63). Pure. */
import type { GroupCount } from '@glassdrum/contract';
import { LIMITS, foldGroup, regrouped } from '@glassdrum/raffle-rules';
import { type LabelCount, type Person, countLabels } from './people.ts';

/** How many of the selected people have a group. */
export type Share = 'all' | 'some' | 'none';

/** What the host ticked, by group in comparing form; groups that are left as they are stand not in it. */
export type TickedGroups = ReadonlyMap<string, { label: string; share: 'all' | 'none' }>;

export interface GroupChoice {
  /** In comparing form. */
  key: string;
  label: string;
  /** Selected people who have it now. */
  people: number;
  now: Share;
  wanted: Share;
}

/** Groups that people have, then those that only prizes are limited to so far. */
export function withPrizeGroups(
  labels: readonly LabelCount[],
  ofPrizes: readonly GroupCount[],
): readonly LabelCount[] {
  const known = new Set(labels.map(({ key }) => key));
  const more = ofPrizes.map(({ label }) => ({ key: foldGroup(label), label, people: 0 }));
  return [...labels, ...more.filter(({ key }) => !known.has(key))];
}

/** @param labels in use in the whole raffle; groups that the host has just named follow them */
export function groupChoices(
  selected: readonly Person[],
  labels: readonly LabelCount[],
  ticked: TickedGroups,
): readonly GroupChoice[] {
  const counts = new Map(countLabels(selected).map(({ key, people }) => [key, people]));
  const inUse = new Set(labels.map(({ key }) => key));
  const named = [...ticked].flatMap(([key, { label }]) => (inUse.has(key) ? [] : [{ key, label }]));
  return [...labels, ...named].map(({ key, label }) => {
    const people = counts.get(key) ?? 0;
    const now = shareOf(people, selected.length);
    return { key, label, people, now, wanted: ticked.get(key)?.share ?? now };
  });
}

function shareOf(people: number, all: number): Share {
  if (people === 0) return 'none';
  return people === all ? 'all' : 'some';
}

/** The next press: everyone, no one and, where only some have the group, as it is. */
export function withPress(ticked: TickedGroups, { key, label, now, wanted }: GroupChoice): TickedGroups {
  const next = nextShare(now, wanted);
  const changed = new Map(ticked);
  // A group that nobody has yet stays in the list to be ticked again.
  if (next === 'some' || (next === 'all' && now === 'all')) changed.delete(key);
  else changed.set(key, { label, share: next });
  return changed;
}

function nextShare(now: Share, wanted: Share): Share {
  switch (wanted) {
    case 'some':
      return 'all';
    case 'all':
      return 'none';
    case 'none':
      return now === 'some' ? 'some' : 'all';
  }
}

/** A typed group, ticked for everyone; blank text names none. */
export function withTyped(ticked: TickedGroups, text: string, labels: readonly LabelCount[]): TickedGroups {
  const key = foldGroup(text);
  if (key === '') return ticked;
  const label = labels.find((known) => known.key === key)?.label ?? text.trim().replace(/\s+/gu, ' ');
  return new Map(ticked).set(key, { label, share: 'all' });
}

export interface GroupChange {
  add: string[];
  remove: string[];
}

export function groupChange(choices: readonly GroupChoice[]): GroupChange {
  const labels = (wanted: Share): string[] =>
    choices.filter((choice) => choice.wanted === wanted && choice.now !== wanted).map(({ label }) => label);
  return { add: labels('all'), remove: labels('none') };
}

interface GroupPlan {
  /** Ids of those whose groups become others. */
  people: string[];
  /** How many people would have more groups than possible. */
  overfull: number;
}

export function planChange(selected: readonly Person[], change: GroupChange): GroupPlan {
  const plan: GroupPlan = { people: [], overfull: 0 };
  for (const { invitee_id: id, groups } of selected) {
    const after = regrouped(groups, change);
    if (after.length > LIMITS.groupsOfEntry.max) plan.overfull += 1;
    if (after.length !== groups.length || after.some((label, index) => label !== groups[index])) {
      plan.people.push(id);
    }
  }
  return plan;
}
