/**
 * Before the first server test: one database of each kind with all its tables, which test installations copy instead of
 * running every migration again. Made by the program's own opening of an empty database, and gone after the last test.
 */
import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/database/database.ts';
import { type DatabaseKind, makeStorage, postgresServer, type Storage } from './storage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A closed data folder: a database with no row, and no keys. */
    migratedFolder: string;
    /** A PostgreSQL database's name; null without a server. */
    migratedDatabase: string | null;
  }
}

/** Vitest calls it once for a run, in its own process. @returns what deletes the databases */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made: Storage[] = [];
  const drop = async (): Promise<void> => {
    for (const storage of made) await storage.drop();
  };
  const migrated = async (kind: DatabaseKind): Promise<Storage> => {
    const storage = await makeStorage(kind);
    made.push(storage);
    await (await openDatabase(storage)).close();
    return storage;
  };
  try {
    project.provide('migratedFolder', (await migrated('sqlite')).dataDir);
    const url = postgresServer === undefined ? undefined : (await migrated('postgres')).databaseUrl;
    project.provide('migratedDatabase', url === undefined ? null : new URL(url).pathname.slice(1));
  } catch (error) {
    await drop();
    throw error;
  }
  return drop;
}

/** As `makeStorage`, with all tables and no row. */
export async function makeMigratedStorage(kind: DatabaseKind): Promise<Storage> {
  if (kind === 'postgres') return makeStorage(kind, inject('migratedDatabase') ?? undefined);
  const storage = await makeStorage(kind);
  cpSync(inject('migratedFolder'), storage.dataDir, { recursive: true });
  return storage;
}
