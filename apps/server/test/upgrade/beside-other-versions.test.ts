/** Two versions of the program on one database: neither works on tables that it does not know, and nothing is changed. */
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { appliedMigrations, knownMigrations, migrate } from '../../src/platform/database/migrate.ts';
import { forgetNodeClock, noteNodeClock, postgresTime } from '../../src/platform/database/node-clocks.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { StartRefused, UpgradeRefused } from '../../src/platform/database/start-refused.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';

const [BEFORE = '', NEWEST = ''] = knownMigrations.toSorted().slice(-2);

forEachDatabase((makeApp, kind) => {
  test('R82: a database of a newer version is refused, and stays as it is', async () => {
    const app = await makeApp();
    await app.close();
    const newer = await openDatabase(app.storage);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-01-01')`.execute(
      newer.query,
    );
    await newer.close();
    const refused = openDatabase(app.storage);
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(/newer version of Glassdrum \(9999-later\)/);
  });

  describe.runIf(kind === 'postgres')('while nodes of an earlier version run', () => {
    test('R82: the upgrade waits until all of them have ended or been silent for half a minute', async () => {
      const storage = await makeStorage('postgres');
      afterAll(storage.drop);
      const old = openPostgres(storage.databaseUrl ?? '', () => undefined, 'work');
      afterAll(old.close);
      await migrate(old.query, BEFORE);
      const now = await postgresTime(old);
      const clock = { aheadMs: 0, mayLead: true };
      await noteNodeClock(old, { ...clock, node: 'a', name: 'first.example.org:17', notedAt: now });
      await noteNodeClock(old, { ...clock, node: 'b', name: 'killed.example.org:18', notedAt: now - 31_000 });
      const refused = openDatabase(storage);
      await expect(refused).rejects.toThrow(UpgradeRefused);
      await expect(refused).rejects.toThrow(/still running: first\.example\.org:17\. Stop all of them/);
      expect((await appliedMigrations(old.query)).at(-1)).toBe(BEFORE);

      await forgetNodeClock(old, 'a');
      const upgraded = await openDatabase(storage);
      expect((await appliedMigrations(upgraded.query)).at(-1)).toBe(NEWEST);
      await upgraded.close();
    });

    test('R82: nodes of one version start beside each other, and a node that ends is forgotten at once', async () => {
      const one = await makeApp({ watchClock: true });
      const nodesNow = async (): Promise<number> =>
        (await one.parts.database.query.selectFrom('node_clocks').select('node').execute()).length;
      const other = await makeApp({ storage: one.storage, clock: one.clock, watchClock: true });
      await expect.poll(nodesNow, { timeout: 20_000 }).toBe(2);
      await other.close();
      expect(await nodesNow()).toBe(1);
    });
  });
});
