/** Many rows at once, on both databases. */
import { expect, test } from 'vitest';
import { type DatabaseKind, makeStorage, postgresServer } from '../../../test/support/storage.ts';
import { anyOf, insertTogether, newRows } from './bulk.ts';
import { openDatabase } from './database.ts';

const KINDS: DatabaseKind[] = postgresServer === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
/** What a list of texts could be taken apart at. */
const TEXTS = [
  'plain',
  '',
  'NULL',
  '"quoted"',
  "it's",
  '{a,b}',
  'back\\slash',
  ' space ',
  'line\nbreak',
  '名前 🎟️',
  '\\ud800',
  'half a pair \ud83c!',
  'turned round \udf9f\ud83c',
];

/** As every way through UTF-8 leaves it: half a surrogate pair becomes U+FFFD. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

test.each(KINDS)('%s: rows of several tables arrive as they are, whatever their texts', async (kind) => {
  const storage = await makeStorage(kind);
  const statements: unknown[] = [];
  const database = await openDatabase({
    ...storage,
    onStatement: (statement) => {
      if (statement.kind !== 'select') statements.push(statement);
    },
  });
  const logs = TEXTS.map((name, index) => ({
    origin: `${index}.example.org`,
    name,
    public_key: 'ab'.repeat(32),
    size: index,
    root: 'cd'.repeat(32),
    created_at: Date.UTC(2026, 0, 1) + index,
    updated_at: 1,
    removed_at: index % 2 === 0 ? null : 2,
  }));
  const limits = [{ key: 'only', count: 1, until: 2 }];
  const none = newRows('sessions', []);
  statements.length = 0;
  await database.transaction((trx) =>
    insertTogether(database, trx, [newRows('witnessed_logs', logs), none, newRows('rate_limits', limits)]),
  );
  // Beside the two of the transaction; what is inserted into the embedded database is not logged.
  expect(statements).toHaveLength(kind === 'postgres' ? 3 : 2);
  const { query } = database;
  const stored = logs.map((log) => ({ ...log, name: wellFormed(log.name) }));
  expect(await query.selectFrom('witnessed_logs').selectAll().orderBy('size').execute()).toEqual(stored);
  expect(await query.selectFrom('rate_limits').selectAll().execute()).toEqual(limits);
  const found = query.selectFrom('witnessed_logs').select('name').orderBy('size');
  const named = [...TEXTS.slice(2), 'unknown'];
  expect(await found.where('name', ...anyOf(database, named)).execute()).toEqual(
    TEXTS.slice(2).map((name) => ({ name: wellFormed(name) })),
  );
  expect(await found.where('name', ...anyOf(database, [])).execute()).toEqual([]);
  await database.close();
  await storage.drop();
});

test.each(KINDS)('%s: a row that is there already undoes all of them', async (kind) => {
  const storage = await makeStorage(kind);
  const database = await openDatabase(storage);
  const insert = (...keys: string[]) =>
    database.transaction((trx) =>
      insertTogether(database, trx, [
        newRows(
          'rate_limits',
          keys.map((key) => ({ key, count: 1, until: 2 })),
        ),
      ]),
    );
  await insert('first');
  await expect(insert('second', 'first')).rejects.toThrow(/unique/i);
  await insert('third');
  const rows = await database.query.selectFrom('rate_limits').select('key').orderBy('key').execute();
  expect(rows.map(({ key }) => key)).toEqual(['first', 'third']);
  await database.close();
  await storage.drop();
});
