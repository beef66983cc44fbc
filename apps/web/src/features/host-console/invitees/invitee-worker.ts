/** Reads pasted lists, CSV and XLSX files beside the page, so that ten thousand rows never stop it. */
import { LIMITS } from '@glassdrum/raffle-rules';
import Papa from 'papaparse';
import { delimiterOf, findInRows } from './invitee-columns.ts';
import { findInLines, judgeInvitees } from './invitee-lines.ts';
import { isText } from './is-text.ts';
import type { FileRefusal, ReadInviteesAnswer, ReadInviteesQuestion } from './invitee-worker-protocol.ts';
import { WorkbookTooBig, readWorkbook } from './read-workbook.ts';

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
    if (error instanceof WorkbookTooBig) return { id, refusal: 'too_big' };
    return { id, refusal: error instanceof Refused ? error.refusal : 'unreadable' };
  }
}

function quotedValues(line: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',' });
  return errors.some(({ type }) => type === 'Quotes') ? null : (data[0] ?? []);
}

async function rowsOf(file: File): Promise<string[][]> {
  if (file.size > LIMITS.inviteeFileBytes.max) throw new Refused('too_big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A workbook is a ZIP file; workbooks of before 2007 begin with D0 CF.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new Refused('old_excel');
  if (!isText(bytes)) throw new Refused('unreadable');
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
