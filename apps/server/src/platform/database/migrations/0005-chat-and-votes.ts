/** Chat lines and their rules, and votes for the animation; see tables.ts. Written so that a run cut short can run again. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const flag = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);
const ofRaffle = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('raffles.id').onDelete('cascade');

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('chat_rooms')
    .ifNotExists()
    .addColumn('raffle_id', 'text', (column) => ofRaffle(column).primaryKey())
    .addColumn('last_id', 'integer', flag)
    .addColumn('mode', 'text', (column) => column.notNull().defaultTo('everyone'))
    .addColumn('slow_seconds', 'integer', flag)
    .addColumn('words', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema
    .createTable('chat_messages')
    .ifNotExists()
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('id', 'integer', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('client_id', 'text', required)
    .addColumn('display_name', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('image_url', 'text')
    .addColumn('recipient_id', 'text')
    .addColumn('recipient_name', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('chat_messages_key', ['raffle_id', 'id'])
    .addUniqueConstraint('chat_messages_once', ['raffle_id', 'sender_id', 'client_id'])
    .execute();
  await schema
    .createTable('chat_mutes')
    .ifNotExists()
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('invitee_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('chat_mutes_key', ['raffle_id', 'invitee_id'])
    .execute();
  await schema
    .createTable('chat_reports')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('message_id', 'integer', required)
    .addColumn('reporter_id', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('chat_reports_once', ['raffle_id', 'message_id', 'reporter_id'])
    .execute();
  await schema
    .createTable('chat_uploads')
    .ifNotExists()
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('sender_id', 'text', required)
    .addColumn('image_url', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createTable('animation_votes')
    .ifNotExists()
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('invitee_id', 'text', required)
    .addColumn('animation_style', 'text', required)
    .addColumn('voted_at', 'bigint', required)
    .addPrimaryKeyConstraint('animation_votes_key', ['raffle_id', 'invitee_id'])
    .execute();
}

export const chatAndVotes: Migration = { up };
