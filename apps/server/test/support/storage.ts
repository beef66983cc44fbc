/** Where a test installation keeps its data: a folder of its own, and on PostgreSQL a database of its own. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Storage {
  kind: DatabaseKind;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Deletes all of it. */
  drop(): Promise<void>;
}

/** A PostgreSQL server on which databases may be made and dropped. */
export const postgresServer = process.env['TEST_DATABASE_URL'];

/** @param template a PostgreSQL database to copy, to which nobody is connected; without it the new one is empty */
export async function makeStorage(kind: DatabaseKind, template?: string): Promise<Storage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glassdrum-test-'));
  const dropFolder = (): void => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite') {
    return { kind, dataDir, databaseUrl: undefined, drop: async () => dropFolder() };
  }
  const name = `glassdrum_test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(postgresServer ?? '');
  url.pathname = `/${name}`;
  return {
    kind,
    dataDir,
    databaseUrl: url.href,
    async drop() {
      dropFolder();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresServer });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
