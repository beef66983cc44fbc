/**
 * Who may use a raffle's desk: anyone who has its key (I4, R67). They look tickets up, sell them and take them back, and see
 * neither names nor addresses.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { deskPurpose } from '../../../platform/keys/purposes.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { findRaffle } from '../../raffles/queries.ts';

export interface DeskGate {
  /**
   * The raffle that a desk's call is about.
   * @throws RefusalError not_found (404) for a wrong key and for a draft too; too_many_requests (429)
   */
  require(raffleId: string, caller: { deskKey: string; ip: string }): Promise<RaffleRow>;
}

/** H6: wrong keys. */
const MISSES = { points: 300, windowSeconds: 60 };

export function createDeskGate(parts: { database: Database; keys: Keys; limits: RateLimits }): DeskGate {
  const { database, keys } = parts;
  const misses = parts.limits.attempts('desk', MISSES);
  return {
    async require(raffleId, { deskKey, ip }) {
      const raffle = await findRaffle(database, raffleId);
      if (raffle !== null && raffle.status !== 'draft' && opensDesk(keys, raffle, deskKey)) return raffle;
      await misses.consume(ip, 'desk');
      throw new RefusalError('not_found');
    },
  };
}

/** False as long as the host has made no link. */
function opensDesk(keys: Keys, raffle: RaffleRow, key: string): boolean {
  if (raffle.desk_key_sealed === null) return false;
  const right = keys.unseal(deskPurpose(raffle.id), raffle.desk_key_sealed);
  return timingSafeEqual(digest(right), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
