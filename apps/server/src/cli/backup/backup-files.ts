/**
 * What lies in a backup besides its manifest: the database as an SQLite file, the installation's keys, and the stored
 * images, under the names that they have in a data folder. So an unpacked backup is a data folder.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const DATABASE_FILE = 'glassdrum.sqlite';
const KEYS_FOLDER = 'keys';
const OBJECTS_FOLDER = 'objects';

/** What a restored installation consists of, at the top of its folder. */
export const TOP_NAMES: readonly string[] = [DATABASE_FILE, KEYS_FOLDER, OBJECTS_FOLDER];

/** Relative path with forward slashes; nothing else in a manifest is believed. */
export const BACKUP_PATH = /^(?:glassdrum\.sqlite|keys\/[A-Za-z0-9][\w.-]*|objects\/[\w-]{2}\/[\w-]{32})$/;

export function isKeyPath(path: string): boolean {
  return path.startsWith(`${KEYS_FOLDER}/`);
}

export interface StoredFile {
  bytes: number;
  /** Lowercase hex. */
  sha256: string;
}

/** Relative paths of the keys and images of a data folder. */
export async function keysAndObjects(dataDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of [KEYS_FOLDER, OBJECTS_FOLDER]) {
    if (!existsSync(join(dataDir, folder))) continue;
    const found = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    for (const entry of found) {
      if (!entry.isFile()) continue;
      const inside = entry.parentPath.slice(dataDir.length).split(/[/\\]/).filter(Boolean);
      paths.push([...inside, entry.name].join('/'));
    }
  }
  // An image that is just being written has another ending, and no row yet.
  return paths.filter((path) => BACKUP_PATH.test(path)).toSorted();
}

/** Copies one file, readable by its owner only, and flushes it to disk. False when it is gone meanwhile. */
export async function copyPrivately(from: string, to: string, path: string): Promise<boolean> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(join(from, path), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await chmod(target, 0o600);
  await flush(target);
  return true;
}

/** What was written to this file or folder survives a power cut from now on. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function measureFile(path: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
