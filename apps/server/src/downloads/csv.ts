/** CSV as spreadsheets read it: UTF-8 with a byte order mark, CRLF, quotes where needed; no cell can be a formula (M1). */
import { type Cell, harmless } from './cells.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Pieces of one CSV file, a batch of rows at a time; times as ISO 8601 in UTC. */
export async function* csvPieces(
  heads: readonly string[],
  batches: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(heads);
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map(line).join('');
  }
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const text = harmless(cell);
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
