/** The worker thread of spreadsheet.ts: one sheet in, the file's bytes out. Every text is a text, never a formula (M1). */
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import { type Cell, harmless } from './cells.ts';
import type { SheetTask } from './spreadsheet.ts';

const { name, heads, rows, widths } = workerData as SheetTask;

const head = (text: string): CellObject => ({ value: text, type: String, fontWeight: 'bold' });

function body(cell: Cell): CellObject | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (cell instanceof Date) return { value: cell, type: Date, format: 'yyyy-mm-dd hh:mm' };
  return { value: harmless(cell), type: String };
}

const file = writeXlsxFile([heads.map(head), ...rows.map((row) => row.map(body))], {
  sheet: name,
  columns: widths.map((width) => ({ width })),
  stickyRowsCount: 1,
});
parentPort?.postMessage(await file.toBuffer());
