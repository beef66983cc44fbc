/**
 * From a public link to its raffle (I4, R7). Links are cached for a moment, so that ten thousand people who open one link cost
 * a handful of queries. Changes by the host take effect at once, because the bus invalidates the cache.
 */
import type { JoinLimit } from '@glassdrum/raffle-rules';
import { LRUCache } from 'lru-cache';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

/** What a join needs to know before it is decided. */
export interface LinkedRaffle {
  raffleId: string;
  /** The host's own limit (H11); null: the operator's alone. */
  joinLimit: JoinLimit | null;
}

export interface PublicLinks {
  /** Null when the link is unknown, switched off, or a draft's. */
  find(link: string): Promise<LinkedRaffle | null>;
}

const FRESH_MS = 250;
const MAX_CACHED = 500;

export function createPublicLinks(parts: { database: Database; clock: Clock; bus: Bus }): PublicLinks {
  const { database, clock, bus } = parts;
  /** Running queries are shared too; links that were not found are not cached. */
  const known = new LRUCache<string, { raffle: Promise<LinkedRaffle | null>; queriedAt: number }>({
    max: MAX_CACHED,
  });

  bus.subscribe(['raffle-changed', 'resync'], () => known.clear());

  async function query(link: string): Promise<LinkedRaffle | null> {
    const row = await database.query
      .selectFrom('raffles')
      .select(['id', 'join_burst', 'join_per_minute'])
      .where('public_link', '=', link)
      .where('allow_public_join', '=', 1)
      .where('status', '!=', 'draft')
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id: raffleId, join_burst: burst, join_per_minute: perMinute } = row;
    return { raffleId, joinLimit: burst === null || perMinute === null ? null : { burst, perMinute } };
  }

  return {
    async find(link) {
      const cached = known.get(link);
      if (cached !== undefined && Math.abs(clock.now() - cached.queriedAt) < FRESH_MS) {
        return cached.raffle;
      }
      const entry = { raffle: query(link), queriedAt: clock.now() };
      known.set(link, entry);
      let found: LinkedRaffle | null = null;
      try {
        found = await entry.raffle;
      } finally {
        if (found === null && known.get(link) === entry) known.delete(link);
      }
      return found;
    },
  };
}
