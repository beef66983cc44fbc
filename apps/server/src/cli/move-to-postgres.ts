/** `glassdrum move-to-postgres DATABASE_URL`: from the data folder's SQLite file to an empty PostgreSQL database. */
import { readConfig } from '../config.ts';
import { moveToPostgres } from '../platform/database/move-to-postgres.ts';
import { counted, orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum move-to-postgres DATABASE_URL

Copies the data folder's SQLite database into an empty PostgreSQL database, all or nothing. Stop the server
first. Keys and images stay in the data folder (DATA_DIR).`;

/** @param args what follows the command's name; the exit code is set */
export async function moveToPostgresCommand(args: readonly string[]): Promise<void> {
  const read = readArguments(args, {});
  const url = read?.positionals[0];
  if (read === null || url === undefined || read.positionals.length > 1) return sayUsage(USAGE);
  await orSayWhy(async () => {
    // The address is checked as the server would check it.
    const { dataDir, databaseUrl } = readConfig({ ...process.env, DATABASE_URL: url });
    if (databaseUrl === undefined) return sayUsage(USAGE);
    const { tables, oldFile } = await moveToPostgres(dataDir, databaseUrl);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(
      `Moved ${counted(rows, 'row', 'rows')} in ${counted(Object.keys(tables).length, 'table', 'tables')}.`,
    );
    console.log(`Start the server with DATABASE_URL from now on, and with the same data folder ${dataDir}.`);
    console.log(`The old database is in ${oldFile}. Delete it when all is well: what people ask to be`);
    console.log('erased is not erased there.');
  });
}
