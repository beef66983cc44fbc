/** Everything that an installation stores, as one text, for tests that look for what must not be there any more. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './make-app.ts';

/** Every row of every table; of SQLite also the bytes of its files, the write-ahead log's too. Logs as well. */
export async function allStored(app: TestApp): Promise<string> {
  const { database } = app.parts;
  const texts = [...app.logLines];
  for (const { name } of await database.query.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.query);
    texts.push(JSON.stringify(rows));
  }
  if (database.kind === 'sqlite') {
    const { dataDir } = app.storage;
    for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) texts.push(readFileSync(join(file.parentPath, file.name)).toString('latin1'));
    }
  }
  return texts.join('\n');
}
