/** The cluster database beside a node that froze while it wrote. */
import { expect, test } from 'vitest';
import { makeStorage, postgresServer } from '../../../test/support/storage.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

const ROW = {
  origin: 'log.example.org',
  public_key: 'ab'.repeat(32),
  size: 0,
  root: 'cd'.repeat(32),
  created_at: 1,
  updated_at: 1,
  removed_at: null,
};

test.runIf(postgresServer !== undefined)(
  'lets others wait until a node that froze in mid-transaction has lost its locks, and refuses what that node writes later',
  async () => {
    const storage = await makeStorage('postgres');
    await (await openDatabase(storage)).close();
    const open = () => openPostgres(storage.databaseUrl ?? '', () => undefined, 'calls');
    const [frozen, working] = [open(), open()];
    await working.query
      .insertInto('witnessed_logs')
      .values({ ...ROW, name: 'first' })
      .execute();
    const rename = (name: string) => working.query.updateTable('witnessed_logs').set({ name });

    let frozenWrites = Promise.resolve<unknown>(undefined);
    await new Promise<void>((holdsLock) => {
      frozenWrites = frozen
        .transaction(async (trx) => {
          await trx.updateTable('witnessed_logs').set({ name: 'frozen' }).execute();
          holdsLock();
          await rename('working').execute();
          await trx.updateTable('witnessed_logs').set({ name: 'awake' }).execute();
        })
        .then(
          () => 'written',
          (error: unknown) => error,
        );
    });
    expect(await frozenWrites).toSatisfy(isDatabaseAway);
    const row = await working.query.selectFrom('witnessed_logs').select('name').executeTakeFirstOrThrow();
    expect(row.name).toBe('working');
    await Promise.all([frozen.close(), working.close()]);
    await storage.drop();
  },
);
