/**
 * The frozen list as ready answers (R32): every watching device fetches it within seconds, so it is read, written as
 * JSON and compressed once a draw. A frozen list never changes; browsers may keep it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Database } from '../../database/database.ts';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import { frozenCommitments } from './queries.ts';

const toBrotli = promisify(brotliCompress);
/** Draws whose lists are kept at a time. */
const KEPT = 4;

export interface FrozenListCache {
  /** Null before the freeze. */
  get(raffleId: string): Promise<ReadyAnswer | null>;
}

export function frozenListCache(database: Database): FrozenListCache {
  const lists = new Map<string, Promise<ReadyAnswer | null>>();

  async function read(raffleId: string): Promise<ReadyAnswer | null> {
    const answer = await frozenCommitments(database, raffleId);
    if (answer === null) return null;
    const plain = Buffer.from(JSON.stringify(answer));
    const brotli = await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return { plain, brotli, etag: `"${answer.draw_id}"` };
  }

  return {
    async get(raffleId) {
      const known = lists.get(raffleId);
      if (known !== undefined) return known;
      const reading = read(raffleId);
      lists.set(raffleId, reading);
      const oldest = lists.keys().next().value;
      if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
      try {
        const list = await reading;
        if (list === null) lists.delete(raffleId);
        return list;
      } catch (error) {
        lists.delete(raffleId);
        throw error;
      }
    },
  };
}
