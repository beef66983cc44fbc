/** Where tickets lie (R64): of one entry, and of everybody who still has some left. */
import type { Placement, UnplacedAnswer } from '@glassdrum/contract';
import { unplaced } from '@glassdrum/raffle-rules';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import { hasBuckets, weightsOf } from '../../../platform/database/prize-columns.ts';

const LISTED = 200;

interface Placed {
  tickets: number;
  weights: readonly number[];
  receiptIssuedAtS: number;
}

function placementOf(entry: Placed): Placement {
  return {
    revision: entry.receiptIssuedAtS,
    placed: entry.weights.flatMap((tickets, index) => (tickets > 0 ? [{ bucket: index + 1, tickets }] : [])),
    left: unplaced(entry),
  };
}

/** Null where the raffle has no buckets. */
export async function ownPlacementOf(
  { query }: Database,
  raffleId: string,
  entry: Placed,
): Promise<Placement | null> {
  const raffle = await query
    .selectFrom('raffles')
    .select('pools')
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return raffle === undefined || !hasBuckets(raffle) ? null : placementOf(entry);
}

/** Everybody with tickets that lie in no bucket; nobody where the raffle has no buckets. */
export async function unplacedOf({ query }: Database, raffle: RaffleRow): Promise<UnplacedAnswer> {
  if (!hasBuckets(raffle)) return { people: 0, tickets: 0, entries: [] };
  const rows = await query
    .selectFrom('participations')
    .select(['invitee_id', 'entry_number', 'display_name', 'source', 'tickets', 'weights'])
    .select('receipt_issued_at_s as receiptIssuedAtS')
    .where('raffle_id', '=', raffle.id)
    .where('state', '=', 'in')
    .where('tickets', '>', 0)
    .orderBy('entry_number')
    .execute();
  const found = rows
    .map((row) => ({ ...row, weights: weightsOf(row) }))
    .filter((entry) => unplaced(entry) > 0);
  return {
    people: found.length,
    tickets: found.reduce((sum, entry) => sum + unplaced(entry), 0),
    entries: found.slice(0, LISTED).map((entry) => ({
      invitee_id: entry.invitee_id,
      entry_number: entry.entry_number,
      display_name: entry.display_name,
      tickets: entry.tickets,
      by_host: entry.source !== 'self',
      placement: placementOf(entry),
    })),
  };
}
