/** Migration 0018: accounts that exist go on as they were. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { makeStorage } from '../../../test/support/storage.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const BEFORE = '0017-invited-entries';

forEachDatabase((_makeApp, kind) => {
  it('C14: an upgrade confirms the addresses of accounts that exist and puts nothing on hold', async () => {
    const storage = await makeStorage(kind);
    const old =
      storage.databaseUrl === undefined
        ? openSqlite(storage.dataDir)
        : openPostgres(storage.databaseUrl, () => undefined, 'work');
    await migrate(old.query, BEFORE);
    await sql`
      insert into users (id, name, email, email_verified, created_at, updated_at, pseudonym)
      values ('host', 'Hanna', 'hanna@example.org', 0, 1, 1, 'pseudonym')`.execute(old.query);
    await sql`
      insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      values ('key', 'host', 'Phone', 'AAAA', 3, '[]', 1)`.execute(old.query);
    await sql`
      insert into two_factor (user_id, secret_sealed, enabled_at, used_step, created_at)
      values ('host', 'sealed', 1, 5, 1)`.execute(old.query);
    await old.close();

    const database = await openDatabase(storage);
    const { query } = database;
    try {
      expect(await query.selectFrom('users').select(['name', 'email_verified']).execute()).toEqual([
        { name: 'Hanna', email_verified: 1 },
      ]);
      const passkeys = query.selectFrom('passkeys').select(['name', 'counter', 'suspended_at']);
      expect(await passkeys.execute()).toEqual([{ name: 'Phone', counter: 3, suspended_at: null }]);
      const codes = query.selectFrom('two_factor').select(['enabled_at', 'used_step', 'suspended_at']);
      expect(await codes.execute()).toEqual([{ enabled_at: 1, used_step: 5, suspended_at: null }]);
    } finally {
      await database.close();
      await storage.drop();
    }
  });
});
