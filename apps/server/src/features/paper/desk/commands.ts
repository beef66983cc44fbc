/** The key of a raffle's desk (R67): created with the first request for its link, and valid until the host renews it. */
import { randomBytes } from 'node:crypto';
import type { Keys } from '../../../platform/keys/keys.ts';
import { deskPurpose } from '../../../platform/keys/purposes.ts';
import { type CallerHashes } from '../../../audit/audit.ts';
import { auditHostAction, lockExistingRaffle } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import type { PaperCommandParts } from '../commands.ts';

const KEY_BYTES = 24;

/** The key in clear text, for the host's link. A draft has one too; its desk opens with the raffle. @throws RefusalError not_found */
export async function deskKeyOf(
  { database, clock, keys }: Pick<PaperCommandParts, 'database' | 'clock'> & { keys: Keys },
  own: OwnRaffle,
  { renew, from }: { renew: boolean; from: CallerHashes },
): Promise<string> {
  const purpose = deskPurpose(own.id);
  return database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const { desk_key_sealed: sealed } = raffle;
    if (sealed !== null && !renew) return keys.unseal(purpose, sealed);
    const fresh = randomBytes(KEY_BYTES).toString('base64url');
    await trx
      .updateTable('raffles')
      .set({ desk_key_sealed: keys.seal(purpose, fresh) })
      .where('id', '=', own.id)
      .execute();
    const action = sealed === null ? 'desk_link_made' : 'desk_link_renewed';
    await auditHostAction(trx, raffle, action, clock.now(), from);
    return fresh;
  });
}
