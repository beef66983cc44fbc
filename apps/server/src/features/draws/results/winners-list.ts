/**
 * The winner list as a file for the host (R65): by draw and prize, who holds it, the alternates, who was passed over and why (R14),
 * and who could win it with how many tickets (R63, R64).
 */
import type { ResultsAnswer, WinnersAnswer, WinningPerson } from '@glassdrum/contract';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { type PrizeTickets, ticketsByPrize } from './prize-tickets.ts';
import { allResults } from './queries.ts';

interface WinnerList {
  columns: string[];
  rows: Cell[][];
}

const COLUMNS = [
  'Place',
  'State',
  'Entry #',
  'Name',
  'Email',
  'Selection index',
  'Reason',
  'Passed over at',
  'Moved up: entry #',
];
const DRAW_COLUMNS = ['Draw', 'Draw name'];
const PRIZE_COLUMNS = ['Prize #', 'Prize', 'Who can win', 'Tickets for this prize', 'Of all tickets for it'];

type Raffle = Pick<RaffleRow, 'id' | 'pools'>;

/** Of all draws of the raffle, in their order; null before the first reveal is due (R4). */
export async function winnersWithPeople(
  database: Database,
  raffle: Raffle,
  now: number,
): Promise<WinnerList | null> {
  const answers = await allResults(database, raffle.id, 'host', now);
  if (answers.length === 0) return null;
  const hasDraws = answers.length > 1;
  const hasPrizes = answers.some(({ prizes }) => prizes.length > 1 || prizes[0]?.name !== null);
  const rows: Cell[][] = [];
  for (const answer of answers) {
    // Prize by prize: who holds it, who comes next, who was passed over.
    const ofDraw = (await rowsOf(database, answer)).toSorted((one, other) => one.prize - other.prize);
    const { number, name: drawName } = answer.draw;
    const tickets = await ticketsByPrize(database.query, raffle, {
      drawId: answer.draw_id,
      drawNumber: number,
    });
    for (const { prize, entry, cells } of ofDraw) {
      const name = answer.prizes[prize - 1]?.name ?? `Prize ${prize}`;
      const own = tickets[prize - 1];
      rows.push([
        ...(hasDraws ? [number, drawName] : []),
        ...(hasPrizes ? [prize, name, whoCanWin(own), own?.of(entry) ?? null, own?.total ?? null] : []),
        ...cells,
      ]);
    }
  }
  const columns = [...(hasDraws ? DRAW_COLUMNS : []), ...(hasPrizes ? PRIZE_COLUMNS : []), ...COLUMNS];
  return { columns, rows };
}

function whoCanWin(tickets: PrizeTickets | undefined): string {
  if (tickets?.isBucket === true) return 'tickets in its bucket';
  return tickets === undefined || tickets.groups.length === 0 ? 'everyone' : tickets.groups.join(', ');
}

interface PrizeCells {
  prize: number;
  entry: number;
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
    more: Cell[] = [null, null, null],
  ): PrizeCells => ({
    prize: person.prize,
    entry: person.entry_number,
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
    ...passed.map((one) =>
      row(one.position, 'passed over', one, [
        one.reason,
        new Date(one.at),
        one.moved_up?.entry_number ?? null,
      ]),
    ),
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

/** The same for programs: the winners by prize, with the raffle's title. */
export async function winnersDocument(
  { query }: Database,
  raffle: Raffle & { title: string },
  answer: WinnersAnswer,
): Promise<string> {
  const drawOf = new Map(answer.draws.map((draw) => [draw.draw_id, draw]));
  const tickets = new Map<string, PrizeTickets[]>();
  for (const { draw_id: drawId, number: drawNumber } of answer.draws) {
    tickets.set(drawId, await ticketsByPrize(query, raffle, { drawId, drawNumber }));
  }
  const prizes = answer.prizes.map(({ draw_id: drawId, image_url: _image, places, next, ...prize }) => {
    const own = tickets.get(drawId)?.[prize.prize - 1];
    const withTickets = <Person extends WinningPerson>(person: Person) => ({
      ...person,
      tickets: own?.of(person.entry_number) ?? null,
    });
    return {
      draw: drawOf.get(drawId)?.number ?? null,
      draw_name: drawOf.get(drawId)?.name ?? null,
      ...prize,
      groups: own?.groups ?? [],
      bucket: own?.isBucket ?? false,
      tickets: own?.total ?? null,
      places: places.map(({ holder, passed_over: passed, ...place }) => ({
        ...place,
        holder: holder === null ? null : withTickets(holder),
        passed_over: passed.map(withTickets),
      })),
      next: next.map(withTickets),
    };
  });
  return `${JSON.stringify({ format: 'glassdrum-winners/1', title: raffle.title, prizes }, null, 2)}\n`;
}
