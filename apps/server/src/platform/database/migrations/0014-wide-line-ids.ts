/** H15: ids of chat lines in 64 bits, as callers may name them. SQLite's integers are that wide already. */
import { type Kysely, type Migration, PostgresAdapter } from 'kysely';

const COLUMNS = [
  ['chat_messages', 'id'],
  ['chat_reports', 'message_id'],
  ['chat_rooms', 'last_id'],
] as const;

async function up(query: Kysely<unknown>): Promise<void> {
  if (!(query.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const [table, column] of COLUMNS) {
    await query.schema
      .alterTable(table)
      .alterColumn(column, (change) => change.setDataType('bigint'))
      .execute();
  }
}

export const wideLineIds: Migration = { up };
