/**
 * From a public link to its raffle (I4, R7). Found links are remembered for a moment, so that ten thousand people who open
 * one link cost a handful of questions; what the host changes shows at once, because the bus tells.
 */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';

export interface PublicLinks {
  /** The raffle's id; null when the link is unknown, switched off, or a draft's. */
  find(link: string): Promise<string | null>;
}

const FRESH_MS = 250;
const KEPT = 500;

export function createPublicLinks(parts: { database: Database; clock: Clock; bus: Bus }): PublicLinks {
  const { database, clock, bus } = parts;
  /** Questions under way are shared too; what came to nothing is not kept. */
  const known = new Map<string, { raffleId: Promise<string | null>; askedAt: number }>();

  bus.subscribe(({ topic }) => {
    if (topic === 'raffle-changed' || topic === 'resync') known.clear();
  });

  async function ask(link: string): Promise<string | null> {
    const row = await database.query
      .selectFrom('raffles')
      .select('id')
      .where('public_link', '=', link)
      .where('allow_public_join', '=', 1)
      .where('status', '!=', 'draft')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  return {
    async find(link) {
      const remembered = known.get(link);
      if (remembered !== undefined && Math.abs(clock.now() - remembered.askedAt) < FRESH_MS) {
        return remembered.raffleId;
      }
      if (known.size >= KEPT) known.clear();
      const asked = { raffleId: ask(link), askedAt: clock.now() };
      known.set(link, asked);
      let found: string | null = null;
      try {
        found = await asked.raffleId;
      } finally {
        if (found === null && known.get(link) === asked) known.delete(link);
      }
      return found;
    },
  };
}
