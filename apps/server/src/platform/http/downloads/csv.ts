/** CSV as spreadsheets read it: UTF-8 with a byte order mark, CRLF, quotes where needed; no cell can be a formula (M1). */
import { type Options, stringify } from 'csv-stringify/sync';
import { type Cell, harmless } from './cells.ts';

const OPTIONS: Options = {
  record_delimiter: 'windows',
  quoted_match: /[;\r\n]|^\s|\s$/,
  cast: { date: (time) => time.toISOString() },
};
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
  return stringify([cells.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))], OPTIONS);
}
