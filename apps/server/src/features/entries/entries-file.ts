/** Everybody who joined, as a file that the host takes along; in order of entry numbers, withdrawn ones with 0 tickets. */
import type { ParticipantRow } from '@glassdrum/contract';
import type { Database } from '../../database/database.ts';
import type { Cell } from '../../downloads/cells.ts';
import { csvPieces } from '../../downloads/csv.ts';
import { spreadsheetOf } from '../../downloads/spreadsheet.ts';
import { participantBatches } from './queries.ts';

const HEADS = ['Entry #', 'Name', 'Email', 'Joined', 'Tickets'];
const WIDTHS = [9, 32, 32, 18, 9];

export function entriesCsv(database: Database, raffleId: string): AsyncGenerator<string> {
  return csvPieces(HEADS, rowBatches(database, raffleId));
}

export async function entriesSheet(database: Database, raffleId: string): Promise<Buffer> {
  const rows: Cell[][] = [];
  for await (const batch of rowBatches(database, raffleId)) rows.push(...batch);
  return spreadsheetOf({ name: 'Entries', heads: HEADS, rows, widths: WIDTHS });
}

async function* rowBatches(database: Database, raffleId: string): AsyncGenerator<Cell[][]> {
  for await (const batch of participantBatches(database, raffleId)) yield batch.map(cells);
}

function cells(row: ParticipantRow): Cell[] {
  return [row.entry_number, row.display_name, row.email, new Date(row.joined_at), row.tickets];
}
