/**
 * R66: a row of a list of people, as it stands in a table: what it says about one person, or why it cannot be taken. Screens
 * judge by it while the host looks on, and the server decides by it.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { isEmailAddress } from './email.ts';
import { LIMITS } from './limits.ts';
import { acceptDisplayName, foldEmail, type NameContext } from './names.ts';
import { distinctGroups } from './prizes.ts';

/** Cells as texts, empty where there is nothing. */
export interface ListRow {
  name: string;
  email: string;
  /** A whole number; empty for one. */
  tickets: string;
  groups: readonly string[];
  /** The host's own note about this person. */
  notes: string;
}

/** What a good row says. */
export interface ListedPerson {
  displayName: string;
  email: string | null;
  /** The form in which addresses are compared (R24). */
  emailFold: string | null;
  tickets: number;
  /** Without repetitions, as the host wrote them. */
  groups: string[];
  notes: string | null;
}

export interface ListContext extends NameContext {
  /** R20: the most tickets that one participant may hold. Null where the list gives none. */
  maxTickets: number | null;
}

/** R9, R20, R24, R25, R63: the person of a row, or the first thing that is wrong with it. */
export function readListRow(row: ListRow, { maxTickets, ...names }: ListContext): Decision<ListedPerson> {
  const name = acceptDisplayName(row.name, names);
  if (!name.ok) return name;
  const email = row.email.trim();
  if (email !== '' && !isEmailAddress(email)) return refuse('email_invalid');
  const tickets = maxTickets === null ? accept(1) : readTickets(row.tickets, maxTickets);
  if (!tickets.ok) return tickets;
  const groups = distinctGroups(row.groups.map(oneLine));
  if (groups.length > LIMITS.groupsOfEntry.max) return refuse('too_many_groups');
  if (groups.some((label) => label.length > LIMITS.groupLabel.max)) return refuse('group_too_long');
  const notes = oneLine(row.notes);
  if (Array.from(notes).length > LIMITS.notes.max) return refuse('notes_too_long');
  return accept({
    displayName: name.value,
    email: email === '' ? null : email,
    emailFold: email === '' ? null : foldEmail(email),
    tickets: tickets.value,
    groups,
    notes: notes === '' ? null : notes,
  });
}

/** R20. */
function readTickets(cell: string, most: number): Decision<number> {
  const text = cell.trim();
  if (text === '') return accept(1);
  if (!/^\d+$/u.test(text) || Number(text) < 1) return refuse('tickets_invalid');
  return Number(text) > most ? refuse('tickets_over_limit') : accept(Number(text));
}

/** R63: the labels of a cell, which commas, semicolons, bars or line breaks divide. */
export function groupsInCell(cell: string): string[] {
  return distinctGroups(cell.split(/[,;|\r\n]/u).map(oneLine));
}

/** A cell may have lines of its own. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/gu, ' ').trim();
}
