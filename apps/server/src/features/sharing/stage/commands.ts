/** The key of a raffle's stage: created with the first request for its link, and valid until the host renews it (M8). */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { type Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { stagePurpose } from '../../../platform/keys/purposes.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';

const KEY_BYTES = 24;

/** The key in clear text, for the host's link. A draft has one too; its stage opens with the raffle. @throws RefusalError not_found */
export async function stageKeyOf(
  { database, clock, keys, bus }: { database: Database; clock: Clock; keys: Keys; bus: Bus },
  own: OwnRaffle,
  from: CallerHashes,
  { renew }: { renew: boolean },
): Promise<string> {
  const purpose = stagePurpose(own.id);
  const { key, isNew } = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const { stage_key_sealed: sealed } = raffle;
    if (sealed !== null && !renew) return { key: keys.unseal(purpose, sealed), isNew: false };
    const fresh = randomBytes(KEY_BYTES).toString('base64url');
    await trx
      .updateTable('raffles')
      .set({ stage_key_sealed: keys.seal(purpose, fresh) })
      .where('id', '=', own.id)
      .execute();
    await writeAudit(trx, {
      raffleId: own.id,
      hostId: own.host_id,
      actor: 'host',
      action: sealed === null ? 'stage_link_made' : 'stage_link_renewed',
      ts: clock.now(),
      from,
    });
    return { key: fresh, isNew: sealed !== null };
  });
  if (isNew) bus.publish({ topic: 'stage-link-ended', raffleId: own.id });
  return key;
}
