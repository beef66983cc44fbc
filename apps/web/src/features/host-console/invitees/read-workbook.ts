/** The first sheet of an XLSX file as rows of texts, within bounds: a small file can say that it unpacks to gigabytes. */
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';

/** What a workbook may grow to; a file that unpacks to more is not a list of guests. */
const UNPACKED_BYTES = 200 * 1024 * 1024;
/** Files in it, of any kind; a sheet is about two. */
const FILES = 5_000;

/** A workbook that nobody needs for a list of guests. */
export class WorkbookTooBig extends Error {}

/**
 * Unpacked here first: the reader would start workers of its own, which the page's CSP forbids. A file that grows to more
 * than the archive says is cut off where it says.
 *
 * @throws WorkbookTooBig before anything of it is unpacked beyond the bounds
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  let unpacked = 0;
  let count = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      count += 1;
      if (count > FILES) throw new WorkbookTooBig('It holds too many files.');
      if (!/\.(?:xml|rels)$/u.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > UNPACKED_BYTES) throw new WorkbookTooBig('It unpacks to too much.');
      return true;
    },
  });
  const rows = await readSheet(new Blob([zipSync(files, { level: 0 })]));
  return rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell).trim())));
}
