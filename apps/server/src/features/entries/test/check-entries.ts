/** The checker for C6: reads a raffle as stored and lists every broken invariant. */
import type { Database } from '../../../platform/database/database.ts';

/** Empty when all is well. */
export async function entryProblems(database: Database, raffleId: string): Promise<string[]> {
  const raffle = await database.query
    .selectFrom('raffles')
    .selectAll()
    .where('id', '=', raffleId)
    .executeTakeFirstOrThrow();
  const rows = await database.query
    .selectFrom('participations as p')
    .innerJoin('invitees as i', 'i.id', 'p.invitee_id')
    .selectAll('p')
    .select('i.source as invitee_source')
    .where('p.raffle_id', '=', raffleId)
    .orderBy('p.entry_number')
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
  expect(distinct(emails), 'an email address has two entries');
  expect(
    distinct(rows.map((row) => row.device_key).filter((key) => key !== null)),
    'a device key has two entries',
  );
  expect(
    rows.every((row) => row.state === 'in' || row.tickets === 0),
    'an entry that is not in holds tickets',
  );
  expect(raffle.max_entries === null || rows.length <= raffle.max_entries, 'more entries than places');
  expect(raffle.entry_count === rows.length, 'the count of entries is wrong');
  expect(
    raffle.active_count === rows.filter((row) => row.tickets > 0).length,
    'the count of active entries is wrong',
  );
  const invited = rows.filter((row) => row.tickets > 0 && row.invitee_source === 'list');
  expect(
    raffle.invited_active_count === invited.length,
    'the count of invited people who hold a ticket is wrong',
  );
  const holding = (source: string): number =>
    rows.filter((row) => row.tickets > 0 && row.source === source).length;
  expect(
    raffle.host_active_count === holding('host') && raffle.paper_active_count === holding('paper'),
    'the counts of entries by source are wrong',
  );
  expect(
    raffle.ticket_total === rows.reduce((sum, row) => sum + row.tickets, 0),
    'the sum of tickets is wrong',
  );
  return problems;
}
