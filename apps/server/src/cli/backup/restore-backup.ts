/**
 * Makes a data folder from a backup.
 *
 * 1. Every file that the manifest names is copied aside, inside the target, and its hash compared.
 * 2. The database is checked, and that keys and database belong together.
 * 3. Only then the files take their places. What was there before, if the caller says so, moves to a folder beside them.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectSnapshot } from '../../platform/database/snapshot.ts';
import { isFolderInUse } from '../../platform/database/sqlite.ts';
import { storedKeyId } from '../../platform/keys/installation-keys.ts';
import { unpack } from './archive.ts';
import { copyPrivately, DATABASE_FILE, flush, isKeyPath, measureFile, TOP_NAMES } from './backup-files.ts';
import { type BackupManifest, readManifest } from './manifest-file.ts';
import { BackupProblem } from './problem.ts';

export interface RestoreInput {
  /** Folder or file that `takeBackup` made. */
  from: string;
  /** The keys' own file, for a backup without them; else null. */
  keysFrom: string | null;
  /** Of an encrypted backup; else null. */
  passphrase: string | null;
  /** Data folder to be. */
  to: string;
  /** Whether an installation that is there already gives way. */
  replace: boolean;
  /** Epoch ms. */
  now: number;
}

export interface Restored {
  manifest: BackupManifest;
  /** Where the installation that was there before is now; null when there was none. */
  setAside: string | null;
}

/** Names under which the work is done inside the target folder. */
const STAGING = '.restoring';
const UNPACKED = '.unpacked';
const UNPACKED_KEYS = '.unpacked-keys';
const OWN_NAMES = new Set([STAGING, UNPACKED, UNPACKED_KEYS, 'lost+found']);

/** @throws BackupProblem, UnfitDatabase */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  const { from, keysFrom, passphrase, to, replace, now } = input;
  for (const file of [from, ...(keysFrom === null ? [] : [keysFrom])]) {
    if (!existsSync(file)) throw new BackupProblem(`There is no ${file}.`);
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  const there = (await readdir(to)).filter((name) => !OWN_NAMES.has(name));
  if (there.length > 0 && !replace) {
    throw new BackupProblem(`The folder ${to} is not empty. Choose another one, or say --replace.`);
  }
  if (isFolderInUse(to)) throw new BackupProblem(`A Glassdrum is running on ${to}. Stop it first.`);
  const staging = join(to, STAGING);
  const unpacked = join(to, UNPACKED);
  const unpackedKeys = join(to, UNPACKED_KEYS);
  const folders = [staging, unpacked, unpackedKeys];
  try {
    for (const folder of folders) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
    }
    const isFolder = (await stat(from)).isDirectory();
    if (!isFolder) await unpack(from, unpacked, passphrase);
    if (keysFrom !== null) await unpack(keysFrom, unpackedKeys, passphrase);
    const source = isFolder ? from : unpacked;
    const manifest = await bringIn(source, keysFrom === null ? source : unpackedKeys, staging);
    const setAside = await giveWay(to, there, now);
    for (const name of await readdir(staging)) await rename(join(staging, name), join(to, name));
    await flush(to);
    return { manifest, setAside };
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

async function bringIn(from: string, keysFrom: string, staging: string): Promise<BackupManifest> {
  const manifest = await readManifest(from);
  if (manifest.keys_apart && keysFrom === from) {
    throw new BackupProblem('The keys of this backup are in a file of their own. Name it with --keys.');
  }
  for (const [path, expected] of Object.entries(manifest.files)) {
    const isThere = await copyPrivately(isKeyPath(path) ? keysFrom : from, staging, path);
    const found = isThere ? await measureFile(join(staging, path)) : null;
    if (found?.sha256 !== expected.sha256) {
      throw new BackupProblem(`This backup is damaged: ${path} is ${isThere ? 'not as it was' : 'missing'}.`);
    }
  }
  const { keyId, tables } = await inspectSnapshot(join(staging, DATABASE_FILE));
  const wrong = Object.entries(manifest.tables).find(([table, rows]) => tables[table] !== rows);
  if (wrong !== undefined)
    throw new BackupProblem(`This backup is damaged: rows of ${wrong[0]} are missing.`);
  const stored = storedKeyId(staging);
  if (stored !== manifest.key_id || (keyId !== null && keyId !== stored)) {
    throw new BackupProblem('The keys in this backup are not those of its database.');
  }
  return manifest;
}

/** Moves what an installation consists of out of the way. */
async function giveWay(to: string, there: readonly string[], now: number): Promise<string | null> {
  const old = there.filter((name) => TOP_NAMES.some((top) => name === top || name.startsWith(`${top}-`)));
  if (old.length === 0) return null;
  const aside = join(to, `replaced-${new Date(now).toISOString().replaceAll(':', '-')}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of old) await renameIfThere(join(to, name), join(aside, name));
  return aside;
}

/** SQLite's helper files go by themselves when the last process lets go of them. */
async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
