/**
 * R81: workspaces; see workspace-tables.ts. Every host gets one and owns it. It has the account's id, so that the keyed hashes of
 * recent winners, which were made with that id, stay valid.
 */
import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const refers =
  (target: string, action: 'cascade' | 'set null') =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.references(target).onDelete(action);
const belongs =
  (target: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(target).onDelete('cascade');

async function up(query: Kysely<unknown>): Promise<void> {
  await createTables(query);
  // Accounts of deleted hosts, which only hold results, belong to nobody.
  await sql`
    insert into workspaces (id, name, two_start, created_at)
    select id, name, 0, created_at from users where email not like '%@deleted.invalid'`.execute(query);
  await sql`
    insert into workspace_members (workspace_id, user_id, role, joined_at, from_provider)
    select id, id, 'owner', created_at, 0 from workspaces`.execute(query);
  await addColumns(query);
  await moveRecentWinners(query);
}

async function createTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('workspaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('two_start', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createTable('workspace_members')
    .addColumn('workspace_id', 'text', belongs('workspaces.id'))
    .addColumn('user_id', 'text', belongs('users.id'))
    .addColumn('role', 'text', required)
    .addColumn('joined_at', 'bigint', required)
    .addColumn('from_provider', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('workspace_members_key', ['workspace_id', 'user_id'])
    .execute();
  await schema.createIndex('workspace_members_user').on('workspace_members').column('user_id').execute();
  await schema
    .createTable('workspace_invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', belongs('workspaces.id'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('created_by', 'text', refers('users.id', 'set null'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .addColumn('used_by', 'text', refers('users.id', 'set null'))
    .execute();
  await schema
    .createIndex('workspace_invitations_workspace')
    .on('workspace_invitations')
    .column('workspace_id')
    .execute();
}

async function addColumns(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  for (const [table, action] of [
    ['raffles', 'set null'],
    ['raffle_templates', 'cascade'],
    ['recurrences', 'cascade'],
  ] as const) {
    await schema
      .alterTable(table)
      .addColumn('workspace_id', 'text', refers('workspaces.id', action))
      .execute();
    await sql`
      update ${sql.table(table)} set workspace_id = host_id
      where host_id in (select id from workspaces)`.execute(query);
    await schema.createIndex(`${table}_workspace`).on(table).column('workspace_id').execute();
  }
  await schema.alterTable('audit_log').addColumn('workspace_id', 'text').execute();
  await schema.alterTable('audit_log').addColumn('by_id', 'text', refers('users.id', 'set null')).execute();
  await sql`
    update audit_log set by_id = host_id
    where actor = 'host' and host_id in (select id from users)`.execute(query);
  await sql`
    update audit_log set workspace_id = host_id
    where raffle_id is not null and host_id in (select id from workspaces)`.execute(query);
  await schema.createIndex('audit_log_workspace').on('audit_log').columns(['workspace_id', 'ts']).execute();
  await schema.createIndex('audit_log_by').on('audit_log').column('by_id').execute();
}

/** The same table, of a workspace instead of a host. */
async function moveRecentWinners(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema.alterTable('recent_winners').renameTo('recent_winners_of_hosts').execute();
  await schema.dropIndex('recent_winners_expiry').execute();
  await schema
    .createTable('recent_winners')
    .addColumn('workspace_id', 'text', belongs('workspaces.id'))
    .addColumn('address_hash', 'text', required)
    .addColumn('won_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('recent_winners_of_workspace', ['workspace_id', 'address_hash'])
    .execute();
  await sql`
    insert into recent_winners (workspace_id, address_hash, won_at, expires_at)
    select host_id, address_hash, won_at, expires_at from recent_winners_of_hosts
    where host_id in (select id from workspaces)`.execute(query);
  await schema.dropTable('recent_winners_of_hosts').execute();
  await schema.createIndex('recent_winners_expiry').on('recent_winners').column('expires_at').execute();
}

export const workspaces: Migration = { up };
