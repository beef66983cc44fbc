/** R85: turning a raffle's embed on and off, naming its sites, and giving it another address (M8). */
import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction, EmbedBody } from '@glassdrum/contract';
import { type CallerHashes } from '../../../audit/audit.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { embedPurpose } from '../../../platform/keys/purposes.ts';
import { auditHostAction, lockExistingRaffle } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { readOrigins } from './origins.ts';

const KEY_BYTES = 24;

export interface EmbedCommandParts {
  database: Database;
  clock: Clock;
  keys: Keys;
}

/** The form in which keys are stored. */
export function embedKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** On, for these sites. @returns the key and the sites. @throws RefusalError embed_origin_invalid, not_found */
export async function setEmbed(
  { database, clock, keys }: EmbedCommandParts,
  own: OwnRaffle,
  { origins: texts, renew = false }: EmbedBody,
  from: CallerHashes,
): Promise<{ key: string; origins: string[] }> {
  const origins = readOrigins(texts);
  return database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const now = clock.now();
    const before = await trx
      .selectFrom('embeds')
      .selectAll()
      .where('raffle_id', '=', raffle.id)
      .executeTakeFirst();
    const purpose = embedPurpose(raffle.id);
    const stored = before === undefined || renew ? null : before.key_sealed;
    const key = stored === null ? randomBytes(KEY_BYTES).toString('base64url') : keys.unseal(purpose, stored);
    const row = {
      origins: JSON.stringify(origins),
      key_hash: embedKeyHash(key),
      key_sealed: stored ?? keys.seal(purpose, key),
      updated_at: now,
    };
    await trx
      .insertInto('embeds')
      .values({ ...row, raffle_id: raffle.id, created_at: now })
      .onConflict((conflict) => conflict.column('raffle_id').doUpdateSet(row))
      .execute();
    const action = actionOf(before, { ...row, renew });
    if (action !== null) await auditHostAction(trx, raffle, action, now, from, { sites: origins.length });
    return { key, origins };
  });
}

/** Off: its address is not found any more. */
export async function removeEmbed(
  { database, clock }: EmbedCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const gone = await trx.deleteFrom('embeds').where('raffle_id', '=', raffle.id).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return;
    await auditHostAction(trx, raffle, 'embed_turned_off', clock.now(), from);
  });
}

/** What the activity log says of it; null where nothing changed. */
function actionOf(
  before: { origins: string } | undefined,
  after: { origins: string; renew: boolean },
): AuditAction | null {
  if (before === undefined) return 'embed_turned_on';
  if (after.renew) return 'embed_link_renewed';
  return before.origins === after.origins ? null : 'embed_changed';
}
