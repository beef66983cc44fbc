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
  const known = new Map<string, { raffleId: string; readAt: number }>();
  /** Grows with every change, so that an answer read before it is not remembered after it. */
  let changes = 0;

  bus.subscribe(({ topic }) => {
    if (topic !== 'raffle-changed' && topic !== 'resync') return;
    changes += 1;
    known.clear();
  });

  return {
    async find(link) {
      const remembered = known.get(link);
      if (remembered !== undefined && Math.abs(clock.now() - remembered.readAt) < FRESH_MS) {
        return remembered.raffleId;
      }
      const before = changes;
      const row = await database.query
        .selectFrom('raffles')
        .select('id')
        .where('public_link', '=', link)
        .where('allow_public_join', '=', 1)
        .where('status', '!=', 'draft')
        .executeTakeFirst();
      if (row === undefined) {
        known.delete(link);
        return null;
      }
      if (changes === before) {
        if (known.size >= KEPT) known.clear();
        known.set(link, { raffleId: row.id, readAt: clock.now() });
      }
      return row.id;
    },
  };
}
