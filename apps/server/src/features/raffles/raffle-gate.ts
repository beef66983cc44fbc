/** C7: a host reaches only own raffles. Another host's raffle and one that never existed look the same. */
import { may, type RaffleAbility } from '@glassdrum/raffle-rules';
import type { Database, RaffleRow } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { findRaffle } from './queries.ts';

/** To the caller, not found; to operators, a host who tried another one's raffle (M6). */
export class ForeignRaffle extends RefusalError {
  constructor() {
    super('not_found');
  }
}

const brand: unique symbol = Symbol('OwnRaffle');

/** A raffle, as it was when read, of the host who calls; only `requireOwnRaffle` makes it. */
export interface OwnRaffle extends RaffleRow {
  readonly [brand]: true;
}

/**
 * The raffle, where this host may do this with it.
 * @throws RefusalError not_found, as ForeignRaffle where there is one
 */
export async function requireOwnRaffle(
  database: Database,
  host: HostIdentity,
  raffleId: string,
  ability: RaffleAbility,
): Promise<OwnRaffle> {
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null) throw new RefusalError('not_found');
  const viewer = raffle.host_id === host.hostId ? 'owner' : 'other_host';
  if (may(viewer, ability) !== 'yes') throw new ForeignRaffle();
  return { ...raffle, [brand]: true };
}
