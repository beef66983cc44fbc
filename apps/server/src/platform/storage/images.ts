/**
 * Images between upload and row (R6, H8). An object store and a database don't commit together, so every object that no
 * row refers to stands in `objects_to_remove`: a fresh one until the row that names it is written, an old one from the
 * transaction that lets go of it. Whatever dies in between, the next sweep clears up.
 */
import type { Clock } from '../clock/clock.ts';
import type { Database, Trx } from '../database/database.ts';
import { newObjectId, type Objects } from './objects.ts';
import { bytesOfDataUrl, reencode, refuseUnlessImage } from './decode-image.ts';

export interface Images {
  /** Stores an upload and answers its path; it stays only if `keep` runs. @throws RefusalError image_… */
  take(dataUrl: string): Promise<string>;
  /** The same for an upload that came as bytes. */
  takeBytes(bytes: Buffer): Promise<string>;
  /** A second object with the same image, for another row; null when the first is gone. */
  copy(path: string): Promise<string | null>;
  /** In the transaction that writes the path into a row. */
  keep(trx: Trx, path: string): Promise<void>;
  /** In the transaction that takes the path out of its row; null does nothing. */
  letGo(trx: Trx, path: string | null): Promise<void>;
  /** Removes what is due. After a commit that let something go, and at start. */
  sweep(): Promise<void>;
  /** WebP, or null. */
  read(objectId: string): Promise<Buffer | null>;
  /** The same by the path that a row has. */
  readPath(path: string): Promise<Buffer | null>;
}

/** How long an upload may wait for its row. */
const UNCLAIMED_MS = 3600 * 1000;
const PREFIX = '/api/images/';

export function createImages(parts: { database: Database; objects: Objects; clock: Clock }): Images {
  const { database, objects, clock } = parts;

  async function store(bytes: Buffer): Promise<string> {
    const id = newObjectId();
    const due = clock.now() + UNCLAIMED_MS;
    await database.query.insertInto('objects_to_remove').values({ object_id: id, due_at: due }).execute();
    await objects.put(id, bytes);
    return PREFIX + id;
  }

  return {
    take: async (dataUrl) => store(await reencode(bytesOfDataUrl(dataUrl))),
    async takeBytes(bytes) {
      refuseUnlessImage(bytes);
      return store(await reencode(bytes));
    },
    async copy(path) {
      const bytes = await objects.get(idOf(path));
      return bytes === null ? null : store(bytes);
    },
    async keep(trx, path) {
      await trx.deleteFrom('objects_to_remove').where('object_id', '=', idOf(path)).execute();
    },
    async letGo(trx, path) {
      if (path === null) return;
      await trx
        .insertInto('objects_to_remove')
        .values({ object_id: idOf(path), due_at: clock.now() })
        .onConflict((conflict) => conflict.column('object_id').doUpdateSet({ due_at: clock.now() }))
        .execute();
    },
    async sweep() {
      const due = await database.query
        .selectFrom('objects_to_remove')
        .select('object_id')
        .where('due_at', '<=', clock.now())
        .execute();
      for (const { object_id: id } of due) {
        try {
          await objects.remove(id);
        } catch {
          // A store that is away keeps nobody from what they do: it stays due for the next sweep.
          continue;
        }
        await database.query.deleteFrom('objects_to_remove').where('object_id', '=', id).execute();
      }
    },
    read: (objectId) => objects.get(objectId),
    readPath: (path) => objects.get(idOf(path)),
  };
}

function idOf(path: string): string {
  return path.slice(PREFIX.length);
}
