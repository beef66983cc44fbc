/** H11: the host's checks of who joins by the public link, people who wait, and where entries came from. */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  for (const name of ['join_approval', 'join_confirm_email', 'join_one_per_device', 'join_hall_code']) {
    await schema
      .alterTable('raffles')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  for (const name of ['join_burst', 'join_per_minute'] as const) {
    await schema.alterTable('raffles').addColumn(name, 'integer').execute();
  }
  await schema.alterTable('raffles').addColumn('hall_code_since', 'bigint').execute();
  await schema.alterTable('raffles').addColumn('origin_key', 'text').execute();
  await schema
    .alterTable('raffles')
    .addColumn('waiting_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['email_person', 'network_hash', 'device_hash']) {
    await schema.alterTable('participations').addColumn(name, 'text').execute();
  }
  // Addresses that joined before are compared as they are; their aliases are not worked out in SQL.
  await sql`update participations set email_person = email_fold`.execute(query);
  await schema
    .createTable('waiting_entries')
    .addColumn('invitee_id', 'text', (column) =>
      column.primaryKey().references('invitees.id').onDelete('cascade'),
    )
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('needs_email', 'integer', (column) => column.notNull())
    .addColumn('needs_approval', 'integer', (column) => column.notNull())
    .addColumn('email_fold', 'text')
    .addColumn('email_person', 'text')
    .addColumn('device_key', 'text')
    .addColumn('entropy_commit', 'text')
    .addColumn('network_hash', 'text')
    .addColumn('device_hash', 'text')
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('waiting_entries_raffle')
    .on('waiting_entries')
    .columns(['raffle_id', 'asked_at', 'invitee_id'])
    .execute();
  // Partial: most entries have neither, and pay nothing for them.
  await sql`create index participations_email_person on participations (raffle_id, email_person)
    where email_person is not null`.execute(query);
  await sql`create index participations_device on participations (raffle_id, device_hash)
    where device_hash is not null`.execute(query);
}

export const joinChecks: Migration = { up };
