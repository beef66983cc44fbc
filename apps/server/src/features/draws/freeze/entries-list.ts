/** The entry list of a draw: the commitments of each entry, in entry order (draw protocol §3). */
import {
  type CommittedEntry,
  type Contribution,
  entryOfProof,
  type ProofEntry,
  proofEntry,
} from '@glassdrum/fair-draw';
import { isAbsent } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

/**
 * The list at this moment, with everybody who joined, also those who left or were removed, without tickets (R22).
 * @param facts.holders numbers of entries that hold a prize of an earlier draw and sit this one out (R70)
 * @param facts.checkedIn numbers of those that are present; null where nobody must be (R71)
 */
export async function currentEntries(
  query: Kysely<Tables>,
  raffleId: string,
  { holders, checkedIn }: { holders: ReadonlySet<number>; checkedIn: ReadonlySet<number> | null },
): Promise<CommittedEntry[]> {
  const rows = await query
    .selectFrom('participations')
    .select(['entry_number', 'state', 'source', 'tickets', 'weights'])
    .select(['name_commit', 'entropy_commit', 'device_key'])
    .where('raffle_id', '=', raffleId)
    .orderBy('entry_number')
    .execute();
  const stateOf = ({ entry_number: number, state, tickets }: (typeof rows)[number]) => {
    const isHolder = holders.has(number);
    if (state === 'in' && isHolder) return 'holder';
    const isCheckedIn = checkedIn === null || checkedIn.has(number);
    return isAbsent({ state, tickets }, { isHolder, isCheckedIn }) ? 'absent' : state;
  };
  return rows.map((row) => ({
    state: stateOf(row),
    weights: weightsOf(row).map((weight) => (stateOf(row) === 'in' ? weight : 0)),
    source: row.source,
    nameCommit: row.name_commit,
    entropyCommit: row.entropy_commit,
    deviceKey: row.device_key,
  }));
}

export async function storeList(
  trx: Kysely<Tables>,
  drawId: string,
  entries: readonly CommittedEntry[],
): Promise<void> {
  await trx
    .insertInto('draw_lists')
    .values({ draw_id: drawId, entries: JSON.stringify(entries.map(proofEntry)) })
    .execute();
}

/** The closed list as JSON text, in the proof's form; null before the close. */
export async function closedListText(query: Kysely<Tables>, drawId: string): Promise<string | null> {
  const row = await query
    .selectFrom('draw_lists')
    .select('entries')
    .where('draw_id', '=', drawId)
    .executeTakeFirst();
  return row?.entries ?? null;
}

/** @throws Error before the close */
export async function closedEntries(query: Kysely<Tables>, drawId: string): Promise<CommittedEntry[]> {
  const text = await closedListText(query, drawId);
  if (text === null) throw new Error(`Draw ${drawId} has no closed list.`);
  return (JSON.parse(text) as ProofEntry[]).map(entryOfProof);
}

/** R89: what devices sent between close and freeze, by entry number. */
export async function contributionsOf(query: Kysely<Tables>, drawId: string): Promise<Contribution[]> {
  const rows = await query
    .selectFrom('draw_contributions')
    .select(['entry_number', 'contribution'])
    .where('draw_id', '=', drawId)
    .orderBy('entry_number')
    .execute();
  return rows.map((row): Contribution => [row.entry_number, row.contribution]);
}

/** How many entries of a list can win in each pool. */
export function candidatesIn(entries: readonly CommittedEntry[], pools: number): number[] {
  return Array.from(
    { length: pools },
    (_, pool) => entries.filter(({ weights }) => (weights[pool] ?? 0) > 0).length,
  );
}
