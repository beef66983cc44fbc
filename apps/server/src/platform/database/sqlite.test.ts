/** The embedded database beside commands that are processes of their own. */
import { expect, it } from 'vitest';
import { glassdrum } from '../../../test/support/command.ts';
import { type DatabaseKind, makeStorage } from '../../../test/support/storage.ts';
import { openDatabase } from './database.ts';
import { openSqliteBeside } from './sqlite.ts';

const KIND: DatabaseKind = 'sqlite';

it('keeps its locks when this process opens the file again, so that a command cannot delete its write-ahead log', async () => {
  const storage = await makeStorage(KIND);
  const database = await openDatabase(storage);
  await openSqliteBeside(storage.dataDir).close();
  // Ending, a command that finds nobody else on the database deletes the log.
  expect(await glassdrum(storage, 'witness', 'list')).toMatchObject({ code: 0 });
  await database.query
    .insertInto('witnessed_logs')
    .values({
      origin: 'log.example.org',
      name: 'south club',
      public_key: 'ab'.repeat(32),
      size: 0,
      root: 'cd'.repeat(32),
      created_at: 1,
      updated_at: 1,
      removed_at: null,
    })
    .execute();
  const { stdout } = await glassdrum(storage, 'witness', 'list');
  await database.close();
  await storage.drop();
  expect(stdout).toContain('south club');
});
