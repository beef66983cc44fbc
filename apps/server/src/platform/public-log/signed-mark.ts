/**
 * The last checkpoint that this node knows to be signed, kept beside the database: a file in the data folder. A database that
 * lost its newest records (a damaged write-ahead log, an old copy put back) can't tell on its own; this file can.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { StartRefused } from '../database/start-refused.ts';
import { latestCheckpoint, logSize } from './checkpoints.ts';
import { rootOfSize } from './log-tree.ts';

const markSchema = z.object({ size: z.int().min(0), root: z.string(), note: z.string() });
type SignedMark = z.infer<typeof markSchema>;

/** Where the file is. */
export function signedMarkPath(dataDir: string): string {
  return join(dataDir, 'last-checkpoint.json');
}

/** Null when there is none yet. @throws StartRefused when it can't be read */
export function readSignedMark(dataDir: string): SignedMark | null {
  const path = signedMarkPath(dataDir);
  if (!existsSync(path)) return null;
  try {
    return markSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartRefused(
      `The file ${path}, which says how long the public log was, is damaged, so it is not known whether records are missing. Compare the log with a backup or a witness; "glassdrum accept-log" goes on with the log as it is.`,
    );
  }
}

/** Keeps the newest checkpoint, on disk before it returns. Does nothing where a longer log is on file. */
export async function keepSignedMark(database: Database, dataDir: string): Promise<void> {
  const latest = await latestCheckpoint(database);
  if (latest === null || latest.size <= (readSignedMark(dataDir)?.size ?? 0)) return;
  const { size, root, note } = latest;
  const path = signedMarkPath(dataDir);
  const fresh = `${path}.${randomUUID()}`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ size, root, note } satisfies SignedMark)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

/** What the log lacks of what was signed, as a sentence; null when it continues it. @throws StartRefused */
export async function describeLostRecords(database: Database, dataDir: string): Promise<string | null> {
  const mark = readSignedMark(dataDir);
  if (mark === null || mark.size === 0) return null;
  const size = await logSize(database);
  if (size < mark.size) {
    const lost = mark.size - size;
    const which = lost === 1 ? `Record ${mark.size} is` : `Records ${size + 1} to ${mark.size} are`;
    return `The public log has ${size} records, but ${mark.size} were signed. ${which} missing, and with them what else was stored after them, such as entries.`;
  }
  if ((await rootOfSize(database.query, mark.size)) === mark.root) return null;
  return `The public log's first ${mark.size} records are not those that were signed.`;
}

/** @throws StartRefused when signed records are missing or changed, until an operator accepts that; the database is closed then */
export async function refuseLostRecords(database: Database, dataDir: string): Promise<void> {
  try {
    const loss = await describeLostRecords(database, dataDir);
    if (loss === null) return;
    throw new StartRefused(
      `${loss} The database was damaged, or an old copy was put back. Put back a newer one. If there is none, "glassdrum accept-log" goes on with what is there; devices that saw the missing records will then say that the log was changed.`,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** From now on the log counts as it is. */
export function acceptLog(dataDir: string): void {
  rmSync(signedMarkPath(dataDir), { force: true });
}
