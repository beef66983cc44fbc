/** The installation that an earlier version left, as `make-fixture.ts` describes it, in a copy that a test may use up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { extract } from 'tar';
import { type DatabaseKind, makeStorage, type Storage } from '../support/storage.ts';

export interface EarlierInstallation {
  /** When it was closed, epoch ms. */
  now: number;
  publicUrl: string;
  host: { email: string; password: string };
  /** `secret`: of its two-factor codes. */
  protectedHost: { email: string; password: string; secret: string };
  participant: { headers: Record<string, string>; raffleId: string };
  /** Ids. */
  raffles: Record<'drawn' | 'erased' | 'running' | 'due' | 'open' | 'closed' | 'review', string>;
  log: { size: number; checkpoint: string };
  /** Rows by table. */
  counts: Record<string, number>;
  /** What it answered last. */
  answers: { as: 'host' | 'visitor'; path: string; status: number; body: unknown }[];
}

const read = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, 'fixture', `${name}.br`)));

export function earlierInstallation(): EarlierInstallation {
  return JSON.parse(read('expected.json').toString('utf8')) as EarlierInstallation;
}

/** On PostgreSQL the data folder still holds the SQLite database, as after `glassdrum move-to-postgres`. */
export async function earlierStorage(kind: DatabaseKind): Promise<Storage> {
  const storage = await makeStorage(kind);
  await pipeline(Readable.from([read('installation.tar')]), extract({ cwd: storage.dataDir }));
  if (storage.databaseUrl !== undefined) {
    const client = new Client({ connectionString: storage.databaseUrl });
    await client.connect();
    await client.query(read('postgres.sql').toString('utf8'));
    await client.end();
  }
  return storage;
}
