/** What a filled installation leaves for the tests of upgrades: its answers, its data folder, and a PostgreSQL dump of it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { create as createArchive } from 'tar';
import { expect } from 'vitest';
import { glassdrum } from '../support/command.ts';
import type { Tables } from '../../src/platform/database/tables/tables.ts';
import type { TestApp } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';

/**
 * Closes the installation, which is on SQLite, and writes its files:
 *
 * 1. `expected.json.br`: what it answered last, and secrets to call it with.
 * 2. `installation.tar.br`: its data folder.
 * 3. `postgres.sql.br`: the dump of a copy that `glassdrum move-to-postgres` of the same version moved.
 */
export async function writeFixture(folder: string, app: TestApp, expected: object): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await app.close();
  const store = (name: string, content: string | Buffer): void =>
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }),
    );
  store('expected.json', JSON.stringify(expected));

  store('installation.tar', await buffer(createArchive({ cwd: app.storage.dataDir }, ['.'])));
  const moved = await makeStorage('postgres');
  try {
    cpSync(app.storage.dataDir, moved.dataDir, { recursive: true });
    const url = moved.databaseUrl ?? '';
    const move = await glassdrum({ ...moved, databaseUrl: undefined }, 'move-to-postgres', url);
    expect(move).toMatchObject({ code: 0, stderr: '' });
    const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    // Lines for psql alone; a client sends the rest as it is.
    const statements = dump.replaceAll(/^(?:\\|--).*\n/gm, '');
    store('postgres.sql', statements);
  } finally {
    await moved.drop();
  }
}

/** How many rows these tables have. */
export async function rowCounts(
  { parts }: TestApp,
  tables: readonly (keyof Tables)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await parts.database.query
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}
