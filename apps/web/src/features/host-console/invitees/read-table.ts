/** A CSV or XLSX file, or pasted text, as a table of texts. */
import { LIMITS } from '@glassdrum/raffle-rules';
import Papa from 'papaparse';
import { delimiterOf } from './invitee-columns.ts';
import { isText } from './is-text.ts';
import { readWorkbook, WorkbookTooBig } from './read-workbook.ts';

export type FileRefusal = 'unreadable' | 'too_big' | 'empty' | 'old_excel';

/** A table that can't be taken. */
export class TableRefused extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Why a table could not be read, from what `readTable` threw. */
export function refusalOf(error: unknown): FileRefusal {
  if (error instanceof WorkbookTooBig) return 'too_big';
  return error instanceof TableRefused ? error.refusal : 'unreadable';
}

/** Its rows, each cell trimmed; blank rows too, so that rows have the numbers that a spreadsheet shows. @throws see `refusalOf` */
export async function readTable(source: File | string): Promise<string[][]> {
  const rows = typeof source === 'string' ? rowsOfText(source) : await rowsOfFile(source);
  if (rows.every((row) => row.every((cell) => cell === ''))) throw new TableRefused('empty');
  return rows;
}

async function rowsOfFile(file: File): Promise<string[][]> {
  if (file.size > LIMITS.inviteeFileBytes.max) throw new TableRefused('too_big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A workbook is a ZIP file; workbooks of before 2007 begin with D0 CF.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new TableRefused('old_excel');
  if (!isText(bytes)) throw new TableRefused('unreadable');
  return rowsOfText(textOf(bytes));
}

function rowsOfText(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/u, ''), { delimiter: delimiterOf(text) });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** CSV from spreadsheets is UTF-8 with or without a mark, UTF-16 with one, or the old Western encoding. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
