/** What the page asks of the worker that reads lists of people, and what it answers. */
import type { ColumnPlan } from '../people-import/columns.ts';
import type { JudgedPeople } from '../people-import/list-rows.ts';
import type { JudgedInvitees } from './invitee-lines.ts';
import type { FileRefusal } from './read-table.ts';

export type { FileRefusal };

/** A table that the worker holds, until it reads another one. */
export interface PeopleTable {
  tableId: number;
  /** Rows that are not blank. */
  rowCount: number;
  /** The first of these rows, as far as they are shown. */
  preview: string[][];
  /** What its columns seem to hold. */
  columns: ColumnPlan;
}

/** Each question with its answer; a refusal can come instead of any. */
export interface WorkerAnswers {
  /** An invitee list, a line each or a file. */
  invitees: { ask: { hostName: string; source: File | string }; answer: JudgedInvitees };
  /** R66: a table is read and held. */
  table: { ask: { source: File | string }; answer: PeopleTable };
  /** The held table, judged with these columns. */
  people: {
    ask: { tableId: number; columns: ColumnPlan; hostName: string; maxTickets: number | null };
    answer: JudgedPeople;
  };
}

export type WorkerKind = keyof WorkerAnswers;

export type WorkerQuestion = {
  [Kind in WorkerKind]: { id: number; kind: Kind } & WorkerAnswers[Kind]['ask'];
}[WorkerKind];

export type WorkerAnswer = { id: number } & (
  { answer: WorkerAnswers[WorkerKind]['answer'] } | { refusal: FileRefusal }
);
