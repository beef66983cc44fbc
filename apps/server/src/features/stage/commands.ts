/** The key of a raffle's stage: made when its host first asks for the link, and the same ever after. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { stagePurpose } from '../../keys/purposes.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';

const KEY_BYTES = 24;

/** The key in clear, for its host's link. A draft has one too; its stage opens with the raffle. */
export async function stageKeyOf(
  { database, clock, keys }: { database: Database; clock: Clock; keys: Keys },
  own: OwnRaffle,
  from: CallerHashes,
): Promise<string> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url');
  const sealed = await database.transaction(async (trx) => {
    const made = await trx
      .updateTable('raffles')
      .set({ stage_key_sealed: keys.seal(stagePurpose(own.id), fresh) })
      .where('id', '=', own.id)
      .where('stage_key_sealed', 'is', null)
      .returning('stage_key_sealed')
      .executeTakeFirst();
    if (made !== undefined) {
      await writeAudit(trx, {
        raffleId: own.id,
        hostId: own.host_id,
        actor: 'host',
        action: 'stage_link_made',
        ts: clock.now(),
        from,
      });
      return made.stage_key_sealed;
    }
    const row = await trx
      .selectFrom('raffles')
      .select('stage_key_sealed')
      .where('id', '=', own.id)
      .executeTakeFirst();
    return row?.stage_key_sealed ?? null;
  });
  if (sealed === null) throw new CallError('not_found');
  return keys.unseal(stagePurpose(own.id), sealed);
}
