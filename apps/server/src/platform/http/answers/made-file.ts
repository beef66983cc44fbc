/**
 * Files that follow from their content alone, such as images and PDFs (R25, R76): each is made once, one after another (H9), and
 * remembered for those who ask for the same again.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createWorkPool } from '../../threads/work-pool.ts';

export interface MadeFile {
  bytes: Buffer;
  etag: string;
}

export interface FileMaker<Content> {
  /** @throws RefusalError unavailable when too many wait */
  fileOf(content: Content): Promise<MadeFile>;
}

/** @param make from a content that is plain data: its JSON is what files are remembered by */
export function createFileMaker<Content>(parts: {
  remembered: number;
  waiting: number;
  make: (content: Content) => Promise<Buffer>;
}): FileMaker<Content> {
  const known = new LRUCache<string, Promise<MadeFile>>({ max: parts.remembered });
  const pool = createWorkPool({ atOnce: 1, waiting: parts.waiting });
  return {
    async fileOf(content) {
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
      const made = known.get(key);
      if (made !== undefined) return made;
      const file = pool.run(async () => ({ bytes: await parts.make(content), etag: `"${key}"` }));
      known.set(key, file);
      file.catch(() => known.delete(key));
      return file;
    },
  };
}

/**
 * Cached only briefly, so that erased names don't stay in caches.
 * @param send with what a file needs besides; not called for a browser that has the file
 */
export function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: MadeFile,
  send: (bytes: Buffer) => FastifyReply,
): FastifyReply {
  void reply.headers({ etag, 'cache-control': 'public, max-age=60' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return send(bytes);
}
