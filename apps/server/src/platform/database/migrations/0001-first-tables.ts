/** The first tables; see tables.ts for what every column means. Written so that a run cut short can run again. */
import { sql } from 'kysely';
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

type Column = ColumnDefinitionBuilder;
const required = (column: Column): Column => column.notNull();
const flag = (column: Column): Column => column.notNull().defaultTo(0);
const key = (column: Column): Column => column.primaryKey();
const cascadeTo =
  (target: string) =>
  (column: Column): Column =>
    column.notNull().references(target).onDelete('cascade');

async function up(query: Kysely<unknown>): Promise<void> {
  await accountTables(query);
  await raffleTables(query);
  await entryTables(query);
  await drawTables(query);
  await recordTables(query);
}

async function accountTables(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('users')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', flag)
    .addColumn('image', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('pseudonym', 'text', (column) => column.notNull().unique())
    .addColumn('host_seq', 'integer', flag)
    .addColumn('last_open_hash', 'text')
    .addColumn('retention_days', 'integer', (column) => column.notNull().defaultTo(30))
    .addColumn('last_login_at', 'bigint')
    .execute();
  await schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', cascadeTo('users.id'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', required)
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await schema
    .createTable('credentials')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', cascadeTo('users.id'))
    .addColumn('account_id', 'text', required)
    .addColumn('provider_id', 'text', required)
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'bigint')
    .addColumn('refresh_token_expires_at', 'bigint')
    .addColumn('scope', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await schema
    .createTable('verifications')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await index(query, 'sessions_user', 'sessions', ['user_id']);
  await index(query, 'credentials_user', 'credentials', ['user_id']);
  await index(query, 'verifications_identifier', 'verifications', ['identifier']);
}

async function raffleTables(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('raffles')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('host_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('image_url', 'text')
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('draft', 'open', 'closed', 'drawn')`),
    )
    .addColumn('max_winners', 'integer', required)
    .addColumn('max_tickets', 'integer', required)
    .addColumn('max_entries', 'integer')
    .addColumn('deadline_at', 'bigint')
    .addColumn('passphrase_hash', 'text')
    .addColumn('public_link', 'text', (column) => column.unique())
    .addColumn('allow_public_join', 'integer', flag)
    .addColumn('voting_enabled', 'integer', flag)
    .addColumn('chosen_animation', 'text', required)
    .addColumn('seed_commit_hash', 'text')
    .addColumn('seed_sealed', 'text')
    .addColumn('host_seq', 'integer')
    .addColumn('previous_open_hash', 'text')
    .addColumn('open_hash', 'text')
    .addColumn('opened_at_s', 'bigint')
    .addColumn('closed_at_s', 'bigint')
    .addColumn('entry_count', 'integer', flag)
    .addColumn('active_count', 'integer', flag)
    .addColumn('ticket_total', 'bigint', flag)
    .addColumn('invitees_count', 'integer', flag)
    .addColumn('roster_revision', 'bigint', flag)
    .addColumn('draw_started', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint('raffles_host_seq', ['host_id', 'host_seq'])
    .execute();
  await schema
    .createTable('invitees')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('display_name', 'text', required)
    .addColumn('email', 'text')
    .addColumn('notes', 'text')
    .addColumn('list_number', 'integer')
    .addColumn('source', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createTable('invites')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('invitee_id', 'text', cascadeTo('invitees.id'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('token_sealed', 'text', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('redeemed_at', 'bigint')
    .addColumn('revoked', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await index(query, 'raffles_host', 'raffles', ['host_id', 'created_at']);
  await index(query, 'raffles_status_deadline', 'raffles', ['status', 'deadline_at']);
  await index(query, 'invitees_raffle', 'invitees', ['raffle_id', 'created_at']);
  await index(query, 'invites_raffle', 'invites', ['raffle_id']);
  await index(query, 'invites_invitee', 'invites', ['invitee_id']);
}

async function entryTables(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('participations')
    .ifNotExists()
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('entry_number', 'integer', required)
    .addColumn('invitee_id', 'text', (column) =>
      column.notNull().unique().references('invitees.id').onDelete('cascade'),
    )
    .addColumn('display_name', 'text')
    .addColumn('email', 'text')
    .addColumn('email_fold', 'text')
    .addColumn('tickets', 'integer', required)
    .addColumn('salt', 'text')
    .addColumn('name_commit', 'text', required)
    .addColumn('joined_at', 'bigint', required)
    .addColumn('receipt_issued_at_s', 'bigint', required)
    .addPrimaryKeyConstraint('participations_key', ['raffle_id', 'entry_number'])
    .addUniqueConstraint('participations_email', ['raffle_id', 'email_fold'])
    .execute();
  await schema
    .createTable('participant_sessions')
    .ifNotExists()
    .addColumn('token_hash', 'text', required)
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('invitee_id', 'text', cascadeTo('invitees.id'))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('participant_sessions_key', ['token_hash', 'raffle_id', 'invitee_id'])
    .execute();
  await schema
    .createTable('join_keys')
    .ifNotExists()
    .addColumn('key_hash', 'text', key)
    .addColumn('request_hash', 'text', required)
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('invitee_id', 'text', cascadeTo('invitees.id'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await index(query, 'participant_sessions_raffle', 'participant_sessions', ['raffle_id']);
  await index(query, 'participant_sessions_invitee', 'participant_sessions', ['invitee_id']);
  await index(query, 'join_keys_raffle', 'join_keys', ['raffle_id']);
  await index(query, 'join_keys_invitee', 'join_keys', ['invitee_id']);
}

/** Draws outlive their raffle's personal data (R53), so they reference nothing. */
async function drawTables(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('draws')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('raffle_id', 'text', (column) => column.notNull().unique())
    .addColumn('t0', 'bigint', required)
    .addColumn('frozen_at_s', 'bigint', required)
    .addColumn('draw_at_s', 'bigint', required)
    .addColumn('closed_at_s', 'bigint', required)
    .addColumn('beacon_kind', 'text', required)
    .addColumn('chain_hash', 'text', required)
    .addColumn('round', 'bigint')
    .addColumn('round_at_s', 'bigint')
    .addColumn('assurance', 'text', required)
    .addColumn('winners', 'integer', required)
    .addColumn('alternates', 'integer', required)
    .addColumn('entry_count', 'integer', required)
    .addColumn('ticket_total', 'bigint', required)
    .addColumn('entries_root', 'text', required)
    .addColumn('open_hash', 'text', required)
    .addColumn('close_hash', 'text', required)
    .addColumn('freeze_hash', 'text', required)
    .addColumn('animation_style', 'text', required)
    .addColumn('seed_reveal', 'text')
    .addColumn('seed_revealed_at', 'bigint')
    .addColumn('beacon_value', 'text')
    .addColumn('beacon_signature', 'text')
    .addColumn('beacon_at', 'bigint')
    .addColumn('combined_seed', 'text')
    .addColumn('proof', 'text')
    .addColumn('result_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .execute();
  await schema
    .createTable('draw_rows')
    .ifNotExists()
    .addColumn('draw_id', 'text', cascadeTo('draws.id'))
    .addColumn('role', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('entry_number', 'integer', required)
    .addColumn('selection_index', 'text', required)
    .addPrimaryKeyConstraint('draw_rows_key', ['draw_id', 'role', 'position'])
    .addUniqueConstraint('draw_rows_entry', ['draw_id', 'entry_number'])
    .execute();
  await schema
    .createIndex('draws_unfinished')
    .ifNotExists()
    .on('draws')
    .column('t0')
    .where(sql.ref('completed_at'), 'is', null)
    .execute();
}

async function recordTables(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('public_log')
    .ifNotExists()
    .addColumn('log_index', 'bigint', key)
    .addColumn('draw_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('once_key', 'text', (column) => column.notNull().unique())
    .addColumn('text', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('logged_at', 'bigint', required)
    .execute();
  await schema
    .createTable('public_log_head')
    .ifNotExists()
    .addColumn('id', 'integer', key)
    .addColumn('size', 'bigint', required)
    .execute();
  await sql`insert into public_log_head (id, size) values (1, 0) on conflict do nothing`.execute(query);
  await schema
    .createTable('audit_log')
    .ifNotExists()
    .addColumn('id', 'text', key)
    .addColumn('raffle_id', 'text')
    .addColumn('host_id', 'text')
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('ts', 'bigint', required)
    .addColumn('ip_hash', 'text')
    .addColumn('ua_hash', 'text')
    .addColumn('details', 'text')
    .execute();
  await schema
    .createTable('installation')
    .ifNotExists()
    .addColumn('id', 'integer', key)
    .addColumn('key_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await index(query, 'public_log_draw', 'public_log', ['draw_id', 'log_index']);
  await index(query, 'audit_log_raffle', 'audit_log', ['raffle_id', 'ts']);
  await index(query, 'audit_log_host', 'audit_log', ['host_id', 'ts']);
}

async function index(query: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  await query.schema.createIndex(name).ifNotExists().on(table).columns(columns).execute();
}

export const firstTables: Migration = { up };
