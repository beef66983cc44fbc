/**
 * Version 2 of the draw protocol; see tables.ts and log-tables.ts for what every column means.
 *
 * - A draw's promise moves from its raffle to a row of its own (draw_openings), so that a raffle can have several draws.
 * - Finished draws of version 1 stay as they are, as protocol 1: shown, with their stored proof, but no longer checked.
 *   Their records stay in the public log. One that is frozen and not finished stops the migration before anything changed.
 * - Raffles that are open or closed lose their promise of version 1 here and get a new one when the server starts
 *   (features/draws/reopen-for-version-2.ts): that needs the installation's keys.
 * - Hosts get a new pseudonym, so that the numbering of version 2 begins with 1 and without gaps.
 *
 * `raffles.host_seq` stays as an unused column: SQLite cannot drop a column that a unique constraint names. All tables are
 * rebuilt under new constraint and index names, because PostgreSQL keeps those in one namespace. On SQLite the whole
 * migration is one transaction of its own; a run that was cut short before it was noted finds its tables and does nothing.
 */
import { randomBytes } from 'node:crypto';
import { type ColumnDefinitionBuilder, type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { UpgradeRefused } from '../start-refused.ts';
import { createDrawTables } from './0011-draw-tables.ts';

type Query = Kysely<unknown>;
type Column = ColumnDefinitionBuilder;
const flag = (column: Column): Column => column.notNull().defaultTo(0);
/** @throws UpgradeRefused while a draw of version 1 is frozen and not finished */
export async function refuseUnfinishedDraws(query: Query): Promise<void> {
  const names = await tableNames(query);
  if (!names.has('draws') || names.has('draw_openings')) return;
  const { rows } = await sql<{ id: string }>`
    select raffle_id as id from draws where completed_at is null`.execute(query);
  if (rows.length === 0) return;
  throw new UpgradeRefused(
    `${rows.length === 1 ? 'A draw is' : `${rows.length} draws are`} still running. Finish ${
      rows.length === 1 ? 'it' : 'them'
    } with the earlier version of Glassdrum first, then start this one. Nothing was changed.`,
  );
}

async function up(query: Query): Promise<void> {
  if (query.isTransaction) await rebuild(query);
  else await query.transaction().execute(rebuild);
}

async function rebuild(query: Query): Promise<void> {
  if ((await tableNames(query)).has('draw_openings')) return;
  await refuseUnfinishedDraws(query);
  await changeRaffles(query);
  await createDrawTables(query);
  await copyDraws(query);
  for (const table of ['passed_over', 'draw_rows', 'draws']) {
    await sql`drop table ${sql.table(`${table}_v1`)}`.execute(query);
  }
  for (const column of PROMISE_COLUMNS) {
    await query.schema.alterTable('raffles').dropColumn(column).execute();
  }
  await renameHosts(query);
  await guardCosignatures(query);
}

/** What of a raffle is its draw's now. */
const PROMISE_COLUMNS = ['seed_commit_hash', 'seed_sealed', 'previous_open_hash', 'open_hash', 'opened_at_s'];

async function tableNames(query: Query): Promise<Set<string>> {
  return new Set((await query.introspection.getTables()).map(({ name }) => name));
}

async function changeRaffles(query: Query): Promise<void> {
  const { schema } = query;
  // A default cannot be changed on SQLite, so the column is a new one.
  await schema.alterTable('raffles').renameColumn('beacon_policy', 'beacon_policy_v1').execute();
  await schema
    .alterTable('raffles')
    .addColumn('beacon_policy', 'text', (column) => column.notNull().defaultTo('wait'))
    .execute();
  await sql`update raffles set beacon_policy = 'lower' where beacon_policy_v1 = 'lower'`.execute(query);
  await schema.alterTable('raffles').dropColumn('beacon_policy_v1').execute();
  await schema.alterTable('raffles').addColumn('series_id', 'text').execute();
  await schema
    .alterTable('raffles')
    .addColumn('rules_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('raffles').addColumn('adds_chance', 'integer', flag).execute();
  await schema.alterTable('raffles').addColumn('witness_quorum', 'integer', flag).execute();
  await schema
    .alterTable('raffles')
    .addColumn('room_numbers', 'integer', (column) => column.notNull().defaultTo(16))
    .execute();
  await schema.createIndex('raffles_series').unique().on('raffles').column('series_id').execute();

  await schema
    .alterTable('participations')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('in'))
    .execute();
  await schema
    .alterTable('participations')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo('self'))
    .execute();
  await schema.alterTable('participations').addColumn('device_key', 'text').execute();
  await schema.alterTable('participations').addColumn('entropy_commit', 'text').execute();
  await schema
    .createIndex('participations_device_key')
    .unique()
    .on('participations')
    .columns(['raffle_id', 'device_key'])
    .execute();
  // Version 1 kept no state: who holds no ticket left or was removed.
  await sql`update participations set state = 'withdrawn' where tickets = 0`.execute(query);
}

interface DrawOfVersion1 {
  id: string;
  raffle_id: string;
  winners: number;
  alternates: number;
  closed_at_s: number;
  close_hash: string;
  open_hash: string;
  entries_root: string;
  entry_count: number;
  ticket_total: number;
  scheduled_at: number | null;
  beacon_kind: string;
  seed_sealed: string | null;
}

/** Finished draws with all that belongs to them, under the names of version 2. */
async function copyDraws(query: Query): Promise<void> {
  const { rows: draws } = await sql<DrawOfVersion1>`
    select d.id, d.raffle_id, d.winners, d.alternates, d.closed_at_s, d.close_hash, d.open_hash, d.entries_root,
      d.entry_count, d.ticket_total, d.scheduled_at, d.beacon_kind, r.seed_sealed
    from draws_v1 d join raffles r on r.id = d.raffle_id order by d.t0`.execute(query);
  for (const draw of draws) await copyOpening(query, draw);
  await sql`
    insert into draws (id, raffle_id, stage, protocol, t0, frozen_at_s, show_at_s, draw_at_s, closed_at_s, beacon_kind,
      chain_hash, round, round_at_s, assurance, winners, alternates, entry_count, ticket_total, entries_root, open_hash,
      close_hash, freeze_hash, contributions_hash, freeze_index, witnesses_known, witness_quorum, freeze_size, sealed_at,
      animation_style, seed_reveal, seed_revealed_at, beacon_value, beacon_signature, beacon_at, combined_seed, proof,
      result_at, completed_at, scheduled_at)
    select d.id, d.raffle_id, 1, 1, d.t0, d.frozen_at_s, d.t0 / 1000, d.draw_at_s, d.closed_at_s, d.beacon_kind,
      d.chain_hash, d.round, d.round_at_s, d.assurance, d.winners, d.alternates, d.entry_count, d.ticket_total,
      d.entries_root, d.open_hash, d.close_hash, d.freeze_hash, null,
      (select l.log_index from public_log l where l.draw_id = d.id and l.kind = 'freeze'), 0, 0, null, d.t0,
      d.animation_style, d.seed_reveal, d.seed_revealed_at, d.beacon_value, d.beacon_signature, d.beacon_at,
      d.combined_seed, d.proof, d.result_at, d.completed_at, d.scheduled_at
    from draws_v1 d`.execute(query);
  await sql`
    insert into draw_rows (draw_id, role, prize, position, entry_number, selection_index)
    select draw_id, role, 1, position, entry_number, selection_index from draw_rows_v1`.execute(query);
  await sql`
    insert into passed_over (draw_id, number, prize, position, from_entry_number, to_entry_number, to_selection_index,
      reason, at)
    select draw_id, number, 1, prize, from_entry_number, to_entry_number, to_selection_index,
      case when reason = 'other' then 'ineligible' else reason end, at
    from passed_over_v1`.execute(query);
  // Raffles without a finished draw have their promise renewed at the server's start.
  await sql`update raffles set draw_id = null where id not in (select raffle_id from draws_v1)`.execute(
    query,
  );
  await sql`update raffles set host_seq = null`.execute(query);
}

async function copyOpening(query: Query, draw: DrawOfVersion1): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select text from public_log where draw_id = ${draw.id} and kind = 'open'`.execute(query);
  // draw.open.v1: draw_id, host_id, host_seq, previous, seed_commit_hash, rules_hash, opened_at
  const [, , hostId, hostSeq, previous, seedCommitHash, , openedAt] = (rows[0]?.text ?? '').split('\n');
  if (hostId === undefined || seedCommitHash === undefined) {
    throw new Error(`The open record of draw ${draw.id} is missing in the public log.`);
  }
  const prize = {
    quantity: draw.winners,
    alternates: draw.alternates,
    pool: 1,
    claim_window: '-',
    name: '-',
  };
  const plan = { policy: 'once', earlier_winners: 'in', pools: 1, prizes: [prize] };
  await sql`
    insert into draw_openings (id, raffle_id, stage, protocol, seed_commit_hash, seed_sealed, host_id, host_seq,
      previous_open_hash, open_hash, opening_plan_hash, plan, plan_hash, rules, rules_hash, opened_at_s, closed_at_s,
      close_hash, entries_root, entry_count, pool_totals, scheduled_at, asked_kind)
    values (${draw.id}, ${draw.raffle_id}, 1, 1, ${seedCommitHash}, ${draw.seed_sealed ?? ''}, ${hostId},
      ${Number(hostSeq)}, ${previous === '-' ? null : previous}, ${draw.open_hash}, '-', ${JSON.stringify(plan)}, '-',
      null, '-', ${Number(openedAt)}, ${draw.closed_at_s}, ${draw.close_hash}, ${draw.entries_root},
      ${draw.entry_count}, ${String(draw.ticket_total)}, ${draw.scheduled_at}, ${draw.beacon_kind})`.execute(
    query,
  );
  const { rows: entries } = await sql<{ tickets: number; name_commit: string }>`
    select tickets, name_commit from participations where raffle_id = ${draw.raffle_id} order by entry_number`.execute(
    query,
  );
  const list = entries.map(({ tickets, name_commit: commit }) => [
    tickets > 0 ? 'in' : 'withdrawn',
    'self',
    [tickets],
    commit,
    '-',
    '-',
  ]);
  await sql`insert into draw_lists (draw_id, entries) values (${draw.id}, ${JSON.stringify(list)})`.execute(
    query,
  );
}

async function renameHosts(query: Query): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users`.execute(query);
  for (const { id } of rows) {
    const pseudonym = randomBytes(16).toString('base64url');
    await sql`
      update users set pseudonym = ${pseudonym}, host_seq = 0, last_open_hash = null where id = ${id}`.execute(
      query,
    );
  }
}

/** As 0010 does for the log's other tables; and a witnessed log never shrinks. */
async function guardCosignatures(query: Query): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(query);
  const table = 'public_log_cosignatures';
  if (query.getExecutor().adapter instanceof PostgresAdapter) {
    await run(`create trigger ${table}_insert_only before update or delete on ${table}
      for each row execute function public_log_refuse()`);
    await run(`create trigger ${table}_no_truncate before truncate on ${table}
      for each statement execute function public_log_refuse()`);
    await run(`revoke update, truncate on ${table} from current_user`);
    await run(`create trigger witnessed_logs_grow before update on witnessed_logs for each row
      when (new.size < old.size) execute function public_log_refuse()`);
    return;
  }
  for (const change of ['update', 'delete']) {
    await run(`create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, 'The public log is only ever added to.'); end`);
  }
  await run(`create trigger witnessed_logs_grow before update on witnessed_logs when new.size < old.size
    begin select raise(abort, 'A witnessed log never shrinks.'); end`);
}

export const drawProtocol2: Migration = { up };
