/** Who may open a raffle's stage: whoever has its key, which stands for the host as far as names go (I4, R43). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RaffleRow } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { stagePurpose } from '../../keys/purposes.ts';

/** False as long as the host has made no link. */
export function opensStage(keys: Keys, raffle: RaffleRow, key: string): boolean {
  if (raffle.stage_key_sealed === null) return false;
  const right = keys.unseal(stagePurpose(raffle.id), raffle.stage_key_sealed);
  return timingSafeEqual(digest(right), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
