/**
 * Moves an installation from its data folder's SQLite file to an empty PostgreSQL database, in one transaction: either all
 * of it arrives, or nothing. The folder is taken for the time, so no server can write meanwhile.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyTables, type TableCounts, tableNames } from './copy-tables.ts';
import { type Database, NoInstallation } from './database.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { UnfitDatabase } from './snapshot.ts';
import { databasePath, movedDatabasePath, openSqlite } from './sqlite.ts';

/**
 * The file is renamed afterwards, so that no server goes on with it by mistake.
 *
 * @returns rows by table, and where the old file is. @throws NoInstallation, DataFolderInUse, UnfitDatabase
 */
export async function moveToPostgres(
  dataDir: string,
  databaseUrl: string,
): Promise<{ tables: TableCounts; oldFile: string }> {
  const path = databasePath(dataDir);
  if (!existsSync(path)) {
    throw new NoInstallation(`There is no SQLite database in ${dataDir}. Set DATA_DIR to its data folder.`);
  }
  const source: Database = { kind: 'sqlite', ...openSqlite(dataDir) };
  try {
    const target: Database = { kind: 'postgres', ...openPostgres(databaseUrl, () => undefined, 'work') };
    try {
      await mustBeEmpty(target);
      await migrate(source.query);
      await migrate(target.query);
      const tables = await source.transaction((from) =>
        target.query
          .transaction()
          .execute((to) => copyTables({ database: source, trx: from }, { database: target, trx: to })),
      );
      // The log is empty then, and may go.
      await source.leaveNoTraces();
      const oldFile = movedDatabasePath(dataDir);
      renameSync(path, oldFile);
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
      return { tables, oldFile };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Tables without rows of people or installations are what an earlier try left, which rolled back. */
async function mustBeEmpty(target: Database): Promise<void> {
  const tables = await tableNames(target.query);
  if (tables.length === 0) return;
  if ((await appliedMigrations(target.query)).length === 0 || !tables.includes('installation')) {
    throw new UnfitDatabase('The PostgreSQL database holds tables of something else. Choose an empty one.');
  }
  const owner = await target.query.selectFrom('installation').select('id').executeTakeFirst();
  const host = await target.query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (owner !== undefined || host !== undefined) {
    throw new UnfitDatabase('The PostgreSQL database already holds an installation. Choose an empty one.');
  }
}
