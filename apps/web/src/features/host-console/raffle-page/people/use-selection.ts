/** Which people are selected. Those whom a filter hides stay selected, and are counted. */
import { useMemo, useState } from 'react';
import { type Person, canBeGrouped } from './people.ts';

export interface Selection {
  has: (person: Person) => boolean;
  people: readonly Person[];
  /** Those who are shown and can be selected, and how many of them are. */
  shown: number;
  selectedShown: number;
  toggle: (person: Person) => void;
  setShown: (isSelected: boolean) => void;
  clear: () => void;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** @param shown those of `people` whom the filter leaves */
export function useSelection(people: readonly Person[], shown: readonly Person[]): Selection {
  const [ids, setIds] = useState(NO_IDS);
  const selected = useMemo(
    () =>
      ids.size === 0 ? [] : people.filter((person) => ids.has(person.invitee_id) && canBeGrouped(person)),
    [people, ids],
  );
  const selectable = useMemo(() => shown.filter(canBeGrouped), [shown]);
  const selectedShown = useMemo(
    () => (ids.size === 0 ? 0 : selectable.filter(({ invitee_id: id }) => ids.has(id)).length),
    [selectable, ids],
  );
  const change = (changed: readonly Person[], isSelected: boolean): void => {
    setIds((before) => {
      const after = new Set(before);
      for (const { invitee_id: id } of changed) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  };
  return {
    has: ({ invitee_id: id }) => ids.has(id),
    people: selected,
    shown: selectable.length,
    selectedShown,
    toggle: (person) => change([person], !ids.has(person.invitee_id)),
    setShown: (isSelected) => change(selectable, isSelected),
    clear: () => setIds(NO_IDS),
  };
}
