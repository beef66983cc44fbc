/**
 * The frozen list as ready answers (R32): every watching device fetches it within seconds, so it is read, serialised and
 * compressed once per draw. A frozen list never changes; browsers may cache it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import type { ReadyAnswer } from '../../platform/http/answers/ready-answer.ts';
import { chosenDraw } from './draw-rows.ts';
import { frozenListText } from './queries.ts';

const toBrotli = promisify(brotliCompress);
/** Draws whose lists are cached. */
const MAX_CACHED = 4;

export interface FrozenListCache {
  /** Of this draw, or of the raffle's last one; null before the freeze. */
  get(raffleId: string, drawId: string | undefined): Promise<ReadyAnswer | null>;
}

export function frozenListCache(database: Database): FrozenListCache {
  const lists = new LRUCache<string, ReadyAnswer>({
    max: MAX_CACHED,
    fetchMethod: async (drawId) => (await read(drawId)) ?? undefined,
  });

  async function read(drawId: string): Promise<ReadyAnswer | null> {
    const text = await frozenListText(database, drawId);
    if (text === null) return null;
    const plain = Buffer.from(text);
    const brotli = await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return { plain, brotli, etag: `"${drawId}"` };
  }

  return {
    async get(raffleId, wanted) {
      // A raffle may have several draws, each with a list of its own.
      const drawId = (await chosenDraw(database.query, raffleId, wanted))?.id;
      return drawId === undefined ? null : ((await lists.fetch(drawId)) ?? null);
    },
  };
}
