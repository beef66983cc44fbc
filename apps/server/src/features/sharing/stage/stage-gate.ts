/** Who may open a raffle's stage: anyone who has its key; they see names in full, as the host does (I4, R43). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { stagePurpose } from '../../../platform/keys/purposes.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { findRaffle } from '../../raffles/queries.ts';

/** False as long as the host has made no link. */
export function opensStage(keys: Keys, raffle: RaffleRow, key: string): boolean {
  if (raffle.stage_key_sealed === null) return false;
  const right = keys.unseal(stagePurpose(raffle.id), raffle.stage_key_sealed);
  return timingSafeEqual(digest(right), digest(key));
}

interface StageGate {
  /** The raffle that a stage's call is about. @throws RefusalError not_found (404) for a wrong key too; rate_limited (429) */
  require(raffleId: string, caller: { stageKey: string; ip: string }): Promise<RaffleRow>;
}

/** H6: wrong keys. */
const MISSES = { points: 300, windowSeconds: 60 };

export function createStageGate(parts: { database: Database; keys: Keys; limits: RateLimits }): StageGate {
  const misses = parts.limits.attempts('stage', MISSES);
  return {
    async require(raffleId, { stageKey, ip }) {
      const raffle = await findRaffle(parts.database, raffleId);
      if (raffle !== null && opensStage(parts.keys, raffle, stageKey)) return raffle;
      await misses.consume(ip, 'stage');
      throw new RefusalError('not_found');
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
