/** How much room the database takes. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Bytes, with indexes; of SQLite without the write-ahead log. */
export async function databaseBytes({ kind, query }: Pick<Database, 'kind' | 'query'>): Promise<number> {
  const bytes =
    kind === 'postgres'
      ? sql<{ bytes: string | number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: string | number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await bytes.execute(query);
  return Number(rows[0]?.bytes ?? 0);
}
