/** Lists of people for tests, as the console sends them (R66). */
import type { ErrorBody, PeopleAnswer, PeopleMode, PeopleRowInput } from '@glassdrum/contract';
import type { Answer, Browser } from '../../../../test/support/browser.ts';

/** Rows without a line of their own are numbered from 1. */
export type TestRow = Omit<PeopleRowInput, 'line'> & { line?: number };

export function peopleText(rows: readonly TestRow[]): string {
  return rows.map((row, index) => JSON.stringify({ line: index + 1, ...row })).join('\n');
}

/** Sends a list, whatever the answer. */
export function sendPeople(
  host: Browser,
  raffle: { id: string },
  rows: readonly TestRow[],
  { mode = 'enter', skip = false, key }: { mode?: PeopleMode; skip?: boolean; key?: string } = {},
): Promise<Answer<PeopleAnswer & ErrorBody>> {
  const body = { mode, people: peopleText(rows), skip_bad_rows: skip };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return host.call('POST', `/api/raffles/${raffle.id}/people`, body, headers);
}

/** Enters people and expects that all of them are taken. */
export async function enterPeople(
  host: Browser,
  raffle: { id: string },
  rows: readonly TestRow[],
): Promise<PeopleAnswer> {
  const answer = await sendPeople(host, raffle, rows);
  if (answer.status !== 200) throw new Error(`Nobody was entered: ${answer.text}`);
  return answer.body;
}
