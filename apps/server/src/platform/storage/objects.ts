/** Stored files (R6): bytes under random ids, in a folder of the data folder. An id is never used twice. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { uploadOf } from './direct-uploads.ts';

export interface Objects {
  /** Stored for good when this resolves. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  get(id: string): Promise<Buffer | null>;
  /** Also when there is none. */
  remove(id: string): Promise<void>;
}

/** 192 random bits: anyone who has an address was given it (I4). */
export function newObjectId(): string {
  return randomBytes(24).toString('base64url');
}

const ID = /^[A-Za-z0-9_-]{32}$/;

/** @param folder made when the first object comes */
export function folderObjects(folder: string): Objects {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new RangeError('This is not an id of an object.');
    return join(folder, id.slice(0, 2), id);
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.part`;
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    },
    async get(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      // Lies in a bucket that was configured earlier.
      if (uploadOf(id) !== null) return;
      const path = pathOf(id);
      await rm(path, { force: true });
      await rm(`${path}.part`, { force: true });
    },
  };
}
