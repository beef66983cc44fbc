/** Which column of a table holds what, by its heading and in any order; a table without headings is name, email, note. */
import { type ColumnRole, roleOfHeading } from '../people-import/columns.ts';
import type { FoundInvitee } from './invitee-lines.ts';

/** The roles that an invitee's line can hold. */
type Role = Exclude<ColumnRole, 'tickets' | 'groups'>;

type Columns = Partial<Record<Role, number>>;

const TEXT_SHOWN = 200;

/** What divides the values of a CSV text, as its first line with something in it shows; spreadsheets differ by country. */
export function delimiterOf(text: string): string {
  const first = /\S[^\r\n]*/u.exec(text)?.[0].replace(/"[^"]*"/gu, '') ?? '';
  const often = (delimiter: string): number => first.split(delimiter).length;
  return [';', '\t', '|'].reduce((best, other) => (often(other) > often(best) ? other : best), ',');
}

/** Null when the first row has no heading that names a person. */
function columnsOf(headings: readonly string[]): Columns | null {
  const columns: Columns = {};
  for (const [index, heading] of headings.entries()) {
    const role = roleOfHeading(heading);
    if (role !== null && role !== 'tickets' && role !== 'groups') columns[role] ??= index;
  }
  const named = columns.name ?? columns.first ?? columns.last;
  return named === undefined ? null : columns;
}

/**
 * Everybody in the rows of a table. Line numbers are those that a spreadsheet shows; empty rows don't count, and columns
 * with other headings are passed over.
 */
export function findInRows(rows: readonly (readonly string[])[]): FoundInvitee[] {
  const first = rows.findIndex((row) => row.some((cell) => cell !== ''));
  const columns = columnsOf(rows[first] ?? []);
  const found: FoundInvitee[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell === '') || (columns !== null && index <= first)) continue;
    const text = row
      .filter((cell) => cell !== '')
      .join(', ')
      .slice(0, TEXT_SHOWN);
    const source = { line: index + 1, text };
    if (columns === null) {
      const [name = '', email = '', notes = '', ...others] = row;
      found.push({ ...source, name, email, notes, others });
    } else {
      const cell = (role: Role): string => row[columns[role] ?? -1] ?? '';
      const name = columns.name === undefined ? `${cell('first')} ${cell('last')}`.trim() : cell('name');
      found.push({ ...source, name, email: cell('email'), notes: cell('notes'), others: [] });
    }
  }
  return found;
}
