/** C7: a host reaches only own raffles. Another host's raffle and one that never existed look the same. */
import type { Database, RaffleRow } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { findRaffle } from './queries.ts';

const minted: unique symbol = Symbol('own raffle');

/** A raffle, as it was when read, proven to belong to the host who asks; only this file makes it. */
export interface OwnRaffle extends RaffleRow {
  readonly [minted]: true;
}

/** @throws CallError not_found */
export async function requireOwnRaffle(
  database: Database,
  host: HostIdentity,
  raffleId: string,
): Promise<OwnRaffle> {
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null || raffle.host_id !== host.hostId) throw new CallError('not_found');
  return { ...raffle, [minted]: true };
}
