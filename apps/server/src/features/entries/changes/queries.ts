/**
 * What happened to a raffle's entries after its opening, for everyone (R94).
 *
 * 1. Changes that can be about one person, as removals and numbers of tickets, are listed one by one.
 * 2. Changes that come by the hundred are counted by reason, so that they hide none of the others; each can be read by its reason.
 * 3. What the host added to the list, people and printed tickets, is counted too: those have numbers, and no change.
 */
import { type ChangesAnswer, type CountedReason, countedReason, type EntryChange } from '@glassdrum/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

const PAGE = 100;
const COUNTED: readonly CountedReason[] = countedReason.options;

interface ChangesQuery {
  /** The number of the last change that is known. */
  after: number | undefined;
  /** Each change of this reason, instead of those that are listed one by one. */
  reason: CountedReason | undefined;
}

/** The raffle's public changes of entries, newest first. */
export async function changesOf(
  database: Database,
  raffleId: string,
  { after, reason }: ChangesQuery,
): Promise<ChangesAnswer> {
  const all = database.query.selectFrom('entry_changes').where('raffle_id', '=', raffleId);
  const asked =
    reason === undefined
      ? all.where('reason_code', 'not in', COUNTED)
      : all.where('reason_code', '=', reason);
  const { total } = await asked
    .select((build) => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = after === undefined ? asked : asked.where('number', '<', after);
  const page = await rows.selectAll().orderBy('number', 'desc').limit(PAGE).execute();
  return {
    changes: page.map(presentChange),
    total,
    counted: await countedChanges(database, raffleId),
    added: { host: await enteredByHost(database, raffleId), paper: await printed(database, raffleId) },
  };
}

async function countedChanges({ query }: Database, raffleId: string): Promise<ChangesAnswer['counted']> {
  const groups = await query
    .selectFrom('entry_changes')
    .select((build) => [
      build.fn.max('number').as('last'),
      build.fn.countAll<number>().as('changes'),
      build.fn.count<number>('entry_number').distinct().as('entries'),
    ])
    .where('raffle_id', '=', raffleId)
    .where('reason_code', 'in', COUNTED)
    .groupBy('reason_code')
    .execute();
  if (groups.length === 0) return [];
  const rows = await query
    .selectFrom('entry_changes')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where(
      'number',
      'in',
      groups.map(({ last }) => last),
    )
    .orderBy('number', 'desc')
    .execute();
  return rows.flatMap((row) => {
    const reason = countedReason.safeParse(row.reason_code);
    const group = groups.find(({ last }) => last === row.number);
    if (!reason.success || group === undefined) return [];
    const { changes, entries } = group;
    return { reason_code: reason.data, changes, entries, last: presentChange(row) };
  });
}

/** Those that hold a ticket, and when the last person was entered. */
async function enteredByHost({ query }: Database, raffleId: string): Promise<ChangesAnswer['added']['host']> {
  const raffle = await query
    .selectFrom('raffles')
    .select('host_active_count')
    .where('id', '=', raffleId)
    .executeTakeFirst();
  const count = raffle?.host_active_count ?? 0;
  if (count === 0) return null;
  const last = await query
    .selectFrom('participations')
    .select('joined_at')
    .where('raffle_id', '=', raffleId)
    .where('source', '=', 'host')
    .orderBy('entry_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? null : { count, last_at: last.joined_at };
}

async function printed({ query }: Database, raffleId: string): Promise<ChangesAnswer['added']['paper']> {
  const runs = await query
    .selectFrom('paper_runs')
    .select(['first_number', 'last_number', 'made_at'])
    .where('raffle_id', '=', raffleId)
    .execute();
  if (runs.length === 0) return null;
  return {
    count: runs.reduce((sum, { first_number: first, last_number: last }) => sum + last - first + 1, 0),
    last_at: Math.max(...runs.map(({ made_at: at }) => at)),
  };
}

/** What changed about one entry after joining, oldest first. */
export async function changesOfEntry(
  { query }: Database,
  raffleId: string,
  entryNumber: number,
): Promise<EntryChange[]> {
  const rows = await query
    .selectFrom('entry_changes')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .orderBy('number')
    .execute();
  return rows.map(presentChange);
}

function presentChange(row: Selectable<Tables['entry_changes']>): EntryChange {
  const { number, entry_number, state, tickets, reason_code, made_by, signature, at } = row;
  return {
    number,
    entry_number,
    state,
    tickets,
    weights: weightsOf(row),
    reason_code,
    made_by,
    signature,
    signed_at: row.signed_at_s,
    at,
  };
}
