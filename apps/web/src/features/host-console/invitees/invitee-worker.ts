/** Reads pasted lists, CSV and XLSX files beside the page, so that ten thousand rows never stop it. */
import Papa from 'papaparse';
import { guessColumns, isBlank } from '../people-import/columns.ts';
import { judgePeople, rowsOfTable } from '../people-import/list-rows.ts';
import { findInRows } from './invitee-columns.ts';
import { findInLines, type JudgedInvitees, judgeInvitees } from './invitee-lines.ts';
import type { PeopleTable, WorkerAnswer, WorkerAnswers, WorkerQuestion } from './invitee-worker-protocol.ts';
import { readTable, refusalOf, TableRefused } from './read-table.ts';

/** The table that was read last; it is judged again with every other choice of columns. */
let table: { id: number; rows: string[][] } | null = null;

const ROWS_SHOWN = 5;
const CELL_SHOWN = 80;

self.addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer(question: WorkerQuestion): Promise<WorkerAnswer> {
  const { id } = question;
  try {
    return { id, answer: await answerTo(question) };
  } catch (error) {
    return { id, refusal: refusalOf(error) };
  }
}

async function answerTo(question: WorkerQuestion): Promise<WorkerAnswers[keyof WorkerAnswers]['answer']> {
  switch (question.kind) {
    case 'invitees':
      return judgedInvitees(question);
    case 'table':
      return heldTable(question.id, await readTable(question.source));
    case 'people':
      if (table?.id !== question.tableId) throw new Error('Another table was read meanwhile.');
      return judgePeople(rowsOfTable(table.rows, question.columns), question);
  }
}

async function judgedInvitees({
  hostName,
  source,
}: WorkerAnswers['invitees']['ask']): Promise<JudgedInvitees> {
  if (typeof source === 'string') return judgeInvitees(findInLines(source, quotedValues), hostName);
  const found = findInRows(await readTable(source));
  if (found.length === 0) throw new TableRefused('empty');
  return judgeInvitees(found, hostName);
}

function quotedValues(line: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',' });
  return errors.some(({ type }) => type === 'Quotes') ? null : (data[0] ?? []);
}

function heldTable(tableId: number, rows: string[][]): PeopleTable {
  table = { id: tableId, rows };
  const filled = rows.filter((row) => !isBlank(row));
  return {
    tableId,
    rowCount: filled.length,
    preview: filled.slice(0, ROWS_SHOWN).map((row) => row.map((cell) => cell.slice(0, CELL_SHOWN))),
    columns: guessColumns(rows),
  };
}
