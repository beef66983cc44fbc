/** The checker of C6: reads a raffle as stored and names everything that must never be. */
import type { Database } from '../../../database/database.ts';

/** Empty when all is well. */
export async function entryProblems(database: Database, raffleId: string): Promise<string[]> {
  const raffle = await database.query
    .selectFrom('raffles')
    .selectAll()
    .where('id', '=', raffleId)
    .executeTakeFirstOrThrow();
  const rows = await database.query
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .orderBy('entry_number')
    .execute();
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
  const emails = rows.map((row) => row.email_fold).filter((email) => email !== null);
  expect(
    rows.every((row, index) => row.entry_number === index + 1),
    'the numbers have gaps or doubles',
  );
  expect(distinct(rows.map((row) => row.invitee_id)), 'an invitee has two entries');
  expect(distinct(emails), 'an e-mail address has two entries');
  expect(raffle.max_entries === null || rows.length <= raffle.max_entries, 'more entries than places');
  expect(raffle.entry_count === rows.length, 'the count of entries is wrong');
  expect(
    raffle.active_count === rows.filter((row) => row.tickets > 0).length,
    'the count of active entries is wrong',
  );
  expect(
    raffle.ticket_total === rows.reduce((sum, row) => sum + row.tickets, 0),
    'the sum of tickets is wrong',
  );
  return problems;
}
