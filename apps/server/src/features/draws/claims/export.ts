/** The host's table of claims as a file (R73), with what winners answered (R74). */
import type { ClaimRow } from '@glassdrum/contract';
import { claimAnswerText } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { answersInRaffle, countryName } from '../claim-form/queries.ts';
import { claimRows } from './queries.ts';

const CLAIM_COLUMNS = [
  'Draw',
  'Draw name',
  'Prize #',
  'Prize',
  'Place',
  'Entry #',
  'Name',
  'Email',
  'State',
  'Moved up',
  'Holds it since',
  'Claim by',
  'More time (minutes)',
  'Claimed at',
  'Claimed through',
  'Handed over at',
  'Passed over at',
  'Late',
  'Reason',
  'Moved up: entry #',
];
/** In characters. */
const CLAIM_WIDTHS = [6, 20, 8, 32, 6, 9, 28, 32, 12, 9, 18, 18, 12, 18, 14, 18, 18, 6, 32, 12];

const STATES: Record<ClaimRow['state'], string> = {
  drawn: 'not claimed yet',
  claimed: 'claimed',
  handed_over: 'handed over',
  declined: 'declined',
  lapsed: 'not claimed in time',
  ineligible: 'not eligible',
  absent: 'absent',
};

function claimCells(row: ClaimRow): Cell[] {
  const { draw, person, claim, ended } = row;
  const time = (at: number | null = null): Date | null => (at === null ? null : new Date(at));
  return [
    draw.number,
    draw.name,
    row.prize,
    row.prize_name,
    row.position,
    row.entry_number,
    person.display_name,
    person.email,
    STATES[row.state],
    row.moved_up ? 'yes' : null,
    time(row.since),
    time(claim.claim_by),
    claim.extension === null ? null : claim.extension.seconds / 60,
    time(claim.claimed?.at),
    claim.claimed?.by ?? null,
    time(claim.handed_over_at),
    time(ended?.at),
    ended?.late === true ? 'yes' : null,
    ended?.text ?? null,
    ended?.moved_up_entry ?? null,
  ];
}

const ANSWER_WIDTH = 32;

interface ClaimsTable {
  heads: string[];
  rows: Cell[][];
  widths: number[];
}

/** A column for each question that a draw of the raffle asks its winners; draws may ask the same. */
export async function claimsTable(query: Kysely<Tables>, raffleId: string): Promise<ClaimsTable> {
  const { questions, answerOf } = await answersInRaffle(query, raffleId);
  const rows = (await claimRows(query, raffleId)).map((row) => {
    const answers = questions.map((question) => {
      const answer = answerOf(row, question);
      return answer === null ? null : claimAnswerText(answer, countryName);
    });
    return [...claimCells(row), ...answers];
  });
  return {
    heads: [...CLAIM_COLUMNS, ...questions.map((question) => `Answer: ${question}`)],
    rows,
    widths: [...CLAIM_WIDTHS, ...questions.map(() => ANSWER_WIDTH)],
  };
}
