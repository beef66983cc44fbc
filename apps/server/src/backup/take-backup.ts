/**
 * A backup beside a running server.
 *
 * 1. The database as it is at one instant. What was acknowledged before is in it.
 * 2. The keys, then the pictures: each was stored before a row named it, so all that the database names are there,
 *    except those that were removed since.
 * 3. The manifest with every file's hash. For a file instead of a folder all of it is packed and put in place at once.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DatabaseOptions } from '../database/database.ts';
import { writeSnapshot } from '../database/snapshot.ts';
import { storedKeyId } from '../keys/installation-keys.ts';
import { isArchiveName, pack } from './archive.ts';
import { copyPrivately, DATABASE_FILE, flush, keysAndObjects, measureFile } from './backup-files.ts';
import { type BackupManifest, writeManifest } from './manifest-file.ts';
import { BackupProblem } from './problem.ts';

export interface BackupWish {
  installation: DatabaseOptions;
  /** A folder that is empty or not there yet, or a file that is not there yet and ends in .tar, .tar.gz or .tgz. */
  target: string;
  /** Epoch ms. */
  now: number;
  version: string;
}

/** @throws BackupProblem, NoInstallation, UnfitDatabase */
export async function takeBackup(wish: BackupWish): Promise<BackupManifest> {
  const { target } = wish;
  if (!isArchiveName(target)) return fillFolder(wish, target);
  if (existsSync(target)) throw new BackupProblem(`${target} is there already. Choose another name.`);
  await mkdir(dirname(target), { recursive: true });
  const aside = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const manifest = await fillFolder(wish, join(aside, 'content'));
    const packed = join(aside, basename(target));
    await pack(join(aside, 'content'), packed);
    await rename(packed, target);
    await flush(dirname(target));
    return manifest;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function fillFolder(wish: BackupWish, folder: string): Promise<BackupManifest> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined && (await readdir(folder)).length > 0) {
    throw new BackupProblem(`The folder ${folder} is not empty. Choose another one.`);
  }
  try {
    return await fill(wish, folder);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

async function fill({ installation, now, version }: BackupWish, folder: string): Promise<BackupManifest> {
  const { dataDir } = installation;
  const keyId = storedKeyId(dataDir);
  if (keyId === null) {
    throw new BackupProblem(
      `There are no keys in ${dataDir}. Set DATA_DIR to the data folder of the installation.`,
    );
  }
  const {
    kind,
    tables,
    migrations,
    keyId: owner,
  } = await writeSnapshot(installation, join(folder, DATABASE_FILE));
  if (owner !== null && owner !== keyId) {
    throw new BackupProblem(
      `The keys in ${dataDir} are not those of this database. Set DATA_DIR and DATABASE_URL as for the server.`,
    );
  }
  await flush(join(folder, DATABASE_FILE));
  const files: BackupManifest['files'] = {
    [DATABASE_FILE]: await measureFile(join(folder, DATABASE_FILE)),
  };
  for (const path of await keysAndObjects(dataDir)) {
    if (await copyPrivately(dataDir, folder, path)) files[path] = await measureFile(join(folder, path));
  }
  return writeManifest(folder, {
    version,
    created_at: now,
    database: kind,
    key_id: keyId,
    migrations,
    tables,
    files,
  });
}
