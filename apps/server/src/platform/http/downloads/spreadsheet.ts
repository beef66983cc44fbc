/** XLSX files. Writing one of 10,000 rows takes a third of a second, so a thread of its own does it. */
import { runInThread } from '../../threads/start-thread.ts';
import type { Cell } from './cells.ts';

export interface SheetTask {
  /** Name of the one sheet. */
  name: string;
  heads: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** In characters, a number for each column. */
  widths: readonly number[];
}

export async function spreadsheetOf(task: SheetTask): Promise<Buffer> {
  return Buffer.from((await runInThread(import.meta.dirname, 'spreadsheet-thread', task)) as Uint8Array);
}
