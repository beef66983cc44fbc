/** The entries that are looked for, in the order that was asked for; people without an entry are found in the same way. Pure. */
import type { ParticipantRow } from '@glassdrum/contract';

export type EntryColumn = 'entry_number' | 'display_name' | 'email' | 'joined_at' | 'tickets';

export interface EntryOrder {
  column: EntryColumn;
  descending: boolean;
}

const byText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** What an entry, or somebody who has none yet, is found by. */
interface Findable {
  /** Null without an entry. */
  entry_number: number | null;
  display_name: string;
  email: string | null;
}

/** By number, name or address; everything when nothing is typed. */
export function matchingEntries<Row extends Findable>(rows: readonly Row[], wanted: string): readonly Row[] {
  const text = wanted.trim().toLocaleLowerCase();
  if (text === '') return rows;
  const number = text.replace(/^#/u, '');
  return rows.filter(
    (row) =>
      (row.entry_number !== null && String(row.entry_number) === number) ||
      row.display_name.toLocaleLowerCase().includes(text) ||
      (row.email?.toLocaleLowerCase().includes(text) ?? false),
  );
}

/** Equal rows stay in the order of their numbers; those without an address come last either way. */
export function sortedEntries(
  rows: readonly ParticipantRow[],
  { column, descending }: EntryOrder,
): readonly ParticipantRow[] {
  const direction = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (column === 'email' && (a.email === null) !== (b.email === null)) return a.email === null ? 1 : -1;
    return direction * compare(a, b, column) || a.entry_number - b.entry_number;
  });
}

function compare(a: ParticipantRow, b: ParticipantRow, column: EntryColumn): number {
  switch (column) {
    case 'display_name':
      return byText.compare(a.display_name, b.display_name);
    case 'email':
      return byText.compare(a.email ?? '', b.email ?? '');
    case 'entry_number':
    case 'joined_at':
    case 'tickets':
      return a[column] - b[column];
  }
}
