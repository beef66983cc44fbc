/** Installations that earlier versions left, as the files that made them describe them, in copies that a test may use up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { extract } from 'tar';
import { expect } from 'vitest';
import type { Tables } from '../../src/platform/database/tables/tables.ts';
import { browser } from '../support/browser.ts';
import type { TestApp } from '../support/make-app.ts';
import { type Person, person } from '../support/people.ts';
import { type DatabaseKind, makeStorage, type Storage } from '../support/storage.ts';

/** By `make-fixture.ts`, and by `make-fixture-before-workspaces.ts`. */
type FixtureName = 'fixture' | 'fixture-before-workspaces';

interface EarlierAnswer {
  as: 'host' | 'visitor';
  path: string;
  status: number;
  body: unknown;
}

/** What each fixture has. */
interface Earlier {
  /** When it was closed, epoch ms. */
  now: number;
  publicUrl: string;
  host: { email: string; password: string };
  /** Rows by table. */
  counts: Record<string, number>;
  /** What it answered last. */
  answers: EarlierAnswer[];
}

export interface EarlierInstallation extends Earlier {
  /** `secret`: of its two-factor codes. */
  protectedHost: { email: string; password: string; secret: string };
  participant: { headers: Record<string, string>; raffleId: string };
  /** Ids. */
  raffles: Record<'drawn' | 'erased' | 'running' | 'due' | 'open' | 'closed' | 'review', string>;
  log: { size: number; checkpoint: string };
}

interface Holder {
  /** Number. */
  entry: number;
  headers: Record<string, string>;
}

export interface BeforeWorkspaces extends Earlier {
  host: { id: string; email: string; password: string };
  other: { id: string };
  /** Ids. */
  raffles: Record<'claims' | 'evening' | 'cancelled' | 'recurring', string>;
  templateId: string;
  /** Of prizes 1, 2 and 3, in this order. */
  claims: { drawId: string; lapsed: Holder; claimed: { entry: number; answers: object }; open: Holder };
  /** Every raffle's id, and its host's. */
  raffleIds: [string, string][];
}

const read = (fixture: FixtureName, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, fixture, `${name}.br`)));

const expected = (fixture: FixtureName): unknown =>
  JSON.parse(read(fixture, 'expected.json').toString('utf8'));

export function earlierInstallation(): EarlierInstallation {
  return expected('fixture') as EarlierInstallation;
}

export function installationBeforeWorkspaces(): BeforeWorkspaces {
  return expected('fixture-before-workspaces') as BeforeWorkspaces;
}

/** On PostgreSQL the data folder still holds the SQLite database, as after `glassdrum move-to-postgres`. */
export async function earlierStorage(kind: DatabaseKind, fixture: FixtureName): Promise<Storage> {
  const storage = await makeStorage(kind);
  await pipeline(Readable.from([read(fixture, 'installation.tar')]), extract({ cwd: storage.dataDir }));
  if (storage.databaseUrl !== undefined) {
    const client = new Client({ connectionString: storage.databaseUrl });
    await client.connect();
    await client.query(read(fixture, 'postgres.sql').toString('utf8'));
    await client.end();
  }
  return storage;
}

/** The host of the fixture. */
export async function signIn(app: TestApp, { host: { email, password } }: Earlier): Promise<Person> {
  const visitor = browser(app);
  expect((await visitor.call('POST', '/api/auth/login', { email, password })).status).toBe(200);
  return person(app, { cookie: Array.from(visitor.cookies, (cookie) => cookie.join('=')).join('; ') });
}

/** Every call answers what it answered; what this version says beside it is no loss. */
export async function expectAllThere(app: TestApp, host: Person, earlier: Earlier): Promise<void> {
  for (const { as, path, status, body } of earlier.answers) {
    const answer = await (as === 'host' ? host : person(app)).get(path);
    expect({ path, status: answer.status, body: withoutSignIn(answer.body) }).toMatchObject({
      path,
      status,
      body,
    });
  }
}

export async function expectSameCounts({ parts }: TestApp, { counts }: Earlier): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const rows = await parts.database.query
      .selectFrom(table as keyof Tables)
      .selectAll()
      .execute();
    expect([table, rows.length]).toEqual([table, count]);
  }
}

/** Without the test's own sign-in, which the audit log has as well. */
function withoutSignIn(body: unknown): unknown {
  const { entries } = body as { entries?: { action: string }[] };
  if (!Array.isArray(entries)) return body;
  return { ...(body as object), entries: entries.filter(({ action }) => action !== 'signed_in') };
}
