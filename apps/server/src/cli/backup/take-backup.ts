/**
 * A backup beside a running server.
 *
 * 1. The database as it is at one instant. What was acknowledged before is in it.
 * 2. The keys, then the images: each was stored before a row named it, so all that the database names are there,
 *    except those that were removed since.
 * 3. The manifest with every file's hash. For a file instead of a folder all of it is packed and put in place at once.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DatabaseOptions } from '../../platform/database/database.ts';
import { writeSnapshot } from '../../platform/database/snapshot.ts';
import { storedKeyId } from '../../platform/keys/installation-keys.ts';
import { encryptFile, isArchiveName, isCompressedName, isEncryptedName, pack } from './archive.ts';
import {
  copyPrivately,
  DATABASE_FILE,
  flush,
  isKeyPath,
  keysAndObjects,
  measureFile,
} from './backup-files.ts';
import { type BackupManifest, writeManifest } from './manifest-file.ts';
import { BackupProblem } from './problem.ts';

export interface BackupInput {
  installation: DatabaseOptions;
  /**
   * A folder that is empty or not there yet, or a file that is not there yet and ends in .tar, .tar.gz or .tgz, each with
   * .age behind it when there is a passphrase.
   */
  target: string;
  /** M7: the keys go into this file instead, with an ending as the target's; null: they are part of the backup. */
  keysTarget: string | null;
  /** M7: encrypts what is written; null: it is written as it is. */
  passphrase: string | null;
  /** Epoch ms. */
  now: number;
  version: string;
}

/** @throws BackupProblem, NoInstallation, UnfitDatabase */
export async function takeBackup(input: BackupInput): Promise<BackupManifest> {
  const { target, keysTarget, passphrase, installation } = input;
  checkTargets(input);
  if (!isArchiveName(target)) {
    const manifest = await fillFolder(input, target);
    await keepKeysApart(input, dirname(keysTarget ?? target));
    return manifest;
  }
  await mkdir(dirname(target), { recursive: true });
  // What is to be encrypted is never written unencrypted to another place than it lies in already.
  const workshop = passphrase === null ? dirname(target) : installation.dataDir;
  const aside = await mkdtemp(join(workshop, `.${basename(target)}-`));
  try {
    const manifest = await fillFolder(input, join(aside, 'content'));
    await putAway(input, { content: join(aside, 'content'), aside, target });
    await keepKeysApart(input, passphrase === null ? dirname(keysTarget ?? target) : workshop);
    return manifest;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Packs a folder, encrypts it if wished, and puts it in its place at once. @param aside a folder to work in */
async function putAway(
  { passphrase }: BackupInput,
  { content, aside, target }: { content: string; aside: string; target: string },
): Promise<void> {
  const packed = join(aside, 'packed');
  await pack(content, packed, { gzip: isCompressedName(target) });
  if (passphrase === null) {
    await rename(packed, target);
  } else {
    // Maybe on another disk, so that it cannot be moved there in one step.
    const unfinished = `${target}.part`;
    try {
      await rm(unfinished, { force: true });
      await encryptFile(packed, unfinished, passphrase);
      await rename(unfinished, target);
    } finally {
      await rm(unfinished, { force: true });
    }
  }
  await flush(dirname(target));
}

function checkTargets({ target, keysTarget, passphrase }: BackupInput): void {
  for (const file of [target, ...(keysTarget === null ? [] : [keysTarget])]) {
    if (passphrase !== null && !isEncryptedName(file)) {
      throw new BackupProblem(
        `BACKUP_PASSPHRASE is set, so the backup is encrypted: name a file that ends in .tar.gz.age, not ${file}.`,
      );
    }
    if (passphrase === null && isEncryptedName(file)) {
      throw new BackupProblem(`To encrypt ${file}, set BACKUP_PASSPHRASE.`);
    }
    if (isArchiveName(file) && existsSync(file)) {
      throw new BackupProblem(`${file} is there already. Choose another name.`);
    }
  }
  if (keysTarget !== null && !isArchiveName(keysTarget)) {
    throw new BackupProblem(`The keys go into one file: ${keysTarget} must end in .tar, .tar.gz or .tgz.`);
  }
  if (keysTarget === target) throw new BackupProblem('Name another file for the keys than for the rest.');
}

/** @param workshop a folder where the keys may lie for a moment */
async function keepKeysApart(input: BackupInput, workshop: string): Promise<void> {
  const { installation, keysTarget } = input;
  if (keysTarget === null) return;
  await mkdir(dirname(keysTarget), { recursive: true });
  const aside = await mkdtemp(join(workshop, '.keys-'));
  try {
    const content = join(aside, 'content');
    for (const path of await keysAndObjects(installation.dataDir)) {
      if (isKeyPath(path)) await copyPrivately(installation.dataDir, content, path);
    }
    await putAway(input, { content, aside, target: keysTarget });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function fillFolder(input: BackupInput, folder: string): Promise<BackupManifest> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined && (await readdir(folder)).length > 0) {
    throw new BackupProblem(`The folder ${folder} is not empty. Choose another one.`);
  }
  try {
    return await fill(input, folder);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  { installation, keysTarget, now, version }: BackupInput,
  folder: string,
): Promise<BackupManifest> {
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
    if (keysTarget !== null && isKeyPath(path)) files[path] = await measureFile(join(dataDir, path));
    else if (await copyPrivately(dataDir, folder, path)) files[path] = await measureFile(join(folder, path));
  }
  return writeManifest(folder, {
    version,
    created_at: now,
    database: kind,
    key_id: keyId,
    keys_apart: keysTarget !== null,
    migrations,
    tables,
    files,
  });
}
