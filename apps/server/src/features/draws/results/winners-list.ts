/** The winner list as a file for the host: who holds each prize, the alternates, who was passed over and why (R14). */
import type { ResultsAnswer } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { allResults } from './queries.ts';

interface WinnerList {
  columns: string[];
  rows: Cell[][];
}

const COLUMNS = ['Place', 'State', 'Entry #', 'Name', 'Email', 'Selection index', 'Reason', 'Passed over at'];

/** Of all draws of the raffle, in their order; null before the first reveal is due (R4). */
export async function winnersWithPeople(
  database: Database,
  raffleId: string,
  now: number,
): Promise<WinnerList | null> {
  const answers = await allResults(database, raffleId, now);
  if (answers.length === 0) return null;
  const hasDraws = answers.length > 1;
  const hasPrizes = answers.some(({ prizes }) => prizes.length > 1 || prizes[0]?.name !== null);
  const rows: Cell[][] = [];
  for (const answer of answers) {
    for (const { prize, cells } of await rowsOf(database, answer)) {
      const name = answer.prizes[prize - 1]?.name ?? `Prize ${prize}`;
      rows.push([...(hasDraws ? [answer.draw.number] : []), ...(hasPrizes ? [name] : []), ...cells]);
    }
  }
  const columns = [...(hasDraws ? ['Draw'] : []), ...(hasPrizes ? ['Prize'] : []), ...COLUMNS];
  return { columns, rows };
}

interface PrizeCells {
  prize: number;
  cells: Cell[];
}

async function rowsOf(database: Database, answer: ResultsAnswer): Promise<PrizeCells[]> {
  const { winners, alternates, passed_over: passed, current_winners: holders } = answer;
  const keyOf = (row: { prize: number; entry_number: number }): string => `${row.prize}/${row.entry_number}`;
  const indexes = new Map(
    [...winners, ...alternates, ...holders].map((row) => [keyOf(row), row.selection_index]),
  );
  const waiting = alternates.filter(({ state }) => state === 'alternate');
  const emails = await emailsOf(
    database,
    answer.raffle_id,
    [...holders, ...waiting, ...passed].map((row) => row.entry_number),
  );
  const row = (
    place: number,
    state: string,
    person: { prize: number; entry_number: number; display_name: string | null },
    more: Cell[] = [null, null],
  ): PrizeCells => ({
    prize: person.prize,
    cells: [
      place,
      state,
      person.entry_number,
      person.display_name,
      emails.get(person.entry_number) ?? null,
      indexes.get(keyOf(person)) ?? null,
      ...more,
    ],
  });
  return [
    ...holders.map((one) => row(one.position, one.moved_up ? 'moved up' : 'winner', one)),
    ...waiting.map((one) => row(one.position, 'alternate', one)),
    ...passed.map((one) => row(one.position, 'passed over', one, [one.reason, new Date(one.at)])),
  ];
}

/** Of winners and alternates of one draw. */
async function emailsOf(
  database: Database,
  raffleId: string,
  entries: number[],
): Promise<Map<number, string | null>> {
  if (entries.length === 0) return new Map();
  const rows = await database.query
    .selectFrom('participations')
    .select(['entry_number', 'email'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', 'in', entries)
    .execute();
  return new Map(rows.map((row) => [row.entry_number, row.email]));
}
