/** How much room an installation takes, for operators and for monitoring. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { databaseBytes } from '../../platform/database/size.ts';

/** Counting files takes a while where there are many. */
const OBJECTS_CACHED_MS = 5 * 60_000;

interface StorageSize {
  databaseBytes: number;
  /** Where the data folder is. */
  disk: { freeBytes: number; totalBytes: number };
  /** Null for a bucket. */
  objects: { files: number; bytes: number } | null;
}

export interface StorageSizeParts {
  database: Database;
  clock: Clock;
  dataDir: string;
  /** Where images are stored; null for a bucket. */
  objectsFolder: string | null;
}

/** @returns the sizes now; images are counted again after some minutes only */
export function createStorageSize(parts: StorageSizeParts): () => Promise<StorageSize> {
  const { database, clock, dataDir, objectsFolder } = parts;
  let last: { at: number; found: Promise<{ files: number; bytes: number }> } | null = null;

  function objectsNow(folder: string): Promise<{ files: number; bytes: number }> {
    const now = clock.now();
    if (last === null || now - last.at >= OBJECTS_CACHED_MS) last = { at: now, found: filesIn(folder) };
    return last.found;
  }

  return async () => {
    const [bytes, disk, objects] = await Promise.all([
      databaseBytes(database),
      statfs(dataDir),
      objectsFolder === null ? null : objectsNow(objectsFolder),
    ]);
    return {
      databaseBytes: bytes,
      disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
      objects,
    };
  };
}

/** Zero where there is no folder yet; files that are deleted meanwhile are not counted. */
async function filesIn(folder: string): Promise<{ files: number; bytes: number }> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const file of files) {
    bytes += await stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return { files: files.length, bytes };
}
