/**
 * Random ids, salts and secrets (I4). The operating system is asked for many bytes at once: a call for every 16 of them
 * costs a join more than its hashes do. Bytes are handed out once and forgotten here.
 */
import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const ID_BYTES = 16;
const PREFIX_BYTES = 3;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Fresh random bytes as text. @param bytes at most 4096 */
export function randomText(bytes: number, encoding: 'hex' | 'base64url'): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString(encoding, used, used + bytes);
  pool.fill(0, used, used + bytes);
  used += bytes;
  return text;
}

let prefix: string | null = null;

/**
 * 128 random bits, behind a few more that all ids of one turn of the event loop share: rows that are written together
 * then lie together in every index, which spares a batch of joins most of the pages it would touch. The prefix tells
 * who came at the same moment, as neighbouring numbers do, and not when.
 */
export function neighbourId(): string {
  if (prefix === null) {
    prefix = randomText(PREFIX_BYTES, 'base64url');
    setImmediate(() => {
      prefix = null;
    });
  }
  return prefix + randomText(ID_BYTES, 'base64url');
}
