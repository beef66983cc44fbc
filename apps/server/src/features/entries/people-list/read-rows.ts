/**
 * The rows of a list of people as a call carries them (R66): one JSON object a line, each read and judged for itself, so that
 * nothing large is ever parsed (H9) and all problems can be fixed at once.
 */
import { containsNul, type LineProblem, peopleRow, type PeopleRow } from '@glassdrum/contract';
import { LIMITS, type ListedPerson, readListRow, refusalMessage } from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import { RefusalError } from '../../../platform/refusal.ts';
import { inSlices } from '../../../platform/threads/in-slices.ts';

/** A person with the row that names them. */
export interface ReadPerson extends ListedPerson {
  source: { line: number; text: string };
}

export interface ReadRows {
  good: ReadPerson[];
  bad: LineProblem[];
}

/** Rows read in one turn of the event loop: a bad name costs a fifth of a millisecond. */
const SLICE = 25;
/** Characters of a row that its problem shows. */
const SHOWN = 200;

/**
 * An address in two rows is a problem of the second one.
 * @param maxTickets null where the list gives no tickets
 * @throws RefusalError invalid_input for an empty list, one of more than 10,000 rows, and what is no row at all
 */
export async function readRows(
  text: string,
  { hostName, maxTickets }: { hostName: string; maxTickets: number | null },
): Promise<ReadRows> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const limit = LIMITS.inviteesPerCall.max;
  if (lines.length === 0) throw badList('Please enter at least one person.');
  if (lines.length > limit) {
    throw badList(`At most ${limit.toLocaleString('en')} people can be added in one go.`);
  }
  let number = 0;
  const read = await inSlices(lines, SLICE, (line): ReadPerson | LineProblem => {
    number += 1;
    const row = rowOf(line, number);
    const shown = [row.name, row.email].filter((cell) => cell.trim() !== '').join(', ');
    const source = { line: row.line, text: shown.slice(0, SHOWN) };
    const person = readListRow(row, { hostName, maxTickets, lookAlikes: unicodeLookAlikes });
    return person.ok ? { ...person.value, source } : { ...source, message: refusalMessage(person.refusal) };
  });
  return withoutDoubles(read);
}

/** @param number of the line in the call, from 1 @throws RefusalError invalid_input */
function rowOf(line: string, number: number): PeopleRow {
  if (line.length > LIMITS.listRow.max) throw badList(`Row ${number} of the list is too long.`);
  const row = peopleRow.safeParse(parsed(line));
  // NUL can hide from the check of the whole call behind JSON within JSON (H15).
  if (!row.success || containsNul(row.data)) throw badList(`Row ${number} of the list can't be read.`);
  return row.data;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function withoutDoubles(read: readonly (ReadPerson | LineProblem)[]): ReadRows {
  const firstLineOf = new Map<string, number>();
  const good: ReadPerson[] = [];
  const bad: LineProblem[] = [];
  for (const one of read) {
    if ('message' in one) {
      bad.push(one);
      continue;
    }
    const { emailFold, source } = one;
    const first = emailFold === null ? undefined : firstLineOf.get(emailFold);
    if (first !== undefined) {
      bad.push({ ...source, message: `This email address is already on line ${first}.` });
      continue;
    }
    if (emailFold !== null) firstLineOf.set(emailFold, source.line);
    good.push(one);
  }
  return { good, bad };
}

function badList(message: string): RefusalError {
  return new RefusalError('invalid_input', { message, fields: { people: message } });
}
