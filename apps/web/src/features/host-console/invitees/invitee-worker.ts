/** Reads pasted lists, CSV and XLSX files beside the page, so that ten thousand rows never stop it. */
import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import { delimiterOf, findInRows } from './invitee-columns.ts';
import { findInLines, judgeInvitees } from './invitee-lines.ts';
import type { FileRefusal, ReadInviteesAnswer, ReadInviteesQuestion } from './invitee-worker-protocol.ts';

const FILE_BYTES = 20 * 1024 * 1024;
/** What a workbook may grow to; a file that unpacks to more is not a list of guests. */
const UNPACKED_BYTES = 200 * 1024 * 1024;

class Refused extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadInviteesQuestion>) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer(question: ReadInviteesQuestion): Promise<ReadInviteesAnswer> {
  const { id, hostName } = question;
  if ('text' in question) return { id, ...judgeInvitees(findInLines(question.text, quotedValues), hostName) };
  try {
    const found = findInRows(await rowsOf(question.file));
    if (found.length === 0) throw new Refused('empty');
    return { id, ...judgeInvitees(found, hostName) };
  } catch (error) {
    return { id, refusal: error instanceof Refused ? error.refusal : 'unreadable' };
  }
}

function quotedValues(line: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',' });
  return errors.some(({ type }) => type === 'Quotes') ? null : (data[0] ?? []);
}

async function rowsOf(file: File): Promise<string[][]> {
  if (file.size > FILE_BYTES) throw new Refused('too_big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A workbook is a ZIP file; workbooks of before 2007 begin with D0 CF.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return workbookRows(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new Refused('old_excel');
  const text = textOf(bytes);
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
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

/** The first sheet. Unpacked here first: the reader would start workers of its own, which the page's CSP forbids. */
async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/u.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > UNPACKED_BYTES) throw new Refused('too_big');
      return true;
    },
  });
  const rows = await readSheet(new Blob([zipSync(files, { level: 0 })]));
  return rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell).trim())));
}
