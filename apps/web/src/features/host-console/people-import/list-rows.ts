/**
 * The rows of a table as people, judged by the rule that the server applies (R66), so that a problem shows before anything is
 * sent. Pure; the server decides again.
 */
import type { PeopleRowInput } from '@glassdrum/contract';
import { groupsInCell, type ListRow, readListRow, refusalMessage } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import { foldName, type InviteeProblem } from '../invitees/invitee-lines.ts';
import { type ColumnPlan, type ColumnRole, isBlank } from './columns.ts';

/** A person of a table. */
export interface TableRow extends ListRow {
  /** As a spreadsheet shows it, from 1. */
  line: number;
  /** All that stands in the row, for finding it again. */
  text: string;
}

export interface JudgedPeople {
  /** How many can be added. */
  good: number;
  /** Rows that can't, in their order. */
  bad: InviteeProblem[];
  /** Rows among the good ones that repeat a name without an address: perhaps the same person twice. */
  doubles: InviteeProblem[];
  /** The good ones as the call carries them. */
  people: string;
}

const TEXT_SHOWN = 200;

/** Everybody in a table; blank rows and the headings are nobody. */
export function rowsOfTable(rows: readonly (readonly string[])[], plan: ColumnPlan): TableRow[] {
  const headings = plan.hasHeadings ? rows.findIndex((row) => !isBlank(row)) : -1;
  return rows.flatMap((row, index) =>
    index === headings || isBlank(row) ? [] : [rowOf(row, index + 1, plan)],
  );
}

function rowOf(row: readonly string[], line: number, { roles }: ColumnPlan): TableRow {
  const cell = (role: ColumnRole): string => row[roles.indexOf(role)]?.trim() ?? '';
  const text = row
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(', ')
    .slice(0, TEXT_SHOWN);
  return {
    line,
    text,
    name: roles.includes('name') ? cell('name') : `${cell('first')} ${cell('last')}`.trim(),
    email: cell('email'),
    tickets: cell('tickets'),
    groups: groupsInCell(cell('groups')),
    notes: cell('notes'),
  };
}

/** @param list.maxTickets null where the people are invited: the list gives no tickets then */
export function judgePeople(
  rows: readonly TableRow[],
  list: { hostName: string; maxTickets: number | null },
): JudgedPeople {
  const lines: string[] = [];
  const bad: InviteeProblem[] = [];
  const doubles: InviteeProblem[] = [];
  const lineOfEmail = new Map<string, number>();
  const lineOfName = new Map<string, number>();
  for (const row of rows) {
    const { line, text } = row;
    const person = readListRow(row, list);
    if (!person.ok) {
      bad.push({ line, text, message: refusalMessage(person.refusal) });
      continue;
    }
    const { displayName, email, emailFold, tickets, groups, notes } = person.value;
    const sameEmail = emailFold === null ? undefined : lineOfEmail.get(emailFold);
    if (sameEmail !== undefined) {
      bad.push({ line, text, message: m.console_line_twice({ line: sameEmail }) });
      continue;
    }
    if (emailFold !== null) lineOfEmail.set(emailFold, line);
    else {
      const name = foldName(displayName);
      const sameName = lineOfName.get(name);
      if (sameName === undefined) lineOfName.set(name, line);
      else doubles.push({ line, text, message: m.console_line_double({ line: sameName }) });
    }
    const sent: PeopleRowInput = { line, name: displayName };
    if (email !== null) sent.email = email;
    if (tickets > 1) sent.tickets = tickets;
    if (groups.length > 0) sent.groups = groups;
    if (notes !== null) sent.notes = notes;
    lines.push(JSON.stringify(sent));
  }
  return { good: lines.length, bad, doubles, people: lines.join('\n') };
}
